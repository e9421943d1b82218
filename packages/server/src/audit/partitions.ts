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
 * Today's and those of the next days; and none that is older than events are kept. What day it is says the database: a
 * server whose own clock is wrong must not drop what it was given yesterday.
 */
export async function maintainPartitions(
  database: Database,
  { retentionDays }: { readonly retentionDays: number },
): Promise<readonly string[]> {
  await addMissing(database);
  const dropped = await database.asSystem(async (on) => {
    // With their counts: figures say what is there.
    await dropCounts(on, { days: retentionDays });
    return await dropPartitions(on, { days: retentionDays });
  });
  return dropped.map(({ name }) => name);
}

async function addMissing(database: Database): Promise<void> {
  for (const days of [0, 1, 2, 3]) await database.asSystem((on) => addPartition(on, { daysFromNow: days }));
}

/** The database says: no such table. */
function isMissingPartition(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '42P01';
}

/** Nobody has made room for this day: the database's clock was set, or the hourly work has failed for days. */
export async function withRoom<T>(database: Database, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isMissingPartition(error)) throw error;
    await addMissing(database);
    return await work();
  }
}
