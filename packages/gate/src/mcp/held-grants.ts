import { definedFields } from '@permesso/engine/call';
import type { Denial } from '../approval/denial.ts';
import type { SyncGrantStore } from '../approval/stores/grant-store.ts';

/**
 * The grants of a store, read again after this many milliseconds, and at once when one of them is changed here or the
 * store reports a change.
 */
export function heldGrants(store: SyncGrantStore, milliseconds: number): SyncGrantStore {
  const { denials, add, deny, revoke, use, watch } = store;
  let since = -Infinity;
  let seen: Seen = { grants: [], denials: [] };
  const look = (): Seen => {
    const now = performance.now();
    if (now - since >= milliseconds) {
      seen = { grants: store.list(), denials: denials?.() ?? [] };
      since = now;
    }
    return seen;
  };
  const forget = (): void => {
    since = -Infinity;
  };
  return {
    ...store,
    list: () => look().grants,
    add: async (grant) => {
      await add(grant);
      forget();
    },
    revoke: (id) => {
      forget();
      return revoke(id);
    },
    ...definedFields({
      denials: denials && (() => look().denials),
      deny:
        deny &&
        (async (denial: Denial) => {
          await deny(denial);
          forget();
        }),
      use:
        use &&
        ((id: string) => {
          forget();
          return use(id);
        }),
      watch:
        watch &&
        ((changed: () => void) =>
          watch(() => {
            forget();
            changed();
          })),
    }),
  };
}

interface Seen {
  readonly grants: ReturnType<SyncGrantStore['list']>;
  readonly denials: ReturnType<NonNullable<SyncGrantStore['denials']>>;
}
