import { parseRemembered, printRemembered, type Remembered } from '../approval/stores/grant-file.ts';
import type { GrantReader, GrantStore } from '../approval/stores/grant-store.ts';
import { spaceKey, type RunSql, type SqlRow, type SqlValue, type Tables } from './sql.ts';

/**
 * One row per remembered answer, deleted when revoked. A use is one statement, so only one of two last uses succeeds.
 */
export function sqlGrants(run: RunSql, { grants: table }: Tables): GrantStore {
  let kept = 0;

  async function saveAnswer(remembered: Remembered): Promise<void> {
    if (kept++ % keptBetween === 0)
      await run(`delete from ${table} where expires < $1 or (session is not null and at < $2)`, [
        remembered.at,
        remembered.at - sessionsFor,
      ]);
    const { kind } = remembered;
    const answer = kind === 'grant' ? remembered.grant : remembered.denial;
    const uses = kind === 'grant' ? remembered.grant.uses : undefined;
    await run(
      `insert into ${table} (id, kind, space, at, session, expires, uses, used, body)
        values ($1, $2, $3, $4, $5, $6, $7, 0, $8) on conflict (id) do update set body = excluded.body`,
      [
        answer.id,
        kind,
        // A denial without an owner applies to everyone.
        kind === 'denial' && answer.owner === undefined ? everybody : spaceKey(answer.owner),
        remembered.at,
        answer.session ?? null,
        answer.expires ?? null,
        uses ?? null,
        printRemembered(remembered),
      ],
    );
  }
  const read = async (kind: Remembered['kind'], of: GrantReader | undefined): Promise<readonly SqlRow[]> => {
    const values: SqlValue[] = [kind, Date.now()];
    const wanted = ['kind = $1', '(expires is null or expires > $2)', '(uses is null or used < uses)'];
    if (of !== undefined) {
      values.push(spaceKey(of.owner), everybody, of.session ?? null);
      wanted.push('space in ($3, $4)', '(session is null or session = $5)');
    }
    return run(`select id, body from ${table} where ${wanted.join(' and ')} order by id`, values);
  };
  return {
    list: async (of) =>
      (await read('grant', of)).flatMap((row) => {
        const found = answerFromRow(row);
        return found?.kind === 'grant' ? [found.grant] : [];
      }),
    denials: async (of) =>
      (await read('denial', of)).map((row) => {
        const found = answerFromRow(row);
        // An unreadable denial is not ignored: nothing is decided until it is removed.
        if (found?.kind !== 'denial')
          throw new Error(
            `a remembered denial cannot be read: fix or remove ${String(row['id'])} in ${table}`,
          );
        return found.denial;
      }),
    add: (grant) => saveAnswer({ kind: 'grant', grant, at: Date.now() }),
    deny: (denial) => saveAnswer({ kind: 'denial', denial, at: Date.now() }),
    revoke: async (id) => (await run(`delete from ${table} where id = $1 returning id`, [id])).length === 1,
    use: async (id) => {
      const rows = await run(
        `update ${table} set used = used + 1
          where id = $1 and kind = 'grant' and (uses is null or used < uses) returning id`,
        [id],
      );
      return rows.length === 1;
    },
  };
}

/** Answers between two cleanups. */
const keptBetween = 50;

/** How long answers for a session are kept: there is no event for the end of a session. */
const sessionsFor = 30 * 24 * 60 * 60_000;

/** Differs from every `spaceKey`. */
const everybody = 'everybody';

function answerFromRow({ id, body }: SqlRow): Remembered | undefined {
  return typeof id === 'string' && typeof body === 'string' ? parseRemembered(body, id) : undefined;
}
