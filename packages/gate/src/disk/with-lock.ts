import { setTimeout as wait } from 'node:timers/promises';
import { lockFile } from './lock-file.ts';

/** Milliseconds that one holder may keep others waiting. */
const patience = 30_000;

/** When this process last released each lock. */
const released = new Map<string, number>();

/** Runs `work` while no other process does so for the same file. The lock is a file beside it. */
export async function withLock<T>(path: string, work: () => T | Promise<T>): Promise<T> {
  const name = `${path}.lock`;
  const lock = lockFile(name);
  // A process that returns at once would always win, and the others would starve.
  if (Date.now() - (released.get(name) ?? 0) < 20) await wait(moment());
  try {
    let holder: string | undefined;
    let giveUp = Date.now() + patience;
    while (!lock.take()) {
      lock.clearDead();
      const now = lock.holder();
      // The patience applies per holder: many in turn do not mean that one hangs.
      if (now !== holder) giveUp = Date.now() + patience;
      holder = now;
      if (Date.now() > giveUp) throw new Error(`${path} is locked by ${holder ?? 'somebody'} (${name})`);
      await wait(moment());
    }
    try {
      lock.sweep();
      return await work();
    } finally {
      lock.release();
      released.set(name, Date.now());
    }
  } finally {
    lock.close();
  }
}

/** Runs `work` unless another process is already doing it. */
export function unlessBusy<T>(path: string, work: () => T): T | undefined {
  const lock = lockFile(`${path}.lock`);
  try {
    lock.clearDead();
    if (!lock.take()) return undefined;
    try {
      lock.sweep();
      return work();
    } finally {
      lock.release();
    }
  } finally {
    lock.close();
  }
}

function moment(): number {
  return 2 + Math.random() * 8;
}
