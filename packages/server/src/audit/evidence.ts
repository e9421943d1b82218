import {
  type BatchProof,
  type Checkpoint,
  consistencyRuns,
  type Evidence,
  inclusionRuns,
} from '@permesso/protocol/proof';
import { first, query, type Connection } from '../database/query.ts';
import { notFound } from '../route/problem.ts';
import { hashesOf } from './tree.ts';

const folder = import.meta.dirname;
const newestCheckpoint = query<Omit<Checkpoint, 'organisation'>>(folder, 'log-size.sql');
const checkpointOfSize = query<Omit<Checkpoint, 'organisation'>, { readonly size: number }>(
  folder,
  'checkpoint-of-size.sql',
);
const batchesOfAgent = query<
  Omit<BatchProof, 'proof'>,
  { readonly agent: string; readonly size: number; readonly after: number }
>(folder, 'batches-of-agent.sql');

export interface EvidenceWish {
  readonly organisation: string;
  readonly agent: string;
  /** Batches that begin behind this entry. */
  readonly after: number;
  /** The size of a checkpoint that the asker kept. */
  readonly since?: number;
}

/** What somebody needs to check an agent's entries without this server. */
export async function evidenceFor(on: Connection, wish: EvidenceWish): Promise<Evidence> {
  const { organisation, agent, after, since } = wish;
  const newest = await first(newestCheckpoint(on));
  if (newest === undefined) throw notFound('checkpoint yet');
  const checkpoint = { organisation, ...newest };
  const batches = await batchesOfAgent(on, { agent, size: checkpoint.size, after });
  const runs = batches.map(({ leaf }) => inclusionRuns(leaf, checkpoint.size));
  const hashes = await hashesOf(on, runs.flat());
  let at = 0;
  const proven = batches.map((batch, index) => {
    const length = runs[index]?.length ?? 0;
    const proof = hashes.slice(at, at + length).map(hex);
    at += length;
    return { ...batch, proof };
  });
  return {
    checkpoint,
    batches: proven,
    ...(since === undefined ? {} : { consistency: await consistencyOf(on, checkpoint, since) }),
  };
}

export async function consistencyOf(
  on: Connection,
  checkpoint: Checkpoint,
  since: number,
): Promise<NonNullable<Evidence['consistency']>> {
  const from = await first(checkpointOfSize(on, { size: since }));
  if (from === undefined) throw notFound('checkpoint of that size');
  const hashes = await hashesOf(on, consistencyRuns(since, checkpoint.size));
  return { from: { organisation: checkpoint.organisation, ...from }, proof: hashes.map(hex) };
}

function hex(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex');
}
