import type { Grant } from '@permesso/engine/decision';
import type { OwnerSpace } from '@permesso/engine/call';
import type { Denial } from '../denial.ts';
import type { Awaitable } from './approval-store.ts';

/**
 * Where answers are remembered. Read before every decision, so that a revocation applies to the next call. Every
 * method may return a promise; grants returned for other callers are ignored.
 *
 * @example
 * ```ts
 * import type { GrantStore } from '@permesso/gate/stores';
 * const revokeAll = async (store: GrantStore): Promise<void> => {
 *   for (const { id } of await store.list()) await store.revoke(id);
 * };
 * ```
 */
export interface GrantStore {
  readonly list: (of?: GrantReader) => Awaitable<readonly Grant[]>;
  readonly add: (grant: Grant) => void | Promise<void>;
  /** Revokes a grant or a denial. */
  readonly revoke: (id: string) => boolean | Promise<boolean>;
  /** Counts a call that a grant allowed. False if the grant has no uses left: then it did not allow the call. */
  readonly use?: (id: string) => boolean | Promise<boolean>;
  readonly denials?: (of?: GrantReader) => Awaitable<readonly Denial[]>;
  readonly deny?: (denial: Denial) => void | Promise<void>;
  /** Calls back when something may have changed, so that pending requests are checked again. */
  readonly watch?: (changed: () => void) => () => void;
}

/** Whose call is decided, so that a database need not send everyone's. Everything if absent. */
export interface GrantReader {
  readonly owner?: OwnerSpace;
  readonly session?: string;
}

/** A store that can be read synchronously: in memory or on this disk. */
export interface SyncGrantStore extends GrantStore {
  readonly list: () => readonly Grant[];
  readonly denials?: () => readonly Denial[];
}

interface RememberedAnswers {
  readonly grants: Map<string, Grant>;
  readonly denials: Map<string, Denial>;
  readonly used: Map<string, number>;
}

/**
 * Remembered answers in this process's memory.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { memoryGrants } from '@permesso/gate/stores';
 * const grants = memoryGrants();
 * const gate = createGate({ policy: {}, grants });
 * for (const { id } of grants.list()) await gate.revoke(id);
 * ```
 */
export function memoryGrants(initial: readonly Grant[] = []): SyncGrantStore {
  // Created by the first answer: an app may hold a gate for each of its users, most of them without any.
  let held: RememberedAnswers | undefined;
  const hold = (): RememberedAnswers => (held ??= { grants: new Map(), denials: new Map(), used: new Map() });
  for (const grant of initial) hold().grants.set(grant.id, grant);
  return {
    list: () => (held === undefined ? [] : leftIn(held)),
    add: (grant) => void hold().grants.set(grant.id, grant),
    revoke: (id) => held !== undefined && (held.grants.delete(id) || held.denials.delete(id)),
    use: (id) => {
      const grant = held?.grants.get(id);
      if (held === undefined || grant === undefined || usesLeft(held, grant) <= 0) return false;
      held.used.set(id, (held.used.get(id) ?? 0) + 1);
      return true;
    },
    denials: () => (held === undefined ? [] : [...held.denials.values()]),
    deny: (denial) => void hold().denials.set(denial.id, denial),
  };
}

function leftIn(held: RememberedAnswers): readonly Grant[] {
  return [...held.grants.values()].filter((grant) => usesLeft(held, grant) > 0);
}

function usesLeft({ used }: RememberedAnswers, { id, uses }: Grant): number {
  return (uses ?? Infinity) - (used.get(id) ?? 0);
}
