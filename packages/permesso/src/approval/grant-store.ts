import type { Grant } from '../decision/grant.ts';

/** Where answers are remembered. Read before every decision, so that a revoke holds for the next call. */
export interface GrantStore {
  readonly list: () => readonly Grant[];
  readonly add: (grant: Grant) => void | Promise<void>;
  readonly revoke: (id: string) => boolean | Promise<boolean>;
}

export function memoryGrants(initial: readonly Grant[] = []): GrantStore {
  const grants = new Map(initial.map((grant) => [grant.id, grant]));
  return {
    list: () => [...grants.values()],
    add: (grant) => void grants.set(grant.id, grant),
    revoke: (id) => grants.delete(id),
  };
}
