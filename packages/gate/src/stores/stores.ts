import { definedFields } from '@permesso/engine/call';
import type { ApprovalStore } from '../approval/stores/approval-store.ts';
import type { GrantStore } from '../approval/stores/grant-store.ts';
import type { LimitStore } from '../limits/limit-store.ts';
import type { Log } from '../log/entry/log.ts';
import type { SessionStore } from '../sessions/session-store.ts';

/**
 * Where a gate keeps what must outlive a call. Each may be memory, files or a database: `@permesso/gate/stores/postgres`, `/redis` and
 * `/sqlite` give all five, and an app with several servers gives every gate the same.
 */
export interface Stores {
  /**
   * Where requests wait for an answer: put there before the approver is asked, and answered from any process. In the memory of
   * this call when absent.
   */
  readonly approvals?: ApprovalStore;
  /** Where lasting answers are. In memory when absent. */
  readonly grants?: GrantStore;
  /** Where calls are counted for rules with a `limit`. In memory when absent. */
  readonly limits?: LimitStore;
  /** Where the labels of sessions are, for rules with `after`. In memory when absent. */
  readonly sessions?: SessionStore;
  /** Where entries go. Nowhere when absent. */
  readonly log?: Log;
}

interface GivenStores {
  readonly stores?: Stores;
  readonly grants?: GrantStore;
  readonly log?: Log;
}

/** Given in both ways, one of the two would be ignored. */
export function mergedStores({ stores, grants, log }: GivenStores): Stores {
  for (const [name, own] of Object.entries({ grants, log })) {
    if (own !== undefined && stores?.[name as 'grants' | 'log'] !== undefined)
      throw new TypeError(`\`${name}\` and \`stores.${name}\` are both given; leave one of them out`);
  }
  return { ...stores, ...definedFields({ grants, log }) };
}
