import { spaceOf } from '@permesso/engine/call';
import type { Approval } from '@permesso/protocol/approval';
import {
  aDay,
  changeOf,
  firstSettled,
  splitId,
  type ApprovalStore,
} from '../approval/stores/approval-store.ts';
import { approvalFrom, awaitedApprovals } from '../approval/stores/awaited-approvals.ts';
import { textsIn, type RedisKeys } from './redis-client.ts';
import { spaceKey } from './sql.ts';

/**
 * One key per turn of a request. A change applies only if the key is unchanged since it was read: each is one script.
 */
export function redisApprovals({ key, send, script }: RedisKeys): ApprovalStore {
  const all = key('approvals');
  const waiting = (space?: string): string => key('waiting', ...(space === undefined ? [] : [space]));
  const read = async (id: string): Promise<Approval | undefined> =>
    approvalFrom(await send('HGET', key('approval', id), 'body'), id);
  return awaitedApprovals({
    turns: async (name) => Number((await send('GET', key('turns', name))) ?? 0),
    read,
    list: async ({ owner, tenant, pending }) => {
      const named = tenant === undefined ? undefined : tenantKey(tenant);
      const space = owner === undefined ? named : spaceKey(owner === 'nobody' ? undefined : owner);
      const list = pending === true ? waiting(space) : all;
      const ids = textsIn(await send('ZRANGE', list, '0', '-1'));
      const found = await Promise.all(ids.map(read));
      const gone = ids.filter((_id, place) => found[place] === undefined);
      if (gone.length > 0) await send('ZREM', list, ...gone);
      return found
        .flatMap((approval) => approval ?? [])
        .toSorted((a, b) => a.askedAt - b.askedAt || (a.id < b.id ? -1 : 1));
    },
    replace: async (before, after) => {
      const { id, askedAt, request } = after;
      const [name, turn] = splitId(id);
      const change = changeOf(after);
      if (before !== undefined && change <= changeOf(before)) return false;
      const { owner } = request.call;
      const space = spaceKey(spaceOf(owner).owner);
      const done = await script(
        replaceScript,
        [
          key('approval', id),
          key('turns', name),
          all,
          waiting(),
          waiting(space),
          waiting(tenantKey(owner?.tenant)),
        ],
        [
          before === undefined ? '' : String(changeOf(before)),
          String(change),
          JSON.stringify(after),
          id,
          String(turn),
          String(askedAt),
          String(keptFor(after)),
        ],
      );
      return done === 1;
    },
    // Keys expire automatically; their names stay in the lists.
    dropSettled: async () => {
      for (const list of [all, waiting()]) await script(forgetScript, [list], [key('approval', '')]);
    },
  });
}

/** Cannot equal the key of a user's space, which has two parts. */
function tenantKey(tenant: string | undefined): string {
  return JSON.stringify([tenant ?? null]);
}

/** Milliseconds from now, counted by the server's own clock. A request without an expiry is kept. */
function keptFor({ state, askedAt, expiresAt }: Approval): number {
  if (state !== 'pending') return aDay;
  return expiresAt === undefined ? 0 : expiresAt - askedAt + aDay;
}

const replaceScript = `
local at = redis.call('HGET', KEYS[1], 'change')
if (ARGV[1] == '' and at) or (ARGV[1] ~= '' and at ~= ARGV[1]) then return 0 end
redis.call('HSET', KEYS[1], 'change', ARGV[2], 'body', ARGV[3])
if tonumber(redis.call('GET', KEYS[2]) or '0') < tonumber(ARGV[5]) then redis.call('SET', KEYS[2], ARGV[5]) end
redis.call('ZADD', KEYS[3], ARGV[6], ARGV[4])
for place = 4, 6 do
  if tonumber(ARGV[2]) < ${firstSettled} then redis.call('ZADD', KEYS[place], ARGV[6], ARGV[4])
  else redis.call('ZREM', KEYS[place], ARGV[4]) end
end
for place = 1, 2 do
  if ARGV[7] == '0' then redis.call('PERSIST', KEYS[place]) else redis.call('PEXPIRE', KEYS[place], ARGV[7]) end
end
return 1`;

const forgetScript = `
for _, id in ipairs(redis.call('ZRANGE', KEYS[1], 0, 199)) do
  if redis.call('EXISTS', ARGV[1] .. id) == 0 then redis.call('ZREM', KEYS[1], id) end
end
return 1`;
