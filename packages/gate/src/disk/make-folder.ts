import { lstatSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errorCode } from './read-text.ts';

/** A folder that Permesso needs and cannot write: which one, why, and how to fix it. */
export class CannotWrite extends Error {
  readonly code: string;

  constructor(path: string, { at, code }: { readonly at: string; readonly code: string }) {
    super(
      `cannot write ${path}: ${code} at ${at}; fix: make ${at} writable for this user, or set HOME, XDG_CONFIG_HOME and XDG_STATE_HOME to folders that are`,
    );
    this.name = 'CannotWrite';
    this.code = code;
  }
}

/**
 * Creates a folder and its parents, one by one. Node's own recursive mkdir retries forever if an existing folder
 * answers ENOENT, as /proc does: a hook that spins there blocks nothing once the host loses patience.
 */
export function makeFolder(path: string, { mode = 0o700 }: { readonly mode?: number } = {}): void {
  // The common case in every hook call.
  if (isFolder(path)) return;
  for (const folder of [...missingFolders(path), path]) {
    try {
      mkdirSync(folder, { mode });
    } catch (error) {
      const code = errorCode(error);
      // Created by another process meanwhile, or it existed before.
      if (code === 'EEXIST' && isFolder(folder)) continue;
      throw new CannotWrite(path, { at: dirname(folder), code: code === 'EEXIST' ? 'ENOTDIR' : code });
    }
  }
}

/** The folders to create for this file or folder, outermost first. */
export function missingFolders(path: string): readonly string[] {
  const missing: string[] = [];
  for (let folder = dirname(path); !isThere(folder) && dirname(folder) !== folder; folder = dirname(folder))
    missing.unshift(folder);
  return missing;
}

/** Throws `CannotWrite` if this file could not be written. Leaves nothing behind. */
export function checkWritable(path: string): void {
  const folder = dirname(missingFolders(path)[0] ?? path);
  const probe = join(folder, `.permesso-probe-${process.pid}-${Date.now().toString(36)}`);
  try {
    // Only an attempt proves it: to root every mode looks writable, and a read-only mount looks like any other.
    writeFileSync(probe, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw new CannotWrite(path, { at: folder, code: errorCode(error) });
  }
  rmSync(probe, { force: true });
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch (error) {
    // Creating it will show why it cannot be created.
    if (error instanceof Error) return false;
    throw error;
  }
}

function isThere(folder: string): boolean {
  try {
    return lstatSync(folder, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (errorCode(error) === 'ENOTDIR') return false;
    throw error;
  }
}
