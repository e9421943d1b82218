/**
 * Time, for deadlines. Given where tests must not wait.
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
  /** Calls back once, unless the returned function was called before. */
  readonly after: (milliseconds: number, then: () => void) => () => void;
}

/** `setTimeout` fires at once for more. */
const longestTimer = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, then) => {
    const timer = setTimeout(then, Math.min(milliseconds, longestTimer));
    // A deadline that is a day away holds no process.
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Milliseconds after which a question that nobody answered is denied, where nothing else is said. */
export const defaultExpiresIn: number = 24 * 60 * 60_000;
