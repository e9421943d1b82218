import type { Database } from '../database/database.ts';
import { query } from '../database/query.ts';

const folder = import.meta.dirname;
const addPartition = query<{ readonly added: boolean }, [day: string]>(folder, 'add-partition.sql');
const dropPartitions = query<{ readonly name: string }, [day: string]>(folder, 'drop-partitions.sql');

const aDay = 24 * 60 * 60_000;

/** `events_20261115`, by the day of receipt, UTC. */
export function partitionName(receivedAt: string): string {
  return `events_${receivedAt.slice(0, 10).replaceAll('-', '')}`;
}

/** Today's and those of the next days; and none that is older than events are kept. */
export async function tendPartitions(
  database: Database,
  { now, retentionDays }: { readonly now: number; readonly retentionDays: number },
): Promise<readonly string[]> {
  const day = (offset: number): string => new Date(now + offset * aDay).toISOString().slice(0, 10);
  for (const offset of [0, 1, 2, 3]) await database.asSystem((on) => addPartition(on, day(offset)));
  const dropped = await database.asSystem((on) => dropPartitions(on, day(-retentionDays)));
  return dropped.map(({ name }) => name);
}
