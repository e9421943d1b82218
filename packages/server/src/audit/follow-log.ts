import { first, query, type Connection } from '../database/query.ts';

export interface LoggedBatch {
  /** Its place in the log: 0, 1, 2 ... Those that are missing are leaves of another kind, such as files of closed days. */
  readonly leaf: number;
  readonly agent: string;
  readonly first: number;
  readonly last: number;
  readonly receivedAt: Date;
  /** As the agent wrote them. None when retention has dropped their day. */
  readonly entries: readonly { readonly seq: number; readonly line: string }[];
}

export interface LogPage {
  readonly batches: readonly LoggedBatch[];
  /** Where to read on. */
  readonly next: number;
}

const folder = import.meta.dirname;
const batchesFrom = query<Omit<LoggedBatch, 'entries'>, { readonly from: number; readonly most: number }>(
  folder,
  'log-batches.sql',
);
const entriesOf = query<
  { readonly leaf: number; readonly seq: number; readonly line: string },
  { readonly from: number; readonly last: number }
>(folder, 'log-entries.sql');
const positionOf = query<{ readonly leaf: number }, { readonly name: string }>(
  folder,
  'follower-position.sql',
);
const move = query<
  { readonly moved: true },
  { readonly name: string; readonly from: number; readonly to: number }
>(folder, 'move-follower.sql');

/**
 * Reads on in the log of the organisation that the connection is for: some `most` entries, in whole batches. Leaves are
 * numbered one transaction after the other, so a reader that goes from leaf to leaf misses nothing. (Ids of batches commit
 * out of order: do not follow those.)
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

/** The leaf that a follower reads next; 0 for one that never read. */
export async function followerPosition(on: Connection, name: string): Promise<number> {
  return (await first(positionOf(on, { name })))?.leaf ?? 0;
}

/**
 * Moves a follower on, after what it read is where it belongs: what is lost in between is read again, so delivery is at
 * least once. False when another server has moved it from there: forget what was read and start from its position.
 */
export async function moveFollower(
  on: Connection,
  step: { readonly name: string; readonly from: number; readonly to: number },
): Promise<boolean> {
  return (await move(on, step)).length > 0;
}
