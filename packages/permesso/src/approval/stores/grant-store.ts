import type { Grant } from '@permesso/engine/internal/decision/grant';
import type { Denial } from '../denial.ts';

/** Where answers are remembered. Read before every decision, so that a revoke holds for the next call. */
export interface GrantStore {
  readonly list: () => readonly Grant[];
  readonly add: (grant: Grant) => void | Promise<void>;
  /** Grants and denials alike. */
  readonly revoke: (id: string) => boolean | Promise<boolean>;
  /** Counts a call that a grant let through. False when the grant has none left: then it did not. */
  readonly use?: (id: string) => boolean | Promise<boolean>;
  readonly denials?: () => readonly Denial[];
  readonly deny?: (denial: Denial) => void | Promise<void>;
  /** Tells when something may have changed, so that questions which wait are looked at again. */
  readonly watch?: (changed: () => void) => () => void;
}

export function memoryGrants(initial: readonly Grant[] = []): GrantStore {
  const grants = new Map(initial.map((grant) => [grant.id, grant]));
  const denials = new Map<string, Denial>();
  const used = new Map<string, number>();
  const left = ({ id, uses }: Grant): number => (uses ?? Infinity) - (used.get(id) ?? 0);
  return {
    list: () => [...grants.values()].filter((grant) => left(grant) > 0),
    add: (grant) => void grants.set(grant.id, grant),
    revoke: (id) => grants.delete(id) || denials.delete(id),
    use: (id) => {
      const grant = grants.get(id);
      if (grant === undefined || left(grant) <= 0) return false;
      used.set(id, (used.get(id) ?? 0) + 1);
      return true;
    },
    denials: () => [...denials.values()],
    deny: (denial) => void denials.set(denial.id, denial),
  };
}
