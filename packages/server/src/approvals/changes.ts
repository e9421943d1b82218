import { setTimeout as wait } from 'node:timers/promises';
import type { Notifications } from '../database/notifications.ts';
import { queries } from '../database/query.ts';

interface Change {
  readonly id: string;
  readonly project: string;
  readonly state: string;
}

export const changedApprovals = queries(import.meta.dirname)<
  { cursor: string; changes: readonly Change[] },
  { since: string | null }
>('changed-approvals.sql');

/** A cursor that skips everything up to now. */
export const fromNow = null;

/** The polling interval without a hint; a hint polls at once, but at most every `restMs`. */
const lookEveryMs = 2000;
const restMs = 100;

/** One listener for any number of streams. */
export function ringing(hints: Notifications): () => Promise<void> {
  let next = Promise.withResolvers<void>();
  const ring = (): void => {
    next.resolve();
    next = Promise.withResolvers<void>();
  };
  hints.on('requests', ring);
  hints.on('approvals', ring);
  return () => next.promise;
}

/** Resolves when it is time to poll again, or when the stream is over. */
export async function nextPoll(bell: () => Promise<void>, over: AbortSignal): Promise<void> {
  await Promise.race([bell(), pause(lookEveryMs, over)]);
  await pause(restMs, over);
}

async function pause(ms: number, over: AbortSignal): Promise<void> {
  try {
    await wait(ms, undefined, { signal: over });
  } catch (error) {
    if (!over.aborted) throw error;
  }
}
