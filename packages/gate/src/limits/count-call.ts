import type { ToolCall } from '@permesso/engine/call';
import type { LimitReceipt } from '@permesso/engine/decision';
import { claimsOf, type MeasuredLimit } from './claims.ts';
import type { LimitClaim, LimitStore } from './limit-store.ts';

/** How much of each limit is used, by the key in the receipt. */
export type Counts = ReadonlyMap<string, number>;

interface CallCounting {
  readonly store: LimitStore;
  readonly call: ToolCall;
  readonly now: number;
  readonly onError: (error: unknown) => void;
}

export interface CountedLimits {
  /** False: the call exceeds one of the limits, and nothing was counted. */
  readonly isCounted: boolean;
  readonly counts: Counts;
  /** What was taken, to give back if the call does not run after all. */
  readonly claims: readonly LimitClaim[];
}

/** Counts a call that is about to run. If the store fails, the limit counts as used up: nothing runs uncounted. */
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
    // The call was refused, and room has been given back since. It was not counted, so it must not run on that.
    const isVague = measured.every(
      ({ limit, amount, most }) => (counts.get(limit.key) ?? 0) + amount <= most,
    );
    return { isCounted: reserved, counts: !reserved && isVague ? allUsed(limits) : counts, claims };
  } catch (error) {
    onError(error);
    return { isCounted: false, counts: allUsed(limits), claims: [] };
  }
}

/** Reads the current counts without counting. */
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

/** Of several meters, the most used one. A count missing from the store's reply is not zero. */
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
