import { rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  namesInFolder,
  groupsName,
  readShipped,
  shippedNames,
  findPlaces,
  type PlaceOptions,
  readText,
  replaceFile,
  makeFolder,
} from '@permesso/gate/disk';
import { policyOfProfile, writeProfile } from '@permesso/engine/text';

/** A named whole policy: shipped with Permesso, or saved by a person. */
export interface Profile {
  readonly name: string;
  readonly from: 'shipped' | 'kept';
  /** Its description, if it has one. */
  readonly about: string;
  /** As a policy file. */
  readonly policy: string;
}

const nameShape = /^[a-z\d][\w.-]{0,39}$/i;

export function isProfileName(name: string): boolean {
  return nameShape.test(name) && !name.includes('..');
}

function directoryOf(options: PlaceOptions): string {
  return join(findPlaces(options).config, 'profiles');
}

export function listProfiles(options: PlaceOptions): readonly Profile[] {
  return [...shippedProfiles(), ...keptProfiles(options)];
}

export function findProfile(name: string, options: PlaceOptions): Profile | undefined {
  return listProfiles(options).find((profile) => profile.name === name);
}

/** A preset is referenced by name, so that a fix in it reaches every project that uses it. */
function shippedProfiles(): readonly Profile[] {
  return shippedNames()
    .filter((name) => name !== groupsName)
    .map((name) => {
      const { read } = readShipped(name);
      const about = aboutIn('text' in read ? read.text : '');
      return { name, from: 'shipped', about, policy: `use:\n  - ${name}\n` };
    });
}

function keptProfiles(options: PlaceOptions): readonly Profile[] {
  const directory = directoryOf(options);
  return namesInFolder(directory)
    .filter((file) => file.endsWith('.yaml') && isProfileName(file.slice(0, -'.yaml'.length)))
    .toSorted()
    .flatMap((file) => {
      const read = readText(join(directory, file));
      if (!('text' in read)) return [];
      const policy = policyOfProfile(read.text);
      return [
        { name: file.slice(0, -'.yaml'.length), from: 'kept', about: aboutIn(policy), policy } as const,
      ];
    });
}

/** The first sentence of its first comment. */
function aboutIn(text: string): string {
  const lines = text
    .split('\n')
    .filter((line) => line.startsWith('#') && !line.includes('yaml-language-server'));
  const words = lines
    .map((line) => line.replace(/^#+\s*/, ''))
    .join('\n')
    .trim()
    .split('\n\n', 1)[0];
  return (words ?? '').replaceAll('\n', ' ').split(/(?<=\.) /, 1)[0] ?? '';
}

export function keepProfile({ name, policy }: Pick<Profile, 'name' | 'policy'>, options: PlaceOptions): void {
  const directory = directoryOf(options);
  makeFolder(directory);
  replaceFile(join(directory, `${name}.yaml`), { text: writeProfile(name, policy), mode: 0o600 });
}

export function removeProfile(name: string, options: PlaceOptions): void {
  rmSync(join(directoryOf(options), `${name}.yaml`), { force: true });
}
