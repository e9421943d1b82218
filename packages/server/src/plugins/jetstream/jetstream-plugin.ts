import { auditSettings } from '../../audit/index.ts';
import { OldServerError } from '../../database/old-server.ts';
import type { Plugin } from '../../plugin.ts';
import { natsSettings } from './nats-settings.ts';
import { openJetStream, type JetStreamFigures } from './open-jetstream.ts';
import { Gauge, type Registry } from 'prom-client';

/** Registers the gauges; the returned function refreshes them before each scrape. */
function streamGauges(jetstream: () => JetStreamFigures, registry: Registry): () => void {
  const registers = [registry];
  const behind = new Gauge({
    name: 'permesso_jetstream_behind_messages',
    help: 'Messages that are taken and not stored, of the shards that this server stores.',
    labelNames: ['cell', 'shard'],
    registers,
  });
  const refused = new Gauge({
    name: 'permesso_jetstream_refused_messages',
    help: 'Messages that JetStream did not take since the start; agents send them again.',
    registers,
  });
  const dropped = new Gauge({
    name: 'permesso_jetstream_dropped_batches',
    help: 'Batches that were taken and could not be stored since the start; agents send them again.',
    registers,
  });
  return () => {
    const figures = jetstream();
    behind.reset();
    for (const { cell, shard, messages } of figures.behind) behind.set({ cell, shard }, messages);
    refused.set(figures.refused);
    dropped.set(figures.dropped);
  };
}

/** A stream that takes batches before they are stored, if PERMESSO_NATS_URL is set. */
export const jetstreamPlugin: Plugin = {
  name: 'jetstream',
  settings: natsSettings,
  open: async ({ settings: { env, secret }, database, cells, log }) => {
    const nats = natsSettings.read(env);
    const { batchesTogether } = auditSettings.read(env);
    if (nats === undefined) return { readiness: () => undefined };
    const onError = (error: unknown, what: string): void => {
      if (!(error instanceof OldServerError)) log.warn({ err: error }, what);
    };
    const jetstream = await openJetStream({ nats, database, cells, secret, batchesTogether, onError });
    return {
      take: jetstream.take,
      readiness: jetstream.state,
      gauges: (registry) => streamGauges(jetstream.figures, registry),
      start: ({ now }) => jetstream.start(now),
      close: jetstream.stop,
    };
  },
};
