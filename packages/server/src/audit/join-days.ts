import type { Database } from '../database/database.ts';
import { ElsewhereError } from '../database/elsewhere.ts';
import { queries, type Connection } from '../database/query.ts';

const sql = queries(import.meta.dirname);
interface DayOf {
  readonly organisation: string;
  readonly day: string;
}

const daysApart = sql<DayOf>('days-apart.sql');
const joinShards = sql<never, { day: string }>('join-shards.sql');
const daysToSum = sql<DayOf>('days-to-sum.sql');
const holdSums = sql<never>('hold-sums.sql');
const sumDay = sql<never, { day: string }>('sum-day.sql');

/**
 * Merges the shards of the counts of past days, and adds these to the agents' sums: both are read more often than
 * they are added to.
 */
export async function joinDays(database: Database): Promise<void> {
  await eachDay(database, await daysApart(database.system), joinShards);
  await eachDay(database, await daysToSum(database.system), async (on, { day }) => {
    // A separate statement, so that the next one sees what a late batch added in between; otherwise the sums would be
    // set back.
    await holdSums(on);
    await sumDay(on, { day });
  });
}

async function eachDay(
  database: Database,
  days: readonly DayOf[],
  work: (on: Connection, of: { readonly day: string }) => Promise<unknown>,
): Promise<void> {
  for (const { organisation, day } of days)
    try {
      await database.asIngest(organisation, (on) => work(on, { day }));
    } catch (error) {
      // It is being moved to another cell, which merges its days; the others continue.
      if (!(error instanceof ElsewhereError)) throw error;
    }
}
