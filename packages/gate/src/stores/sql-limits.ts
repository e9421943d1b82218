import { aDay } from '../approval/stores/approval-store.ts';
import { reserveEach, type LimitStore } from '../limits/limit-store.ts';
import type { RunSql, Tables } from './sql.ts';

/** Claims between two cleanups. */
const claimsBetween = 200;

const addToCount = `set used = counted.used + excluded.used,
  until = case when excluded.until > counted.until then excluded.until else counted.until end`;

/**
 * One row per count. Taking is one statement that adds only if the sum fits, so concurrent writers cannot exceed it.
 */
export function sqlLimits(run: RunSql, { limits: table }: Tables): LimitStore {
  let taken = 0;
  const used = async (keys: readonly string[]): Promise<readonly number[]> => {
    if (keys.length === 0) return [];
    const places = keys.map((_key, place) => `$${place + 1}`).join(', ');
    const rows = await run(`select key, used from ${table} where key in (${places})`, keys);
    const known = new Map(rows.map((row) => [row['key'], Number(row['used'])]));
    return keys.map((key) => known.get(key) ?? 0);
  };
  return {
    used,
    reserve: async (claims) => {
      // A day late: another server's clock may be behind, and what it still counts must not be lost.
      if (taken++ % claimsBetween === 0)
        await run(`delete from ${table} where until < $1`, [Date.now() - aDay]);
      return reserveEach(claims, {
        used,
        count: async (counted) => {
          // In a fixed order: two statements that lock the same rows in different orders would deadlock.
          const rows = counted.toSorted((a, b) => (a.key < b.key ? -1 : 1));
          const values = rows.map((_row, at) => `($${3 * at + 1}, $${3 * at + 2}, $${3 * at + 3})`);
          await run(
            `insert into ${table} as counted (key, used, until) values ${values.join(', ')}
              on conflict (key) do update ${addToCount}`,
            rows.flatMap(({ key, amount, until }) => [key, amount, until]),
          );
        },
        take: async ({ key, amount, most, until }) => {
          if (amount > most) return undefined;
          const [row] = await run(
            `insert into ${table} as counted (key, used, until) values ($1, $2, $3)
              on conflict (key) do update ${addToCount}
                where counted.used + excluded.used <= $4
              returning used`,
            [key, amount, until, most],
          );
          return row === undefined ? undefined : Number(row['used']);
        },
        giveBack: async ({ key, amount }) => {
          await run(`update ${table} set used = used - $2 where key = $1`, [key, amount]);
        },
      });
    },
  };
}
