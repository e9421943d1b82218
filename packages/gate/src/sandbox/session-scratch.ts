import { createHash } from 'node:crypto';
import { readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../disk/make-folder.ts';
import { isAtOrBelow } from './read-profile.ts';

/** The directory that commands of one session share for temporary files. */
export function sessionScratch(folder: string, session: string): string {
  const name = createHash('sha256').update(session).digest('hex').slice(0, 16);
  const path = join(folder, `s-${name}`);
  makeFolder(path);
  return realpathSync.native(path);
}

export function removeScratch(folder: string, session: string): void {
  rmSync(sessionScratch(folder, session), { recursive: true, force: true });
}

/**
 * True where the scratch directory may stand at `/tmp`. Not where anything else is mounted below `/tmp`: commands of
 * one session share the scratch directory, and one that swaps a name in it while another starts would move that mount.
 */
export function mayStandAtTmp(mounted: readonly string[]): boolean {
  return realpathSync.native('/tmp') === '/tmp' && !mounted.some((path) => isAtOrBelow(path, '/tmp'));
}

const keptFor = 7 * 24 * 60 * 60 * 1000;

/** Removes what sessions left that ended long ago without saying so. */
export function sweepScratch(folder: string, now: number): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const found = /^[src]-/.test(name) ? statSync(path, { throwIfNoEntry: false }) : undefined;
    if (found !== undefined && now - found.mtimeMs > keptFor) rmSync(path, { recursive: true, force: true });
  }
}
