import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Absolute paths, because the agent controls its PATH. */
export const systemFolders: readonly string[] = ['/usr/bin', '/bin', '/usr/local/bin'];

export interface ProgramPlaces {
  readonly folders?: readonly string[];
  /** Required owner of the program and its folder. Default: root. */
  readonly owner?: number;
}

/** The real path of a program that only the system's owner can change. */
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

/** Checks the file and its folder, under both the given path and the real one. */
function belongsTo(owner: number, path: string): boolean {
  const real = realpathSync(path);
  return [path, real, dirname(path), dirname(real)].every((each) => {
    const { uid, mode } = statSync(each);
    return uid === owner && (mode & 0o022) === 0;
  });
}
