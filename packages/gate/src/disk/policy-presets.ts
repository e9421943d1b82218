import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readText, type ReadText } from './read-text.ts';

/** The one shipped file that is not a preset: it holds the named groups. */
export const groupsName = 'groups';

const [inBundle, inFolder] = ['../presets', '../../presets'].map((path) =>
  join(import.meta.dirname, path),
) as [string, string];

/** Beside `src` and `dist`: two folders up from this module, or one up from the hook, which is a single bundle. */
const directory = existsSync(join(inBundle, `${groupsName}.yaml`)) ? inBundle : inFolder;

export interface ShippedText {
  /** The same on every machine, so that references to its rules stay valid. */
  readonly file: string;
  readonly read: ReadText;
}

/** Names of the policy files shipped with the package. */
export function shippedNames(): readonly string[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => name.slice(0, -'.yaml'.length))
    .toSorted();
}

export function shippedFiles(): readonly string[] {
  return shippedNames().map((name) => join(directory, `${name}.yaml`));
}

/** Whether a rule's file, as policies name it, is one of them. */
export function isShippedFile(file: string): boolean {
  return file.startsWith(shippedPrefix);
}

const shippedPrefix = 'permesso/presets/';

export function readShipped(name: string): ShippedText {
  return { file: `${shippedPrefix}${name}.yaml`, read: readText(join(directory, `${name}.yaml`)) };
}
