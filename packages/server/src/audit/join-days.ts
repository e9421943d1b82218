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

/** Joins the shards of counts of days that are over, and adds these to the sums of agents: both are read more often than they are added to. */
export async function joinDays(database: Database): Promise<void> {
  await eachDay(database, await daysApart(database.system), joinShards);
  await eachDay(database, await daysToSum(database.system), async (on, { day }) => {
    // By a statement of its own: the next one sees what a late batch added meanwhile, or that batch sets the sums back.
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
      // It is on its way to another cell, where its days are joined; the others are not kept from it.
      if (!(error instanceof ElsewhereError)) throw error;
    }
}
