import { setTimeout as wait } from 'node:timers/promises';

/** Waits, and no longer than until the signal. Its listener is removed again: one signal may live through thousands of waits. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(milliseconds, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
