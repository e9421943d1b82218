import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { JetStreamFigures } from '../audit/jetstream/open-jetstream.ts';
import type { ConnectionCounts } from '../database/database.ts';

/** One request that was answered, by the pattern of its route: addresses may hold tokens. */
export interface AnsweredRequest {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

export interface Metrics {
  readonly answered: (request: AnsweredRequest) => void;
  /** Work without a request that failed. */
  readonly failed: () => void;
  readonly text: () => Promise<string>;
  readonly contentType: string;
}

export interface MetricsOptions {
  readonly version: string;
  readonly connections: () => readonly ConnectionCounts[];
  readonly jetstream?: (() => JetStreamFigures) | undefined;
}

/** What a Prometheus reads. A registry of its own for each server: two in one process count for themselves. */
export function createMetrics({ version, connections, jetstream }: MetricsOptions): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'permesso_build_info',
    help: 'The version that runs; the value is always 1.',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1);
  const requests = new Histogram({
    name: 'permesso_http_request_duration_seconds',
    help: 'Answered requests, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const failures = new Counter({
    name: 'permesso_background_failures_total',
    help: 'Work in the background that failed and is tried again.',
    registers,
  });
  const pools = new Gauge({
    name: 'permesso_database_connections',
    help: 'Connections to PostgreSQL by role and state; waiting are requests without one.',
    labelNames: ['role', 'state'],
    registers,
  });
  const showStreams = jetstream === undefined ? () => undefined : streamGauges(jetstream, registers);
  const text = (): Promise<string> => {
    showStreams();
    for (const { role, used, idle, waiting } of connections())
      for (const [state, count] of Object.entries({ used, idle, waiting })) pools.set({ role, state }, count);
    return registry.metrics();
  };
  return {
    answered: ({ method, route, status, seconds }) => requests.observe({ method, route, status }, seconds),
    failed: () => failures.inc(),
    text,
    contentType: registry.contentType,
  };
}

/** Only where there is JetStream. */
function streamGauges(jetstream: () => JetStreamFigures, registers: Registry[]): () => void {
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

export interface MetricsListener {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** On a port of its own: what it tells of the server is not for those who may reach the API. */
export async function serveMetrics(
  metrics: Metrics,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<MetricsListener> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  await listening(server, { host, port });
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/metrics`,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function listening(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<void> {
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Error(
      `${host}:${port} is taken: another program listens there, or choose with PERMESSO_METRICS_PORT`,
      {
        cause: error,
      },
    );
  }
}
