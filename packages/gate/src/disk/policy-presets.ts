import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readText, type ReadText } from './read-text.ts';

/** The one shipped file that is not a preset: it holds the named groups. */
export const groupsName = 'groups';

const [inBundle, inFolder] = ['../presets', '../../presets'].map((path) =>
  join(import.meta.dirname, path),
) as [string, string];

/** Beside `src` and `dist`: two folders up from this module, one up from the hook, which is bundled into one file. */
const directory = existsSync(join(inBundle, `${groupsName}.yaml`)) ? inBundle : inFolder;

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

/** Their paths. */
export function shippedFiles(): readonly string[] {
  return shippedNames().map((name) => join(directory, `${name}.yaml`));
}

/** Whether a rule's file is one of them, as policies name it. */
export function isShippedFile(file: string): boolean {
  return file.startsWith(shippedPrefix);
}

const shippedPrefix = 'permesso/presets/';

export function readShipped(name: string): ShippedText {
  return { file: `${shippedPrefix}${name}.yaml`, read: readText(join(directory, `${name}.yaml`)) };
}
