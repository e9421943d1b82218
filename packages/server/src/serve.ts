import { definedFields } from '@permesso/engine/call';
import { createServer, type Server as HttpServer } from 'node:http';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { pagesDirectory, readPages } from 'permesso/team-server';
import { pino, type Logger } from 'pino';
import { assemble } from './assemble.ts';
import { maintainPartitions } from './audit/index.ts';
import { answerPage } from './http/answer-page.ts';
import { followClock, type Clock } from './database/clock.ts';
import { migrateCells, openCells, type OpenCellsOptions } from './database/open-cells.ts';
import type { Database } from './database/database.ts';
import type { MigrateOptions } from './database/migrate.ts';
import { joinCells, openPlugins } from './open-plugins.ts';
import type { NamedPlugin } from './plugin.ts';
import { checkSecret } from './identity/index.ts';
import { answerBundle, startPolicyThreads } from './policy/index.ts';
import { createApp, type Limits } from './http/app.ts';
import { createMetrics, serveMetrics, type Metrics, type MetricsListener } from './http/metrics.ts';
import type { ServerPlace } from './operator-command.ts';
import type { Settings } from './settings.ts';

export interface RunningServer {
  readonly url: string;
  readonly metricsUrl?: string;
  /** Stops taking requests, finishes those in progress, and closes the database. */
  readonly stop: () => Promise<void>;
}

export interface ServeOptions {
  readonly log?: Logger;
  readonly limits?: Partial<Limits>;
  readonly now?: () => number;
  /** Aborts a start in progress. */
  readonly signal?: AbortSignal;
  /** The migrations' folder, for tests of future versions. */
  readonly migrations?: string;
}

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  readonly version: string;
};

/** How long running requests may take after the server was asked to stop. */
const patience = 7000;

export async function serve(settings: Settings, options: ServeOptions = {}): Promise<RunningServer> {
  const log = options.log ?? pino({ level: settings.logLevel });
  const { signal } = options;
  const migrations = options.migrations === undefined ? {} : { folder: options.migrations };
  await bringUpToDate(settings, { log, ...migrations, ...definedFields({ signal }) });
  const { database, cells } = openCells(settings, {
    ...migrations,
    ...saidOfDatabases(log),
    join: joinCells,
  });
  const plugins = await openPlugins({ settings, database, cells, log }).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const stopping = new AbortController();
  const http = createServer({ requestTimeout: 120_000, headersTimeout: 10_000, maxHeaderSize: 16 * 1024 });
  const metrics = metricsOf(settings, { database, plugins: plugins.opened });
  const { clock, port, metricsListener } = await unlessAborted(
    begin({ database, cells, http, settings, metrics }),
    signal,
  ).catch(async (error: unknown) => {
    http.close();
    // Open connections would keep alive a server that never listens.
    await plugins.close();
    await database.close();
    throw error;
  });
  const now = options.now ?? clock.now;
  const url = `http://${settings.host}:${port}`;
  const publicUrl = settings.publicUrl ?? url;
  const assembled = assemble({
    settings,
    publicUrl,
    database,
    cells,
    log,
    version,
    plugins: plugins.opened,
    stopping: stopping.signal,
    clock: { ...clock, now },
    onFailure: () => metrics?.failed(),
  });
  const answer = createApp({
    routes: assembled.routes,
    authenticate: assembled.authenticate,
    authorise: assembled.authorise,
    refusals: plugins.opened.flatMap(({ refusals }) => refusals ?? []),
    log,
    trustedProxies: settings.trustedProxies,
    ...(metrics === undefined ? {} : { onAnswered: metrics.answered }),
    limits: {
      caller: { burst: 3 * settings.requestsPerSecond, perSecond: settings.requestsPerSecond },
      ...options.limits,
    },
  });
  const from = settings.pages ?? pagesDirectory;
  const pages = existsSync(from) ? readPages(from) : new Map<string, never>();
  if (pages.size === 0) log.warn({ from }, 'the pages of the console are not there');
  http.on('request', (request, response) => {
    // Later requests of a client on this connection go to another server.
    if (stopping.signal.aborted) response.setHeader('connection', 'close');
    if (publicUrl.startsWith('https:')) response.setHeader('strict-transport-security', 'max-age=31536000');
    const isDone = answerBundle(request, response, assembled.bundles) || answerPage(request, response, pages);
    if (!isDone) answer(request, response);
  });
  startPolicyThreads();
  log.info({ url, ...(metricsListener === undefined ? {} : { metrics: metricsListener.url }) }, 'listening');
  return {
    url,
    ...(metricsListener === undefined ? {} : { metricsUrl: metricsListener.url }),
    stop: async () => {
      if (stopping.signal.aborted) return;
      // Waiting callers are told that it did not happen here.
      stopping.abort();
      await closed(http);
      await assembled.stop();
      await plugins.close();
      await metricsListener?.stop();
      await database.close();
      log.info('stopped');
    },
  };
}

async function bringUpToDate(
  settings: Settings,
  { log, ...options }: MigrateOptions & { readonly log: Logger },
): Promise<void> {
  const applied = await migrateCells(settings, options);
  options.signal?.throwIfAborted();
  if (applied.length > 0) log.info({ applied }, 'the schema was brought up to date');
}

function saidOfDatabases(log: Logger): Required<Pick<OpenCellsOptions, 'onError' | 'onOldServer'>> {
  return {
    onError: (error) => log.warn({ err: error }, 'a connection to the database broke'),
    onOldServer: ({ message, knows, oldest }) => log.error({ knows, oldest }, message),
  };
}

function metricsOf(
  { metricsPort }: Settings,
  { database, plugins }: { readonly database: Database; readonly plugins: readonly NamedPlugin[] },
): Metrics | undefined {
  if (metricsPort === undefined) return undefined;
  return createMetrics({
    version,
    connections: database.connections,
    gauges: plugins.map(({ gauges }) => gauges),
  });
}

/** Work that nobody waits for ends with its connections. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return await work;
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(new Error('stopped during startup'));
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
    promise.catch(() => undefined);
    work.catch(() => undefined);
  }
}

interface Beginning extends ServerPlace {
  readonly http: HttpServer;
  readonly metrics: Metrics | undefined;
}

interface Begun {
  readonly clock: Clock;
  readonly port: number;
  readonly metricsListener?: MetricsListener;
}

async function begin({ database, cells, http, settings, metrics }: Beginning): Promise<Begun> {
  const clock = await followClock(cells[0]?.database ?? database);
  for (const cell of cells) {
    await checkSecret(cell.database, settings.secret);
    await maintainPartitions(cell.database, settings);
  }
  const { host, port, metricsPort } = settings;
  const metricsListener =
    metrics === undefined || metricsPort === undefined
      ? undefined
      : await serveMetrics(metrics, { host, port: metricsPort });
  http.listen(port, host);
  try {
    await once(http, 'listening');
  } catch (error) {
    await metricsListener?.stop();
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Error(`${host}:${port} is taken: another server runs there, or choose with PERMESSO_PORT`, {
      cause: error,
    });
  }
  const listensOn = { clock, port: (http.address() as AddressInfo).port };
  return metricsListener === undefined ? listensOn : { ...listensOn, metricsListener };
}

async function closed(http: HttpServer): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  http.close(() => resolve());
  http.closeIdleConnections();
  const impatient = setTimeout(() => http.closeAllConnections(), patience);
  await promise;
  clearTimeout(impatient);
}
