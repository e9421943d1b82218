import type { Tail } from '@permesso/protocol/entry';
import { copyInto } from '../database/copy.ts';
import { queries, type Connection } from '../database/query.ts';
import { countEntries } from './count-entries.ts';
import { copyColumns, copyRows } from './copy-entries.ts';
import { followChain, type Finding, type Followed } from './follow-chain.ts';
import { partitionName } from './partitions.ts';
import type { SentBatch } from './read-batch.ts';
import type { ServerContext } from '../module.ts';

const sql = queries(import.meta.dirname);
const beginHeads = sql<never, { agents: readonly string[] }>('begin-heads.sql');
const lockHeads = sql<Tail & { agent: string }, { agents: readonly string[] }>('lock-heads.sql');
const advanceHeads = sql<
  never,
  {
    agents: readonly string[];
    seqs: readonly number[];
    hashes: readonly string[];
    senders: readonly string[];
    first: readonly number[];
    last: readonly number[];
    prev: readonly string[];
    lastHash: readonly string[];
    receivedAt: string;
  }
>('advance-heads.sql');
const addFindings = sql<
  never,
  {
    agents: readonly string[];
    what: readonly string[];
    first: readonly (number | null)[];
    last: readonly (number | null)[];
  }
>('add-findings.sql');

/**
 * Pauses while a head is busy: about ten seconds in all, as long as the database lets a transaction of a silent
 * server hold one.
 */
export const headPauses: readonly number[] = [10, 20, 40, 80, 160, ...Array.from({ length: 40 }, () => 250)];

/** A batch with the agent that signed it. */
export interface Arrival {
  readonly agent: string;
  readonly project: string;
  readonly batch: SentBatch;
  readonly acceptGap: boolean;
}

export type Ingested =
  | { readonly expected: number }
  /** Everything up to here is stored durably. */
  | { readonly seq: number; readonly stored: number; readonly findings: readonly Finding[] };

export interface StoreOptions extends Pick<ServerContext, 'database' | 'now'> {
  readonly organisation: string;
  /** Runs last in the transaction: an error undoes all of it. */
  readonly settle?: (on: Connection, results: readonly (Ingested | undefined)[]) => Promise<void>;
}

type Taken = Exclude<Followed, { readonly expected: number }> & {
  readonly agent: string;
  readonly project: string;
};

/** For agents that never sent before. */
export async function beginChains(
  agents: readonly string[],
  { database, organisation }: Pick<StoreOptions, 'database' | 'organisation'>,
): Promise<void> {
  await database.asIngest(organisation, (on) => beginHeads(on, { agents: [...new Set(agents)] }));
}

/**
 * Stores batches of one organisation in one transaction, each after its agent's head. Takes no lock that it would
 * wait for, so that no agent waits for another: a batch whose agent has no head yet, or is busy in another
 * transaction, is left out (`undefined`).
 */
export async function storeBatches(
  arrivals: readonly Arrival[],
  { database, organisation, now, settle }: StoreOptions,
): Promise<readonly (Ingested | undefined)[]> {
  const agents = [...new Set(arrivals.map(({ agent }) => agent))];
  return await database.asIngest(organisation, async (on) => {
    const heads = new Map<string, Tail>(
      (await lockHeads(on, { agents })).map(({ agent, seq, hash }) => [agent, { seq, hash }]),
    );
    const taken: Taken[] = [];
    const results = arrivals.map(({ agent, project, batch, acceptGap }): Ingested | undefined => {
      const head = heads.get(agent);
      if (head === undefined) return undefined;
      const followed = followChain(batch, { head, acceptGap });
      if ('expected' in followed) return followed;
      // The next batch of the same agent continues from this one.
      heads.set(agent, followed.head);
      taken.push({ agent, project, ...followed });
      return { seq: followed.head.seq, stored: followed.fresh.length, findings: followed.findings };
    });
    const grown = taken.filter(({ fresh }) => fresh.length > 0);
    if (grown.length > 0) {
      const receivedAt = new Date(now()).toISOString();
      const rows = grown.map(({ agent, fresh }) => copyRows(fresh, { organisation, agent, receivedAt }));
      const into = `permesso.${partitionName(receivedAt)} (${copyColumns})`;
      await copyInto(on.client, into, Buffer.concat(rows));
      await advance(on, grown, receivedAt);
      await countEntries(on, grown, receivedAt);
    }
    const found = taken.flatMap(({ agent, findings }) => findings.map((each) => ({ agent, ...each })));
    if (found.length > 0)
      await addFindings(on, {
        agents: found.map(({ agent }) => agent),
        what: found.map(({ what }) => what),
        first: found.map(({ first }) => first),
        last: found.map(({ last }) => last),
      });
    await settle?.(on, results);
    return results;
  });
}

/** Moves each head to the end of its agent's last batch, and adds one row per batch. */
async function advance(on: Connection, grown: readonly Taken[], receivedAt: string): Promise<void> {
  const ends = [...new Map(grown.map(({ agent, head }) => [agent, head]))];
  const runs = grown.flatMap(({ agent, fresh, head }) => {
    const [begin] = fresh;
    return begin === undefined ? [] : [{ agent, first: begin.entry.seq, prev: begin.entry.prev, head }];
  });
  await advanceHeads(on, {
    agents: ends.map(([agent]) => agent),
    seqs: ends.map(([, { seq }]) => seq),
    hashes: ends.map(([, { hash }]) => hash),
    senders: runs.map(({ agent }) => agent),
    first: runs.map(({ first }) => first),
    last: runs.map(({ head }) => head.seq),
    prev: runs.map(({ prev }) => prev),
    lastHash: runs.map(({ head }) => head.hash),
    receivedAt,
  });
}
