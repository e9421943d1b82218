import { definedFields } from '@permesso/engine/call';
import type { ApprovalStore } from '../approval/stores/approval-store.ts';
import type { GrantStore } from '../approval/stores/grant-store.ts';
import type { LimitStore } from '../limits/limit-store.ts';
import type { Log } from '../log/entry/log.ts';
import type { SessionStore } from '../sessions/session-store.ts';

/**
 * Where a gate keeps what must outlive a call. Each store may be memory, files or a database:
 * `@permesso/gate/stores/postgres`, `/redis` and `/sqlite` have all five, and an app with several servers gives every
 * gate the same stores.
 */
export interface Stores {
  /**
   * Where requests wait for an answer: stored before the approver is asked, and answered from any process. Default:
   * the memory of this call.
   */
  readonly approvals?: ApprovalStore;
  /** Where lasting answers are kept. Default: memory. */
  readonly grants?: GrantStore;
  /** Where calls are counted for rules with a `limit`. Default: memory. */
  readonly limits?: LimitStore;
  /** Where session labels are kept, for rules with `after`. Default: memory. */
  readonly sessions?: SessionStore;
  /** Where entries go. By default nowhere. */
  readonly log?: Log;
}

interface GivenStores {
  readonly stores?: Stores;
  readonly grants?: GrantStore;
  readonly log?: Log;
}

/** If both were given, one would be ignored. */
export function mergedStores({ stores, grants, log }: GivenStores): Stores {
  for (const [name, own] of Object.entries({ grants, log })) {
    if (own !== undefined && stores?.[name as 'grants' | 'log'] !== undefined)
      throw new TypeError(`\`${name}\` and \`stores.${name}\` are both given; leave one of them out`);
  }
  return { ...stores, ...definedFields({ grants, log }) };
}
