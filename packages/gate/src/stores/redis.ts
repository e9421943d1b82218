import type { Stores } from './stores.ts';
import type { LogStore } from '../log/entry/log.ts';
import { redisApprovals } from './redis-approvals.ts';
import { redisKeys, type RedisClient, type RedisOptions, textsIn, type RedisKeys } from './redis-client.ts';
import { redisGrants } from './redis-grants.ts';
import { redisLog } from './redis-log.ts';
import type { LimitStore } from '../limits/limit-store.ts';
import { createHash } from 'node:crypto';
import {
  nameOf,
  readSession,
  type SessionKey,
  sessionsKept,
  type SessionStore,
} from '../sessions/session-store.ts';

export type { RedisClient, RedisOptions };

/**
 * Approvals, grants, limits, sessions and the log in Redis or Valkey, shared by all servers of an app. Use one
 * primary with `noeviction`; durability depends on its configuration: docs/stores.md says what that means for an
 * approval.
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

/** One key per count, which expires after its window. All claims of a call are one script. */
function redisLimits({ key, send, script }: RedisKeys): LimitStore {
  // The braces group keys: a Redis cluster runs a script only on keys in one slot.
  const keyOf = (name: string): string => key('limit', name.replace(/^[^/]*/, '{$&}'));
  return {
    used: async (keys) => {
      if (keys.length === 0) return [];
      const counts = await send('MGET', ...keys.map(keyOf));
      return keys.map((_key, place) => Number((Array.isArray(counts) ? counts[place] : undefined) ?? 0));
    },
    reserve: async (claims) => {
      if (claims.length === 0) return { reserved: true, used: [] };
      const reply = await script(
        reserveScript,
        claims.map((claim) => keyOf(claim.key)),
        claims.flatMap(({ amount, most, until }) => [String(amount), String(most), String(until)]),
      );
      const [reserved, ...used] = textsIn(reply);
      if (used.length !== claims.length) throw new Error('Redis did not count the call');
      return { reserved: reserved === 'yes', used: used.map(Number) };
    },
  };
}

const reserveScript = `
local used, fits = {}, true
for place, key in ipairs(KEYS) do
  used[place] = tonumber(redis.call('GET', key) or '0')
  if used[place] + tonumber(ARGV[place * 3 - 2]) > tonumber(ARGV[place * 3 - 1]) then fits = false end
end
local reply = { fits and 'yes' or 'no' }
for place, key in ipairs(KEYS) do
  if fits then
    used[place] = tonumber(redis.call('GET', key) or '0') + tonumber(ARGV[place * 3 - 2])
    redis.call('SET', key, string.format('%.17g', used[place]))
    redis.call('PEXPIREAT', key, ARGV[place * 3])
  end
  reply[place + 1] = string.format('%.17g', used[place])
end
return reply`;

/** One append-only list per session. */
function redisSessions({ key, send, script }: RedisKeys): SessionStore {
  const listOf = (session: SessionKey): string =>
    key('session', createHash('sha256').update(nameOf(session)).digest('hex').slice(0, 32));
  return {
    read: (session) =>
      readSession(async () => {
        const lines = await send('LRANGE', listOf(session), '0', '-1');
        if (!Array.isArray(lines)) throw new Error('its record is no list');
        return lines;
      }),
    add: async (session, events) => {
      if (events.length === 0) return;
      const lines = events.map((event) => JSON.stringify(event));
      await script(addScript, [listOf(session)], [String(sessionsKept), ...lines]);
    },
  };
}

const addScript = `
for at = 2, #ARGV do redis.call('RPUSH', KEYS[1], ARGV[at]) end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1`;
