import type { LimitStore } from '../limits/limit-store.ts';
import { textsIn, type RedisKeys } from './redis-client.ts';

/** One key for each count, which goes when its window is over. All claims of a call are one script. */
export function redisLimits({ key, send, script }: RedisKeys): LimitStore {
  // In braces what belongs together: a Redis cluster runs a script only on keys of one place.
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
