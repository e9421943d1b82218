import { fill } from '@permesso/engine/call';
import { unansweredTexts } from '../../messages/denials.ts';
import { type Answer, type ApprovalRequest, timeFor, unanswered } from '@permesso/protocol/approval';
import { askPerson, type Asking } from '../channels/ask-person.ts';
import type { Verdict } from '@permesso/engine/policy';
import type { Clock } from '../clock.ts';
import type { Awaitable } from './approval-store.ts';

/** The pending requests of a gate. A change meanwhile, above all a grant, may settle them without an answer. */
export interface WaitingRequests {
  /** Undefined if the request was settled without an answer. */
  readonly ask: (
    request: ApprovalRequest,
    asking: Asking & {
      /** The verdict as it would be now: anything but ask settles the request. */
      readonly verdict: () => Awaitable<Verdict>;
    },
  ) => Promise<Answer | undefined>;
  /** Decides each pending request again after a change. */
  readonly recheck: () => void;
}

/** When an unanswered request is denied. */
export interface Deadline {
  readonly clock: Clock;
  readonly expiresIn: number;
}

/** `watch` reports changes from elsewhere; it runs only while a request is pending. */
export function waitingRequests(
  watch: ((changed: () => void) => () => void) | undefined,
  { clock, expiresIn: longest }: Deadline,
): WaitingRequests {
  let waiting: Set<() => void> | undefined;
  const recheck = (): void => {
    for (const look of waiting ?? []) look();
  };
  let stopWatching: (() => void) | undefined;
  return {
    recheck,
    ask: async (request, { verdict, signal, ...asking }) => {
      const stop = new AbortController();
      let settled = false;
      const settle = (now: Verdict): void => {
        settled ||= now !== 'ask';
        if (settled) stop.abort();
      };
      const look = (): void => {
        const now = verdict();
        if (typeof now === 'string') settle(now);
        else void now.then(settle);
      };
      let expired = false;
      const expire = (): void => {
        expired = true;
        stop.abort();
      };
      const expiresIn = timeFor(request, longest) ?? longest;
      const keepWaiting = clock.after(expiresIn, expire);
      const onAbort = (): void => stop.abort();
      if (signal?.aborted === true) stop.abort();
      signal?.addEventListener('abort', onAbort, { once: true });
      waiting ??= new Set();
      waiting.add(look);
      stopWatching ??= watch?.(recheck);
      // A change between the decision and the first check would otherwise never be noticed.
      if (watch !== undefined) look();
      try {
        const answer = await askPerson(request, { ...asking, signal: stop.signal });
        if (settled) return undefined;
        return expired
          ? unanswered(fill(unansweredTexts.notInTime, { time: inWords(expiresIn) }), 'expired')
          : answer;
      } finally {
        keepWaiting();
        // Removed again: one signal may outlive thousands of requests.
        signal?.removeEventListener('abort', onAbort);
        waiting.delete(look);
        if (waiting.size === 0) {
          stopWatching?.();
          stopWatching = undefined;
        }
      }
    },
  };
}

function inWords(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 120) return `${seconds} s`;
  return seconds < 2 * 3600 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
