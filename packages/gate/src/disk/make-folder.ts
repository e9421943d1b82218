import { lstatSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errorCode } from './read-text.ts';

/** A folder that Permesso needs and cannot write: which one, why, and what to do about it. */
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
 * Makes a folder and those above it, one by one. Node's own recursive mkdir tries again for ever where an existing folder
 * answers ENOENT, as /proc does: a hook that spins there blocks nothing when the host loses its patience.
 */
export function makeFolder(path: string, { mode = 0o700 }: { readonly mode?: number } = {}): void {
  // The common case, at each call of a hook.
  if (isFolder(path)) return;
  for (const folder of [...missingFolders(path), path]) {
    try {
      mkdirSync(folder, { mode });
    } catch (error) {
      const code = errorCode(error);
      // Made by another process in between, or there from the start.
      if (code === 'EEXIST' && isFolder(folder)) continue;
      throw new CannotWrite(path, { at: dirname(folder), code: code === 'EEXIST' ? 'ENOTDIR' : code });
    }
  }
}

/** Folders that must be made for this file or folder, the outermost first. */
export function missingFolders(path: string): readonly string[] {
  const missing: string[] = [];
  for (let folder = dirname(path); !isThere(folder) && dirname(folder) !== folder; folder = dirname(folder))
    missing.unshift(folder);
  return missing;
}

/** Throws `CannotWrite` where this file could not be written, and leaves nothing behind. */
export function checkWritable(path: string): void {
  const folder = dirname(missingFolders(path)[0] ?? path);
  const probe = join(folder, `.permesso-probe-${process.pid}-${Date.now().toString(36)}`);
  try {
    // Trying is the only proof: for root every mode looks writable, and a read-only mount looks like any other.
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
    // Making it will say why it cannot be made.
    if (error instanceof Error) return false;
    throw error;
  }
}

function isThere(folder: string): boolean {
  try {
    return lstatSync(folder, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    // Below a file there is nothing.
    if (errorCode(error) === 'ENOTDIR') return false;
    throw error;
  }
}
