import type { Database } from '../database/database.ts';
import { queries } from '../database/query.ts';

const sql = queries(import.meta.dirname);
const addPartition = sql<{ added: boolean }, { daysFromNow: number }>('add-partition.sql');
const dropPartitions = sql<{ name: string }, { days: number }>('drop-partitions.sql');

const dropCounts = sql<never, { days: number }>('drop-counts.sql');

/** `events_20261115`, by the day of receipt, UTC. */
export function partitionName(receivedAt: string): string {
  return `events_${receivedAt.slice(0, 10).replaceAll('-', '')}`;
}

/**
 * Creates partitions for today and the next days, and drops those past retention. The date is the database's: a
 * server with a wrong clock must not drop yesterday's data.
 */
export async function maintainPartitions(
  database: Database,
  { retentionDays }: { readonly retentionDays: number },
): Promise<readonly string[]> {
  await addMissing(database);
  const dropped = await database.asSystem(async (on) => {
    // The counts are dropped too, so that figures match the entries.
    await dropCounts(on, { days: retentionDays });
    return await dropPartitions(on, { days: retentionDays });
  });
  return dropped.map(({ name }) => name);
}

async function addMissing(database: Database): Promise<void> {
  for (const days of [0, 1, 2, 3]) await database.asSystem((on) => addPartition(on, { daysFromNow: days }));
}

/** PostgreSQL: undefined table. */
function isMissingPartition(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '42P01';
}

/** This day has no partition yet: the database's clock was set, or the hourly work has failed for days. */
export async function withRoom<T>(database: Database, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isMissingPartition(error)) throw error;
    await addMissing(database);
    return await work();
  }
}
