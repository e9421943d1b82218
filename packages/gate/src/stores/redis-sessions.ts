import { createHash } from 'node:crypto';
import {
  nameOf,
  readSession,
  type SessionKey,
  sessionsKept,
  type SessionStore,
} from '../sessions/session-store.ts';
import type { RedisKeys } from './redis-client.ts';

/** One list for each session, to which events are only added. */
export function redisSessions({ key, send, script }: RedisKeys): SessionStore {
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
