import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readText, type ReadText } from './read-text.ts';

/** Beside `src` and beside `dist`, so that both find it from two folders down. */
const directory = join(import.meta.dirname, '../../presets');

/** The one shipped file that is no preset: it holds the named groups. */
export const groupsName = 'groups';

export interface ShippedText {
  /** The same on every machine, so that what refers to its rules stays true. */
  readonly file: string;
  readonly read: ReadText;
}

/** Names of the policy files that come with the package. */
export function shippedNames(): readonly string[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => name.slice(0, -'.yaml'.length))
    .toSorted();
}

export function readShipped(name: string): ShippedText {
  return { file: `permesso/presets/${name}.yaml`, read: readText(join(directory, `${name}.yaml`)) };
}
