import { linkSync, rmSync, statSync, utimesSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { errorCode, readText } from '../../world/read-text.ts';
import { writePrivate } from '../private-file.ts';
import { CannotWrite, makeFolder } from '../../world/make-folder.ts';

/** Who shows a question on a terminal says so every second; a turn not renewed for this long is over. */
const stale = 5000;

/** Waits until no other process shows a question on the same terminal. Returns the way to give the turn back. */
export async function takeTurn(lock: string, signal: AbortSignal): Promise<() => void> {
  const own = `${lock}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    makeFolder(dirname(lock));
    writePrivate(own, own);
  } catch (error) {
    // Where nothing can be written there is no waiting for others, and asking is still better than not asking.
    if (error instanceof CannotWrite || isRefusal(errorCode(error))) return () => undefined;
    throw error;
  }
  try {
    while (!take(own, lock)) {
      if (signal.aborted) return () => undefined;
      clearStale(lock);
      await wait(60 + Math.random() * 40);
    }
  } finally {
    rmSync(own, { force: true });
  }
  const renew = setInterval(() => touch(lock), 1000);
  renew.unref();
  return () => {
    clearInterval(renew);
    const read = readText(lock);
    if ('text' in read && read.text === own) rmSync(lock, { force: true });
  };
}

function isRefusal(code: string): boolean {
  return code === 'EACCES' || code === 'EPERM' || code === 'EROFS';
}

function take(own: string, lock: string): boolean {
  try {
    linkSync(own, lock);
    touch(lock);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

function touch(lock: string): void {
  const now = new Date();
  try {
    utimesSync(lock, now, now);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

function clearStale(lock: string): void {
  const found = statSync(lock, { throwIfNoEntry: false });
  if (found !== undefined && Date.now() - found.mtimeMs > stale) rmSync(lock, { force: true });
}
