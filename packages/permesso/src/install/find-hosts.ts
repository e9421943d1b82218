import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { definedFields } from '@permesso/engine/call';
import { mayExist } from '@permesso/gate/disk';
import type { HostPlaces, Installer } from './installer.ts';

export interface FoundHost {
  readonly installer: Installer;
  /** The program's path, if found on PATH. */
  readonly program?: string;
  /** Its folders in this home. */
  readonly folders: readonly string[];
}

/** Hosts in use here: their program is on PATH, or their folder is in the home. */
export function findHosts(installers: readonly Installer[], places: HostPlaces): readonly FoundHost[] {
  return installers
    .map((installer) => lookFor(installer, places))
    .filter(({ program, folders }) => program !== undefined || folders.length > 0);
}

export function lookFor(installer: Installer, places: HostPlaces): FoundHost {
  const program = installer.commands.map((name) => findProgram(name, places.env['PATH'])).find(isFound);
  return { installer, folders: installer.folders(places).filter(mayExist), ...definedFields({ program }) };
}

function isFound(path: string | undefined): path is string {
  return path !== undefined;
}

export function findProgram(name: string, path: string | undefined): string | undefined {
  return (path ?? '')
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .flatMap((folder) => endings.map((ending) => join(folder, `${name}${ending}`)))
    .find(isProgram);
}

/** Executable extensions on Windows. */
const endings = process.platform === 'win32' ? ['.exe', '.cmd'] : [''];

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch (error) {
    // Missing, or not executable for us: not found either way.
    if (error instanceof Error) return false;
    throw error;
  }
}
