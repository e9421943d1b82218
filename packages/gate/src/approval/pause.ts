import { setTimeout as wait } from 'node:timers/promises';

/**
 * Waits until the time is up or the signal aborts. Removes its listener: one signal may outlive thousands of waits.
 */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(milliseconds, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
