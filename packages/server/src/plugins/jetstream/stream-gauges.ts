import { Gauge, type Registry } from 'prom-client';
import type { JetStreamFigures } from './open-jetstream.ts';

/** Registers the figures; to be called before each time they are read. */
export function streamGauges(jetstream: () => JetStreamFigures, registry: Registry): () => void {
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
