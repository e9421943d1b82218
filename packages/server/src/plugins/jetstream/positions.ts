import { hash } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { first, queries, type Connection } from '../../database/query.ts';

/** More shards would mean more concurrent transactions, each of them smaller. */
export const shardCount = 4;

/** One agent's batches are always in one shard, so they are stored in order. */
export function shardOf(organisation: string, agent: string): number {
  return hash('sha256', `${organisation} ${agent}`, 'buffer').readUInt32BE(0) % shardCount;
}

export function shardSubject(stream: string, shard: number | '*'): string {
  return `${stream}.events.${shard}`;
}

/** The server whose turn it is to store a shard, and the stream. */
export interface Holding {
  readonly shard: number;
  readonly epoch: string;
  readonly holder: string;
}

const sql = queries(import.meta.dirname);
const beginPositions = sql<{ shard: number }, { stream: string; epoch: string; shards: number }>(
  'begin-positions.sql',
);
const holdPosition = sql<{ seq: number }, { shard: number; epoch: string; holder: string; last: number }>(
  'hold-position.sql',
);
const keepPosition = sql<{ held: true }, { shard: number; epoch: string; holder: string }>(
  'keep-position.sql',
);
const leavePosition = sql<never, { shard: number; holder: string }>('leave-position.sql');
const movePosition = sql<
  { moved: true },
  { shard: number; epoch: string; holder: string; from: number; to: number }
>('move-position.sql');

/** Another server stores this shard now: this one's transaction is rolled back. */
export class PositionLost extends Error {
  constructor(shard: number) {
    super(`another server stores shard ${shard}`);
    this.name = 'PositionLost';
  }
}

/** A recreated stream is read from the start: agents resend what the previous one held. */
export async function beginAt(
  { system }: Database,
  of: { readonly stream: string; readonly epoch: string },
): Promise<void> {
  await beginPositions(system, { ...of, shards: shardCount });
}

/**
 * The message to continue after; undefined while another server holds the shard. A stream that ends before that
 * message has lost some: its numbers are reused, so reading continues from its end.
 */
export async function holdShard(
  { system }: Database,
  holding: Holding & { readonly last: number },
): Promise<number | undefined> {
  return (await first(holdPosition(system, holding)))?.seq;
}

/** Called while there is nothing to store. */
export async function keepShard({ system }: Database, { shard, epoch, holder }: Holding): Promise<void> {
  if ((await keepPosition(system, { shard, epoch, holder })).length === 0) throw new PositionLost(shard);
}

export async function leaveShard({ system }: Database, { shard, holder }: Holding): Promise<void> {
  await leavePosition(system, { shard, holder });
}

/** Runs in the transaction that stores the messages in between. */
export async function move(
  on: Connection,
  { shard, epoch, holder, from, to }: Holding & { readonly from: number; readonly to: number },
): Promise<void> {
  if ((await movePosition(on, { shard, epoch, holder, from, to })).length === 0)
    throw new PositionLost(shard);
}
