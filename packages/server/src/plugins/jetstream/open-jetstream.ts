import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Nats, StreamOptions } from '@permesso/jetstream';
import type { Cell } from '../../database/cell.ts';
import type { Database } from '../../database/database.ts';
import type { SealKeys } from '../../secrets/seal.ts';
import type { NatsSetting } from './nats-settings.ts';
import type { Take } from '../../audit/index.ts';
import { followShard } from './follow-shard.ts';
import { loadClient } from './load-client.ts';
import { canPack } from './packet.ts';
import { beginAt, holdShard, leaveShard, PositionLost, shardCount, shardSubject } from './positions.ts';
import { createTake } from './take-batches.ts';

export interface JetStreamOptions {
  readonly nats: NatsSetting;
  /** All cells as one. */
  readonly database: Database;
  /** Each has its own stream: the stored entries and the stream's position are in one database. */
  readonly cells: readonly Cell[];
  readonly secret: SealKeys;
  readonly batchesTogether: number;
  /** Reports failures that are retried. */
  readonly onError: (error: unknown, what: string) => void;
}

export interface JetStreamFigures {
  /** Pending messages, for the shards that this server stores. */
  readonly behind: readonly { readonly cell: string; readonly shard: number; readonly messages: number }[];
  /** How often the stream refused a message, and batches that were not stored and are requested again. */
  readonly refused: number;
  readonly dropped: number;
}

export interface OpenJetStream {
  readonly take: Take;
  /** Starts storing the streams' messages. */
  readonly start: (now: () => number) => void;
  /** For the readiness check. */
  readonly state: () => string;
  readonly figures: () => JetStreamFigures;
  readonly stop: () => Promise<void>;
}

const pauseMs = 1000;

function streamOf({ name }: Pick<Cell, 'name'>): string {
  return `permesso-${name}`;
}

/**
 * Refuses servers and streams that can lose acknowledged messages. If one is down, entries only stay with their
 * agents: everything else works without it.
 */
export async function openJetStream(options: JetStreamOptions): Promise<OpenJetStream> {
  const { checkMonitors, checkServer, connectNats, ensureStream, NatsRefused, openReader } =
    await loadClient();
  if (!canPack) throw new NatsRefused('this Node cannot compress messages', 'run Node 22.15 or newer');
  const { nats: setting, cells, onError } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const behind = new Map<string, JetStreamFigures['behind'][number]>();
  const counts = { refused: 0, dropped: 0 };
  let reached: Nats | undefined;
  let isConnected = false;
  let problem = '';

  function optionsOf(name: string): StreamOptions {
    return { name, replicas: setting.replicas, subjects: shardSubject(name, '*') };
  }

  async function reach(): Promise<void> {
    await checkMonitors(setting.monitors);
    const made = await connectNats(setting.urls);
    try {
      for (const cell of cells) {
        const stream = streamOf(cell);
        const { created } = await ensureStream(made, optionsOf(stream));
        await beginAt(cell.database, { stream, epoch: created });
      }
    } catch (error) {
      await made.connection.close();
      throw error;
    }
    reached = made;
    isConnected = true;
    problem = '';
    void watch(made);
  }

  async function watch(nats: Nats): Promise<void> {
    for await (const { type } of nats.connection.status()) {
      if (type === 'disconnect') isConnected = false;
      if (type !== 'reconnect') continue;
      try {
        // Another node may be of another version.
        checkServer(nats.connection.info);
        isConnected = true;
      } catch (error) {
        reached = undefined;
        await nats.connection.close();
        fail(error);
      }
    }
  }

  function fail(error: unknown): void {
    problem = error instanceof Error ? error.message : String(error);
    onError(error, 'JetStream cannot be used');
  }

  async function again(work: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      await work().catch((error: unknown) => {
        if (!signal.aborted && !(error instanceof PositionLost)) fail(error);
      });
      await wait(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async function storeShard(cell: Cell, shard: number, now: () => number): Promise<void> {
    if (reached === undefined || !isConnected) return;
    const nats = reached;
    const { database } = cell;
    const stream = streamOf(cell);
    const info = await ensureStream(nats, optionsOf(stream));
    const holding = { shard, epoch: info.created, holder };
    await beginAt(database, { stream, epoch: info.created });
    const from = await holdShard(database, { ...holding, last: info.state.last_seq });
    if (from === undefined) return;
    const key = `${cell.name} ${shard}`;
    try {
      await followShard(from, {
        ...options,
        database,
        nats,
        openReader,
        stream,
        holding,
        now,
        signal,
        onBehind: (messages) => behind.set(key, { cell: cell.name, shard, messages }),
        onDropped: (why) => {
          counts.dropped += 1;
          onError(why, 'a batch was not stored; its agent is asked for it again');
        },
      });
    } finally {
      behind.delete(key);
      await leaveShard(database, holding).catch((error: unknown) =>
        onError(error, 'another server takes over after some seconds'),
      );
    }
  }

  const holder = randomUUID();
  const works: Promise<void>[] = [];
  await reach().catch((error: unknown) => {
    if (error instanceof NatsRefused) throw error;
    fail(error);
  });

  return {
    take: createTake({
      ...options,
      nats: () => (isConnected ? reached : undefined),
      onRefused: (error) => {
        counts.refused += 1;
        onError(error, 'the stream took no message');
      },
    }),
    start: (now) => {
      works.push(again(async () => (reached === undefined ? await reach() : undefined)));
      for (const cell of cells)
        for (let shard = 0; shard < shardCount; shard++)
          works.push(again(() => storeShard(cell, shard, now)));
    },
    state: () => stateOf({ isConnected, problem, isChecked: setting.monitors.length > 0 }),
    figures: () => ({ behind: [...behind.values()], ...counts }),
    stop: async () => {
      stopping.abort();
      await Promise.all(works);
      await reached?.connection.close();
    },
  };
}

function stateOf({
  isConnected,
  problem,
  isChecked,
}: {
  readonly isConnected: boolean;
  readonly problem: string;
  readonly isChecked: boolean;
}): string {
  if (!isConnected) return `away: agents keep their entries${problem === '' ? '' : ` (${problem})`}`;
  return isChecked
    ? 'connected'
    : 'connected; whether "sync_interval: always" is set was not checked (PERMESSO_NATS_MONITOR)';
}
