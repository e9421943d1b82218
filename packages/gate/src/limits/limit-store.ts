import type { Awaitable } from '../approval/stores/approval-store.ts';

/** What one call takes from one limit. */
export interface LimitClaim {
  /**
   * What is counted: the meter and whose calls, `/`, the time window. Keys with the same part before `/` belong
   * together.
   */
  readonly key: string;
  /** Zero or more; negative to give back a counted call that did not run. */
  readonly amount: number;
  /** The maximum for all claims of this key; `Number.MAX_VALUE` to count without a limit. */
  readonly most: number;
  /** When the count may be dropped, in milliseconds since the epoch. */
  readonly until: number;
}

/** Whether the claims were within their limits, and the resulting counts. */
export interface Reservation {
  readonly reserved: boolean;
  /**
   * The count of each claim's key: including this call if it was reserved, without it if not. Not read for a claim
   * without a limit.
   */
  readonly used: readonly number[];
}

/**
 * Counts what rules with a `limit` allow. However many processes reserve at once, no key ever exceeds its `most`.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import type { LimitStore } from '@permesso/gate/stores';
 * const gateWith = (limits: LimitStore) =>
 *   createGate({ policy: { allow: [{ rule: 'send_mail', limit: { calls: 5, per: 'hour' } }] }, stores: { limits } });
 * ```
 */
export interface LimitStore {
  /** Takes all claims, or none if one of them would exceed its limit. */
  readonly reserve: (claims: readonly LimitClaim[]) => Awaitable<Reservation>;
  /** The count of each key. Counts nothing. */
  readonly used: (keys: readonly string[]) => Awaitable<readonly number[]>;
}

/** Limits for one process. */
export function memoryLimits(): LimitStore {
  // Created by the first claim: an app may hold a gate for each of its users, and most have no limits.
  let counts: Map<string, { used: number; until: number }> | undefined;
  const usedOf = (key: string): number => counts?.get(key)?.used ?? 0;
  return {
    used: (keys) => keys.map(usedOf),
    reserve: (claims) => {
      const fits = claims.every(({ key, amount, most }) => usedOf(key) + amount <= most);
      if (!fits) return { reserved: false, used: claims.map(({ key }) => usedOf(key)) };
      counts ??= new Map();
      forgetOver(counts, Date.now());
      for (const { key, amount, until } of claims) {
        const before = counts.get(key);
        counts.set(key, {
          used: (before?.used ?? 0) + amount,
          until: Math.max(until, before?.until ?? 0),
        });
      }
      return { reserved: true, used: claims.map(({ key }) => usedOf(key)) };
    },
  };
}

/** Number of counts to keep before looking for old ones. */
const someCounts = 1000;

function forgetOver(counts: Map<string, { readonly until: number }>, now: number): void {
  if (counts.size < someCounts) return;
  for (const [key, { until }] of counts) if (until < now) counts.delete(key);
}

/**
 * Takes claims one after the other, each atomically, and gives them back if a later one does not fit. Claims without
 * a limit are counted first: a process whose policy bounds that count must not miss a call that is about to be
 * allowed.
 */
export async function reserveEach(
  claims: readonly LimitClaim[],
  store: {
    /** Counts all of them, without a limit. */
    readonly count: (claims: readonly LimitClaim[]) => Promise<void>;
    /** The count including the claim, or undefined if it does not fit. */
    readonly take: (claim: LimitClaim) => Promise<number | undefined>;
    readonly giveBack: (claim: LimitClaim) => Promise<void>;
    readonly used: (keys: readonly string[]) => Promise<readonly number[]>;
  },
): Promise<Reservation> {
  const bounded = claims.filter(({ most }) => most < Number.MAX_VALUE);
  const taken = claims.filter(({ most }) => most === Number.MAX_VALUE);
  if (taken.length > 0) await store.count(taken);
  const used = new Map<string, number>();
  for (const claim of bounded) {
    const now = await store.take(claim);
    if (now === undefined) {
      for (const each of taken) await store.giveBack(each);
      return { reserved: false, used: await store.used(claims.map(({ key }) => key)) };
    }
    taken.push(claim);
    used.set(claim.key, now);
  }
  // The count is not read for a claim without a limit.
  return { reserved: true, used: claims.map(({ key }) => used.get(key) ?? 0) };
}
