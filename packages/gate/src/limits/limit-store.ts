import type { Awaitable } from '../approval/stores/approval-store.ts';

/** What one call takes of one limit. */
export interface LimitClaim {
  /** Names what is counted: the meter and whose calls, `/`, the window of time. What shares the part before the `/` belongs together. */
  readonly key: string;
  /** Zero or more; less where a call that was counted did not run. */
  readonly amount: number;
  /** What all claims of this key may come to; `Number.MAX_VALUE` where it is counted without a limit. */
  readonly most: number;
  /** When the count may be forgotten, in milliseconds since the epoch. */
  readonly until: number;
}

/** Whether claims were within their limits, and what is used now. */
export interface Reservation {
  readonly reserved: boolean;
  /**
   * What is used of each claim's key: with this call where it was reserved, without it where not. Nobody reads it for a claim
   * without a limit.
   */
  readonly used: readonly number[];
}

/**
 * Counts what rules with a `limit` let through. However many processes reserve at once, no key ever exceeds its `most`.
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
  /** Takes all claims, or none where one of them would go beyond its limit. */
  readonly reserve: (claims: readonly LimitClaim[]) => Awaitable<Reservation>;
  /** What is used of each key. Counts nothing. */
  readonly used: (keys: readonly string[]) => Awaitable<readonly number[]>;
}

/** For one process. */
export function memoryLimits(): LimitStore {
  // Made by the first claim: an app may hold a gate for each of its users, and most have no limits.
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

/** Counts that are kept before old ones are looked for. */
const someCounts = 1000;

function forgetOver(counts: Map<string, { readonly until: number }>, now: number): void {
  if (counts.size < someCounts) return;
  for (const [key, { until }] of counts) if (until < now) counts.delete(key);
}

/**
 * Claims taken one after the other, each atomically; those that were taken are given back where a later one does not fit.
 * What is only counted comes first: a process whose policy bounds that count must not miss a call that is about to be allowed.
 */
export async function reserveEach(
  claims: readonly LimitClaim[],
  store: {
    /** All of them, without a limit. */
    readonly count: (claims: readonly LimitClaim[]) => Promise<void>;
    /** What is used with the claim, or nothing where it does not fit. */
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
  // Nobody asks what is used of a count that has no limit.
  return { reserved: true, used: claims.map(({ key }) => used.get(key) ?? 0) };
}
