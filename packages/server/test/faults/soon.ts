import { setTimeout as wait } from 'node:timers/promises';

/** Waits up to 30 s: a busy machine is slow, and that is not a fault. */
export async function soon(is: () => boolean | Promise<boolean>): Promise<boolean> {
  for (let tries = 0; tries < 600; tries++) {
    if (await is()) return true;
    await wait(50);
  }
  return false;
}
