import { queries, type Connection } from '../database/query.ts';

export interface LoggedBatch {
  /** Its index in the log: 0, 1, 2 ... Missing ones are leaves of another kind, such as files of closed days. */
  readonly leaf: number;
  readonly agent: string;
  readonly first: number;
  readonly last: number;
  readonly receivedAt: Date;
  /** As the agent wrote them. Empty if retention has dropped their day. */
  readonly entries: readonly { readonly seq: number; readonly line: string }[];
}

export interface LogPage {
  readonly batches: readonly LoggedBatch[];
  /** Where to continue. */
  readonly next: number;
}

const sql = queries(import.meta.dirname);
const batchesFrom = sql<Omit<LoggedBatch, 'entries'>, { from: number; most: number }>('log-batches.sql');
const entriesOf = sql<{ leaf: number; seq: number; line: string }, { from: number; last: number }>(
  'log-entries.sql',
);

/**
 * Reads about `most` entries, in whole batches, from the log of the connection's organisation. Transactions number
 * leaves one after the other, so a reader that follows leaf numbers misses nothing. (Batch ids commit out of order.)
 */
export async function readLogFrom(
  on: Connection,
  { leaf, most }: { readonly leaf: number; readonly most: number },
): Promise<LogPage> {
  const found = await batchesFrom(on, { from: leaf, most });
  const last = found.at(-1)?.leaf;
  if (last === undefined) return { batches: [], next: leaf };
  const entries = Map.groupBy(await entriesOf(on, { from: leaf, last }), (entry) => entry.leaf);
  return {
    batches: found.map((batch) => ({
      ...batch,
      entries: (entries.get(batch.leaf) ?? []).map(({ seq, line }) => ({ seq, line })),
    })),
    next: last + 1,
  };
}
