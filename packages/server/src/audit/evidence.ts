import {
  type BatchProof,
  type Checkpoint,
  consistencyRuns,
  type Evidence,
  inclusionRuns,
  type ProvenRecord,
} from '@permesso/protocol/proof';
import { first, queries, type Connection } from '../database/query.ts';
import { publicKeys } from '../identity/index.ts';
import { existing } from '../route/problem.ts';
import { hashesOf } from './tree.ts';

const sql = queries(import.meta.dirname);
const newestCheckpoint = sql<Omit<Checkpoint, 'organisation'>>('log-size.sql');
const checkpointOfSize = sql<Omit<Checkpoint, 'organisation'>, { size: number }>('checkpoint-of-size.sql');
const batchesOfAgent = sql<Omit<BatchProof, 'proof'>, { agent: string; size: number; after: number }>(
  'batches-of-agent.sql',
);

const listRecords = sql<Omit<ProvenRecord, 'proof'>, { from: number; size: number; approval: string | null }>(
  'list-records.sql',
  { isPlannedEachTime: true },
);

export interface EvidenceWish {
  readonly organisation: string;
  readonly agent: string;
  /** Batches that begin after this entry. */
  readonly after: number;
  /** The size of a checkpoint that the caller has saved. */
  readonly since?: number;
}

/** Everything needed to verify an agent's entries without this server. */
export async function evidenceFor(on: Connection, wish: EvidenceWish): Promise<Evidence> {
  const { organisation, agent, after, since } = wish;
  const newest = await existing(newestCheckpoint(on), 'checkpoint yet');
  const checkpoint = { organisation, ...newest };
  const batches = await batchesOfAgent(on, { agent, size: checkpoint.size, after });
  return {
    checkpoint,
    batches: await provenLeaves(on, batches, checkpoint.size),
    ...(since === undefined ? {} : { consistency: await consistencyOf(on, checkpoint, since) }),
  };
}

/** Each with the path from its leaf to the root. */
async function provenLeaves<T extends { readonly leaf: number }>(
  on: Connection,
  rows: readonly T[],
  size: number,
): Promise<readonly (T & { readonly proof: readonly string[] })[]> {
  const runs = rows.map(({ leaf }) => inclusionRuns(leaf, size));
  const hashes = await hashesOf(on, runs.flat());
  let at = 0;
  return rows.map((row, index) => {
    const length = runs[index]?.length ?? 0;
    at += length;
    return { ...row, proof: hashes.slice(at - length, at).map(hex) };
  });
}

export interface RecordWish {
  readonly organisation: string;
  /** Only the votes on this request. */
  readonly approval: string | null;
  readonly from: number;
}

/** Acts and votes as recorded, with proofs; empty before the first checkpoint. */
export async function provenRecords(
  on: Connection,
  { organisation, ...wish }: RecordWish,
): Promise<
  | {
      readonly checkpoint: Checkpoint;
      readonly records: readonly ProvenRecord[];
      readonly keys: readonly string[];
    }
  | undefined
> {
  const newest = await first(newestCheckpoint(on));
  if (newest === undefined) return undefined;
  const checkpoint = { organisation, ...newest };
  const { size } = checkpoint;
  const records = await provenLeaves(on, await listRecords(on, { ...wish, size }), size);
  return { checkpoint, records, keys: await publicKeys(on) };
}

export async function consistencyOf(
  on: Connection,
  checkpoint: Checkpoint,
  since: number,
): Promise<NonNullable<Evidence['consistency']>> {
  const from = await existing(checkpointOfSize(on, { size: since }), 'checkpoint of that size');
  const hashes = await hashesOf(on, consistencyRuns(since, checkpoint.size));
  return { from: { organisation: checkpoint.organisation, ...from }, proof: hashes.map(hex) };
}

function hex(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex');
}
