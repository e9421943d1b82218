import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Absolute: the agent's PATH is the agent's. */
export const systemFolders: readonly string[] = ['/usr/bin', '/bin', '/usr/local/bin'];

export interface ProgramPlaces {
  readonly folders?: readonly string[];
  /** Whose the program and its folder must be; root's when absent. */
  readonly owner?: number;
}

/** By its real name, where only the system's owner can change it. */
export function systemProgram(
  name: string,
  { folders = systemFolders, owner = 0 }: ProgramPlaces = {},
): string | undefined {
  return folders
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path) && belongsTo(owner, path));
}

export function isRoots(path: string): boolean {
  return belongsTo(0, path);
}

/** The file and its folder, by the written name and by the real one. */
function belongsTo(owner: number, path: string): boolean {
  const real = realpathSync(path);
  return [path, real, dirname(path), dirname(real)].every((each) => {
    const { uid, mode } = statSync(each);
    return uid === owner && (mode & 0o022) === 0;
  });
}
