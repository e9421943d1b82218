import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { mayExist } from '@permesso/gate/storage';
import type { HostPlaces, Installer } from './installer.ts';

export interface FoundHost {
  readonly installer: Installer;
  /** The program, where PATH has it. */
  readonly program?: string;
  /** What it left in this home. */
  readonly folders: readonly string[];
}

/** Hosts that are used here: their program is on PATH, or their folder in the home. */
export function findHosts(installers: readonly Installer[], places: HostPlaces): readonly FoundHost[] {
  return installers
    .map((installer) => lookFor(installer, places))
    .filter(({ program, folders }) => program !== undefined || folders.length > 0);
}

export function lookFor(installer: Installer, places: HostPlaces): FoundHost {
  const program = installer.commands.map((name) => findProgram(name, places.env['PATH'])).find(isFound);
  return {
    installer,
    folders: installer.folders(places).filter(mayExist),
    ...(program === undefined ? {} : { program }),
  };
}

function isFound(path: string | undefined): path is string {
  return path !== undefined;
}

export function findProgram(name: string, path: string | undefined): string | undefined {
  return (path ?? '')
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, name))
    .find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch (error) {
    // Not there, or not ours to run: not found either way.
    if (error instanceof Error) return false;
    throw error;
  }
}
