import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { ConnectionCounts } from '../database/database.ts';

/** An answered request, by its route's pattern: addresses may hold tokens. */
export interface AnsweredRequest {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

export interface Metrics {
  readonly answered: (request: AnsweredRequest) => void;
  /** Counts a failure of background work. */
  readonly failed: () => void;
  readonly text: () => Promise<string>;
  readonly contentType: string;
}

export interface MetricsOptions {
  readonly version: string;
  readonly connections: () => readonly ConnectionCounts[];
  /** Plug-in gauges: each registers itself and is refreshed before every scrape. */
  readonly gauges?: readonly (((registry: Registry) => () => void) | undefined)[];
}

/** Prometheus metrics. Each server has its own registry, so that two in one process count separately. */
export function createMetrics({ version, connections, gauges = [] }: MetricsOptions): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'permesso_build_info',
    help: 'The running version; the value is always 1.',
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
    help: 'Background work that failed and will be retried.',
    registers,
  });
  const pools = new Gauge({
    name: 'permesso_database_connections',
    help: 'Connections to PostgreSQL by role and state; waiting are requests without one.',
    labelNames: ['role', 'state'],
    registers,
  });
  const more = gauges.flatMap((register) => register?.(registry) ?? []);
  const text = (): Promise<string> => {
    for (const show of more) show();
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

export interface MetricsListener {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** On its own port: clients of the API may not read the metrics. */
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
