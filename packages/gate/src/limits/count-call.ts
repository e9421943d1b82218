import type { ToolCall } from '@permesso/engine/call';
import type { LimitReceipt } from '@permesso/engine/decision';
import { claimsOf, type MeasuredLimit } from './claims.ts';
import type { LimitClaim, LimitStore } from './limit-store.ts';

/** What is used of each limit, by the key that the receipt names it by. */
export type Counts = ReadonlyMap<string, number>;

interface CallCounting {
  readonly store: LimitStore;
  readonly call: ToolCall;
  readonly now: number;
  readonly onError: (error: unknown) => void;
}

export interface CountedLimits {
  /** False: the call is beyond one of them, and none was counted. */
  readonly isCounted: boolean;
  readonly counts: Counts;
  /** What was taken, to be given back where the call does not run after all. */
  readonly claims: readonly LimitClaim[];
}

/** Counts a call that is about to run. A store that fails counts as used up: nothing is let through unseen. */
export async function countCall(
  limits: readonly LimitReceipt[],
  { store, call, now, onError }: CallCounting,
): Promise<CountedLimits> {
  try {
    const { limits: measured, claims } = claimsOf(limits, { call, now });
    const { reserved, used } = await store.reserve(claims);
    const counts = limitCounts(
      measured,
      claims.map(({ key }) => key),
      used,
    );
    // Refused, and by now there is room: somebody gave it back. It was not counted, so it does not run on that.
    const isVague = measured.every(
      ({ limit, amount, most }) => (counts.get(limit.key) ?? 0) + amount <= most,
    );
    return { isCounted: reserved, counts: !reserved && isVague ? allUsed(limits) : counts, claims };
  } catch (error) {
    onError(error);
    return { isCounted: false, counts: allUsed(limits), claims: [] };
  }
}

/** What is used so far, without counting. */
export async function readCounts(
  limits: readonly LimitReceipt[],
  { store, call, now, onError }: CallCounting,
): Promise<Counts> {
  try {
    const { limits: measured } = claimsOf(limits, { call, now });
    const keys = [...new Set(measured.flatMap((each) => each.keys))];
    return limitCounts(measured, keys, await store.used(keys));
  } catch (error) {
    onError(error);
    return allUsed(limits);
  }
}

/** Of several meters the one that is used most. What a store does not say is not zero. */
function limitCounts(
  measured: readonly MeasuredLimit[],
  keys: readonly string[],
  used: readonly number[],
): Counts {
  const known = new Map(
    keys.map((key, place) => {
      const count = used[place];
      return [key, typeof count === 'number' && count >= 0 ? count : Infinity];
    }),
  );
  return new Map(
    measured.map((each) => [each.limit.key, Math.max(...each.keys.map((key) => known.get(key) ?? Infinity))]),
  );
}

function allUsed(limits: readonly LimitReceipt[]): Counts {
  return new Map(limits.map(({ key }) => [key, Infinity]));
}
