import { fill } from '@permesso/engine/call';
import { unansweredTexts } from '../../messages/denials.ts';
import { type Answer, type ApprovalRequest, timeFor, unanswered } from '@permesso/protocol/approval';
import { askPerson, type Asking } from '../channels/ask-person.ts';
import type { Verdict } from '@permesso/engine/policy';
import type { Clock } from '../clock.ts';
import type { Awaitable } from './approval-store.ts';

/** The questions that wait at a gate. What changes meanwhile, a grant above all, may settle them without an answer. */
export interface WaitingRequests {
  /** Nothing when the question settled itself. */
  readonly ask: (
    request: ApprovalRequest,
    asking: Asking & {
      /** As it would be now: anything but ask settles the question. */
      readonly verdict: () => Awaitable<Verdict>;
    },
  ) => Promise<Answer | undefined>;
  /** Something changed: each question is decided again. */
  readonly recheck: () => void;
}

/** When a question that nobody answered is a deny. */
export interface Deadline {
  readonly clock: Clock;
  /** Milliseconds. */
  readonly expiresIn: number;
}

/** `watch` tells of changes from elsewhere; it is used only while somebody waits. */
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
      // What changed between the decision and the first look would never be seen as a change.
      if (watch !== undefined) look();
      try {
        const answer = await askPerson(request, { ...asking, signal: stop.signal });
        if (settled) return undefined;
        return expired
          ? unanswered(fill(unansweredTexts.notInTime, { time: inWords(expiresIn) }), 'expired')
          : answer;
      } finally {
        keepWaiting();
        // Removed again: one signal may live through thousands of questions.
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
