import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A place on which nothing more can be written for a while. */
export interface SmallDisk {
  readonly path: string;
  /** Whether it is a file system of its own. */
  readonly isMounted: boolean;
  /** For all who write there; where the disk is shared, only for this process. */
  readonly fill: (pid: number) => void;
  readonly free: (pid: number) => void;
  readonly remove: () => void;
}

/** A file system of its own; where this account may not mount one, a limit to what a process may write. */
export function openSmallDisk(mebibytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'permesso-disk-'));
  const isMounted = succeeds('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', path]);
  const remove = (): void => {
    if (isMounted) execFileSync('umount', ['--lazy', path], { stdio: 'ignore' });
    rmSync(path, { recursive: true, force: true, maxRetries: 20 });
  };
  const limit = (pid: number, bytes: string): void => {
    execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`], { stdio: 'ignore' });
  };
  if (!isMounted)
    return {
      path,
      isMounted,
      remove,
      fill: (pid) => limit(pid, '0'),
      free: (pid) => limit(pid, 'unlimited'),
    };
  const ballast = join(path, 'ballast');
  return {
    path,
    isMounted,
    remove,
    fill: () => fillUp(ballast),
    free: () => rmSync(ballast, { force: true }),
  };
}

/** To the last byte. */
export function fillUp(ballast: string): void {
  const piece = Buffer.alloc(4096);
  const file = openSync(ballast, 'a');
  try {
    for (;;) writeSync(file, piece);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  } finally {
    closeSync(file);
  }
}

export function succeeds(file: string, args: readonly string[]): boolean {
  try {
    execFileSync(file, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
