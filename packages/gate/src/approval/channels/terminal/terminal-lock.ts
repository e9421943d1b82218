import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { lockFile } from '../../../disk/lock-file.ts';
import { CannotWrite, makeFolder } from '../../../disk/make-folder.ts';
import { errorCode } from '../../../disk/read-text.ts';

/** Waits until no other process shows a prompt on the same terminal. Returns the function that releases the lock. */
export async function withTerminalLock(path: string, signal: AbortSignal): Promise<() => void> {
  const lock = lockFile(path, { beats: true });
  const leave = (): void => lock.close();
  try {
    makeFolder(dirname(path));
    while (!lock.take()) {
      if (signal.aborted) return leave;
      lock.clearDead();
      await wait(60 + Math.random() * 40);
    }
  } catch (error) {
    lock.close();
    // If nothing can be written there is no lock, and asking is still better than not asking.
    if (error instanceof CannotWrite || isRefusal(errorCode(error))) return leave;
    throw error;
  }
  return () => {
    lock.release();
    lock.close();
  };
}

function isRefusal(code: string): boolean {
  return code === 'EACCES' || code === 'EPERM' || code === 'EROFS';
}
