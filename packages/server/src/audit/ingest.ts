import type { Tail } from '@permesso/protocol/entry/chain';
import { copyInto } from '../database/copy.ts';
import type { Database } from '../database/database.ts';
import { only, query } from '../database/query.ts';
import type { AgentCaller } from '../route/caller.ts';
import { copyColumns, copyRows } from './copy-entries.ts';
import { followChain, type Finding } from './follow-chain.ts';
import { addMissing, isMissingPartition, partitionName } from './partitions.ts';
import type { SentBatch } from './read-batch.ts';

const folder = import.meta.dirname;
const beginHead = query<never, { readonly agent: string }>(folder, 'begin-head.sql');
const lockHead = query<Tail, { readonly agent: string }>(folder, 'lock-head.sql');
const advanceHead = query<
  never,
  {
    readonly agent: string;
    readonly first: number;
    readonly last: number;
    readonly prev: string;
    readonly hash: string;
  }
>(folder, 'advance-head.sql');
const addFindings = query<
  never,
  {
    readonly agent: string;
    readonly what: readonly string[];
    readonly first: readonly (number | null)[];
    readonly last: readonly (number | null)[];
  }
>(folder, 'add-findings.sql');

export type Ingested =
  | { readonly expected: number }
  /** Everything up to here is stored and will stay so. */
  | { readonly seq: number; readonly stored: number; readonly findings: readonly Finding[] };

export interface IngestOptions {
  readonly database: Database;
  readonly now: () => number;
}

interface Sending {
  readonly caller: AgentCaller;
  readonly acceptGap: boolean;
}

/** Stores what is new of a batch, in one transaction with the agent's head: all of it or nothing, and never twice. */
export async function ingest(batch: SentBatch, sending: Sending, options: IngestOptions): Promise<Ingested> {
  try {
    return await store(batch, sending, options);
  } catch (error) {
    if (!isMissingPartition(error)) throw error;
    // Nobody has made room for this day: the database's clock was set, or the hourly work has failed for days.
    await addMissing(options.database);
    return await store(batch, sending, options);
  }
}

async function store(
  batch: SentBatch,
  { caller, acceptGap }: Sending,
  { database, now }: IngestOptions,
): Promise<Ingested> {
  const { organisation, agent } = caller;
  return await database.asIngest(organisation, async (on) => {
    let [head] = await lockHead(on, { agent });
    if (head === undefined) {
      await beginHead(on, { agent });
      head = await only(lockHead(on, { agent }));
    }
    const followed = followChain(batch, { head, acceptGap });
    if ('expected' in followed) return followed;
    const { fresh, findings } = followed;
    const receivedAt = new Date(now()).toISOString();
    const [first] = fresh;
    if (first !== undefined) {
      const into = `permesso.${partitionName(receivedAt)} (${copyColumns})`;
      await copyInto(on.client, into, copyRows(fresh, { organisation, agent, receivedAt }));
      const { seq, hash } = followed.head;
      await advanceHead(on, { agent, first: first.entry.seq, last: seq, prev: first.entry.prev, hash });
    }
    if (findings.length > 0)
      await addFindings(on, {
        agent,
        what: findings.map(({ what }) => what),
        first: findings.map((each) => each.first),
        last: findings.map((each) => each.last),
      });
    return { seq: followed.head.seq, stored: fresh.length, findings };
  });
}
