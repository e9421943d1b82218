/**
 * Time, for deadlines. Replace it where tests must not wait.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import type { Clock } from '@permesso/gate/approvers';
 * const stopped: Clock = { now: () => 0, after: () => () => undefined };
 * const gate = createGate({ policy: {}, clock: stopped });
 * ```
 */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Calls back once, unless the returned function was called first. */
  readonly after: (milliseconds: number, then: () => void) => () => void;
}

/** `setTimeout` fires immediately for a longer delay. */
const longestTimer = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, then) => {
    const timer = setTimeout(then, Math.min(milliseconds, longestTimer));
    // A deadline a day away must not keep the process alive.
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Default number of milliseconds until an unanswered request is denied. */
export const defaultExpiresIn: number = 24 * 60 * 60_000;
