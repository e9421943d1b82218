import { parseRemembered, printRemembered, type Remembered } from '../approval/stores/grant-file.ts';
import type { GrantReader, GrantStore } from '../approval/stores/grant-store.ts';
import { textsIn, type RedisKeys } from './redis-client.ts';
import { spaceKey } from './sql.ts';

/**
 * One key per remembered answer, deleted when revoked. A use is one script, so only one of two last uses succeeds.
 */
export function redisGrants({ key, send, script }: RedisKeys): GrantStore {
  const spaces = key('spaces');
  const answersOf = (space: string): string => key('answers', space);

  async function saveAnswer(remembered: Remembered): Promise<void> {
    const { kind } = remembered;
    const answer = kind === 'grant' ? remembered.grant : remembered.denial;
    const uses = kind === 'grant' ? remembered.grant.uses : undefined;
    // A denial without an owner applies to everyone.
    const space = kind === 'denial' && answer.owner === undefined ? everybody : spaceKey(answer.owner);
    const end = Math.min(
      answer.expires ?? Infinity,
      answer.session === undefined ? Infinity : remembered.at + sessionsFor,
    );
    await script(
      keepScript,
      [key('answer', answer.id), answersOf(space), spaces],
      [
        answer.id,
        printRemembered(remembered),
        uses === undefined ? '' : String(uses),
        space,
        Number.isFinite(end) ? String(end) : '',
      ],
    );
  }

  async function readAnswers(of: GrantReader | undefined): Promise<readonly KeptAnswer[]> {
    const wanted =
      of === undefined ? textsIn(await send('SMEMBERS', spaces)) : [spaceKey(of.owner), everybody];
    const lists = await Promise.all(wanted.map((space) => send('SMEMBERS', answersOf(space))));
    const found = await Promise.all(lists.flatMap(textsIn).toSorted().map(readOne));
    return found.flatMap((one) => one ?? []);
  }

  async function readOne(id: string): Promise<KeptAnswer | undefined> {
    const fields = await send('HMGET', key('answer', id), 'body', 'uses', 'used');
    const [body, uses, used] = Array.isArray(fields) ? (fields as readonly unknown[]) : [];
    if (typeof body !== 'string') return undefined;
    const left = typeof uses === 'string' && uses !== '' ? Number(uses) - Number(used ?? 0) : 1;
    return { id, left, remembered: parseRemembered(body, id), denies: body.includes('"kind":"denial"') };
  }

  return {
    list: async (of) =>
      (await readAnswers(of)).flatMap(({ remembered, left }) =>
        remembered?.kind === 'grant' && left > 0 ? [remembered.grant] : [],
      ),
    denials: async (of) =>
      (await readAnswers(of)).flatMap(({ id, remembered, denies }) => {
        if (remembered?.kind === 'denial') return [remembered.denial];
        // An unreadable denial is not ignored: nothing is decided until it is removed.
        if (remembered === undefined && denies)
          throw new Error(`a remembered denial cannot be read: fix or remove ${key('answer', id)}`);
        return [];
      }),
    add: (grant) => saveAnswer({ kind: 'grant', grant, at: Date.now() }),
    deny: (denial) => saveAnswer({ kind: 'denial', denial, at: Date.now() }),
    revoke: async (id) => (await send('DEL', key('answer', id))) === 1,
    use: async (id) => (await script(useScript, [key('answer', id)], [])) === 1,
  };
}

interface KeptAnswer {
  readonly id: string;
  readonly left: number;
  readonly remembered: Remembered | undefined;
  readonly denies: boolean;
}

/** How long answers for a session are kept: there is no event for the end of a session. */
const sessionsFor = 30 * 24 * 60 * 60_000;

/** Differs from every `spaceKey`. */
const everybody = 'everybody';

const keepScript = `
redis.call('HSET', KEYS[1], 'body', ARGV[2], 'uses', ARGV[3])
for _, id in ipairs(redis.call('SRANDMEMBER', KEYS[2], 20)) do
  if redis.call('EXISTS', string.sub(KEYS[1], 1, -1 - #ARGV[1]) .. id) == 0 then redis.call('SREM', KEYS[2], id) end
end
redis.call('SADD', KEYS[2], ARGV[1])
redis.call('SADD', KEYS[3], ARGV[4])
if ARGV[5] ~= '' then redis.call('PEXPIREAT', KEYS[1], ARGV[5]) end
return 1`;

const useScript = `
local body = redis.call('HGET', KEYS[1], 'body')
if not body then return 0 end
local uses = redis.call('HGET', KEYS[1], 'uses')
local used = tonumber(redis.call('HGET', KEYS[1], 'used') or '0')
if uses ~= '' and used >= tonumber(uses) then return 0 end
redis.call('HINCRBY', KEYS[1], 'used', 1)
return 1`;
