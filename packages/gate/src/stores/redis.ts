import type { Stores } from './stores.ts';
import type { LogStore } from '../log/entry/log.ts';
import { redisApprovals } from './redis-approvals.ts';
import { redisKeys, type RedisClient, type RedisOptions } from './redis-client.ts';
import { redisGrants } from './redis-grants.ts';
import { redisLimits } from './redis-limits.ts';
import { redisLog } from './redis-log.ts';
import { redisSessions } from './redis-sessions.ts';

export type { RedisClient, RedisOptions };

/**
 * Approvals, grants, limits, sessions and the log in Redis or Valkey, shared by all servers of an app. One primary, `noeviction`, and as
 * durable as it is configured: docs/stores.md says what that means for an approval.
 *
 * @example
 * ```ts
 * import { createClient } from 'redis';
 * import { createGate } from '@permesso/gate';
 * import { redisStores } from '@permesso/gate/stores/redis';
 * const client = await createClient().connect();
 * const gate = createGate({ policy: { ask: ['refund'] }, stores: redisStores(client) });
 * ```
 */
export function redisStores(
  client: RedisClient,
  options: RedisOptions = {},
): Required<Stores> & { readonly log: LogStore } {
  const keys = redisKeys(client, options);
  return {
    approvals: redisApprovals(keys),
    grants: redisGrants(keys),
    limits: redisLimits(keys),
    sessions: redisSessions(keys),
    log: redisLog(keys),
  };
}
