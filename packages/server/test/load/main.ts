import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { parseArgs } from 'node:util';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { emptyTail, type Tail } from 'permesso/team';
import { copyInto } from '../../src/database/copy.ts';
import { openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { operator } from '../../src/identity/operator.ts';
import { secretFrom } from '../../src/settings.ts';
import {
  ask,
  createTeam,
  createTestDatabase,
  enrol,
  inspect,
  type Team,
  type TestAgent,
} from '../harness.ts';
import { makeLines } from '../lines.ts';
import { question } from '../question.ts';
import { hammer } from './raw-client.ts';
import { secret, startServer, type ServerProcess } from './server-process.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '5' },
    'memory-seconds': { type: 'string', default: '0' },
    batch: { type: 'string', default: '1000' },
  },
});
const seconds = Number(values.seconds);
const batchSize = Number(values.batch);
const lanes = 8;
let asked = 0;

/** Runs work in lanes until the time is over; says how often each second, and how long each took. */
async function rate(work: (lane: number) => Promise<number>, count = lanes): Promise<Rate> {
  const took: number[] = [];
  let done = 0;
  const began = performance.now();
  const end = began + seconds * 1000;
  await Promise.all(
    Array.from({ length: count }, async (_, lane) => {
      while (performance.now() < end) {
        const start = performance.now();
        const more = await work(lane);
        done += more;
        took.push(performance.now() - start);
      }
    }),
  );
  const sorted = took.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10;
  return {
    perSecond: Math.round((done / (performance.now() - began)) * 1000),
    ms: { p50: at(0.5), p95: at(0.95), p99: at(0.99) },
  };
}

interface Rate {
  readonly perSecond: number;
  readonly ms: { readonly p50: number; readonly p95: number; readonly p99: number };
}

interface Setting {
  readonly url: string;
  readonly team: Team;
  readonly agents: readonly TestAgent[];
  readonly servers: readonly ServerProcess[];
}

const database = await createTestDatabase();
const servers: ServerProcess[] = [];
try {
  await migrate(database.url);
  const own = openDatabase({ url: database.url, connections: 4 });
  servers.push(await startServer(database.url));
  const [first] = servers;
  if (first === undefined) throw new Error('no server');
  const setting = await prepare(first.url, own, servers);
  const report = {
    batchSize,
    lanes,
    bareCopy: await bareCopy(database.url),
    ingest: await charged(first, () => ingestRate(setting)),
    bareInsert: await bareInsert(database.url),
    questions: await charged(first, () => questionRate(setting)),
    roundTrips: await charged(first, () => roundTripRate(setting)),
    barePolls: await barePolls(),
    polls: await charged(first, () => pollRate(setting)),
    memory: await memory(setting),
    two: await twoServers(setting, database.url),
    bytes: await bytes(database.url),
  };
  const ratios = {
    ingest: report.ingest.perSecond / report.bareCopy.perSecond,
    questions: report.questions.perSecond / report.bareInsert.perSecond,
    roundTrips: report.roundTrips.perSecond / report.bareInsert.perSecond,
    polls: report.polls.perSecond / report.barePolls.perSecond,
  };
  print({
    ...report,
    ratios: Object.fromEntries(
      Object.entries(ratios).map(([name, value]) => [name, Math.round(value * 100) / 100]),
    ),
  });
  await own.close();
} finally {
  await Promise.all(servers.map((server) => server.stop()));
  await database.drop();
}

async function prepare(
  url: string,
  own: ReturnType<typeof openDatabase>,
  running: readonly ServerProcess[],
): Promise<Setting> {
  const acting = operator({ database: own, secret: secretFrom(secret) });
  const team = await createTeam({ url, operator: acting }, 'loaded');
  const agents: TestAgent[] = [];
  for (let made = 0; made < lanes * 2; made++) agents.push(await enrol({ url }, team.enrolment));
  return { url, team, agents, servers: running };
}

/** With what it cost the server: processor time for a thousand of them. */
async function charged<T extends { readonly perSecond: number }>(
  server: ServerProcess,
  work: () => Promise<T>,
): Promise<T & { readonly processorMsPerThousand: number }> {
  const before = server.processor();
  const began = performance.now();
  const found = await work();
  const done = (found.perSecond * (performance.now() - began)) / 1000;
  const each = ((server.processor() - before) / Math.max(1, done)) * 1000;
  return { ...found, processorMsPerThousand: Math.round(each * 10) / 10 };
}

/** The same lines, by COPY alone, on as many connections. */
async function bareCopy(url: string): Promise<Rate> {
  await inspect(url, 'create table bare_events (like events including all)');
  const { lines } = makeLines(batchSize);
  const row =
    '3f6c1c1e-8a4e-4b53-9a0f-2a6e0c9d7b11\t3f6c1c1e-8a4e-4b53-9a0f-2a6e0c9d7b11\t1\t2026-01-01\t2026-01-01\tdecision\tallow\tBash\ts\t';
  const text = lines.map((line) => row + line.trim().replaceAll('\\', '\\\\')).join('\n') + '\n';
  return await withClients(url, lanes, (clients) =>
    rate(async (lane) => {
      const client = clients[lane];
      if (client === undefined) return 0;
      await copyInto(client, 'permesso.bare_events', text);
      return batchSize;
    }),
  );
}

async function bareInsert(url: string): Promise<Rate> {
  await inspect(
    url,
    'create table bare_rows (id bigint generated always as identity primary key, body jsonb not null)',
  );
  const body = JSON.stringify(question().request);
  return await withClients(url, lanes, (clients) =>
    rate(async (lane) => {
      await clients[lane]?.query({
        name: 'bare',
        text: 'insert into permesso.bare_rows (body) values ($1)',
        values: [body],
      });
      return 1;
    }),
  );
}

async function withClients<T>(
  url: string,
  count: number,
  work: (clients: readonly pg.PoolClient[]) => Promise<T>,
): Promise<T> {
  const pool = new pg.Pool({ connectionString: url, max: count });
  const clients = await Promise.all(Array.from({ length: count }, () => pool.connect()));
  try {
    return await work(clients);
  } finally {
    for (const client of clients) client.release();
    await pool.end();
  }
}

/** Batches that were made before the clock starts: making lines is the agents' work. */
function batchesFor(count: number): readonly Buffer[] {
  const batches: Buffer[] = [];
  let tail: Tail = emptyTail;
  for (let made = 0; made < count; made++) {
    const next = makeLines(batchSize, tail);
    batches.push(gzipSync(next.lines.join(''), { level: 1 }));
    tail = next.tail;
  }
  return batches;
}

async function ingestRate({ agents }: Setting): Promise<Rate> {
  // All agents send the same chain, each as its own.
  const batches = batchesFor(seconds * 40);
  const next = new Map<number, number>();
  return await rate(async (lane) => {
    const at = next.get(lane) ?? 0;
    const batch = batches[at];
    if (batch === undefined) throw new Error('more batches are needed');
    next.set(lane, at + 1);
    const found = await agents[lane]?.ask('POST /v1/agent/events', {
      bytes: batch,
      headers: { 'content-encoding': 'gzip' },
    });
    if (found?.json.stored !== batchSize) throw new Error(`not stored: ${JSON.stringify(found?.json)}`);
    return batchSize;
  });
}

async function put(agent: TestAgent | undefined): Promise<{ readonly id: string; readonly callKey: string }> {
  const callKey = `call ${++asked}`;
  const found = await agent?.ask('POST /v1/agent/approvals', { body: question({ callKey }) });
  if (found?.status !== 201) throw new Error(`not asked: ${JSON.stringify(found?.json)}`);
  return { id: found.json.id, callKey };
}

async function questionRate({ agents }: Setting): Promise<Rate> {
  return await rate(async (lane) => {
    await put(agents[lane]);
    return 1;
  });
}

/** Asked, answered by a person, used by the agent: three requests, each durable before it is answered. */
async function roundTripRate({ agents, team, url }: Setting): Promise<Rate> {
  return await rate(async (lane) => {
    const agent = agents[lane];
    const { id, callKey } = await put(agent);
    const digest = 'a digest of the question';
    await ask({ url }, `POST /v1/approvals/${id}/answer`, {
      token: team.token('approver'),
      body: { digest, verdict: 'allow' },
    });
    const used = await agent?.ask(`POST /v1/agent/approvals/${id}/use`, { body: { callKey, digest } });
    if (used?.status !== 200) throw new Error(`not used: ${JSON.stringify(used?.json)}`);
    return 1;
  });
}

async function pollRate({
  url,
  agents,
}: Setting): Promise<{ readonly perSecond: number; readonly bad: number }> {
  const channel = agents[0]?.channel ?? '';
  const { headers } = await ask({ url }, `GET /v1/bundles/${channel}`);
  const head = `GET /v1/bundles/${channel} HTTP/1.1\r\nhost: x\r\nif-none-match: ${headers.get('etag')}\r\n\r\n`;
  return await hammer(url, { head, seconds, connections: 8, ahead: 8 });
}

async function barePolls(): Promise<{ readonly perSecond: number; readonly bad: number }> {
  const bare = createServer((_request, response) => {
    response.writeHead(304, { etag: '"1"' }).end();
  });
  bare.listen(0, '127.0.0.1');
  await once(bare, 'listening');
  const url = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`;
  try {
    return await hammer(url, {
      head: 'GET / HTTP/1.1\r\nhost: x\r\nif-none-match: "1"\r\n\r\n',
      seconds,
      connections: 8,
      ahead: 8,
    });
  } finally {
    bare.close();
    bare.closeAllConnections();
  }
}

/** Resident memory while polls and questions go on; only as long as it was asked for. */
async function memory(setting: Setting): Promise<readonly number[]> {
  const total = Number(values['memory-seconds']);
  const seen: number[] = [];
  const end = performance.now() + total * 1000;
  const over = (): boolean => performance.now() >= end;
  if (total === 0) return setting.servers.map((server) => server.memory());
  const busy = Promise.all(
    setting.agents.slice(0, 4).map(async (agent) => {
      while (!over()) await put(agent);
    }),
  );
  while (!over()) {
    seen.push(...setting.servers.map((server) => server.memory()));
    await wait(Math.min(10_000, total * 100));
  }
  await busy;
  return seen;
}

/** A second process on the same database: do both serve, and does one see what the other did? */
async function twoServers(setting: Setting, databaseUrl: string): Promise<Readonly<Record<string, unknown>>> {
  const second = await startServer(databaseUrl);
  servers.push(second);
  const both = setting.agents
    .slice(0, lanes)
    .map((agent, lane) => ({ agent, url: lane % 2 === 0 ? setting.url : second.url }));
  const found = await rate(async (lane) => {
    const { agent, url } = both[lane] ?? { agent: undefined, url: '' };
    const { id, callKey } = await put(agent);
    const digest = 'a digest of the question';
    const other = url === setting.url ? second.url : setting.url;
    // Asked at one, answered at the other.
    await ask({ url: other }, `POST /v1/approvals/${id}/answer`, {
      token: setting.team.token('approver'),
      body: { digest, verdict: 'allow' },
    });
    const used = await agent?.ask(`POST /v1/agent/approvals/${id}/use`, { body: { callKey, digest } });
    if (used?.status !== 200) throw new Error('not used');
    return 1;
  });
  return { roundTrips: found };
}

async function bytes(url: string): Promise<Readonly<Record<string, number>>> {
  const [row] = await inspect<Record<string, number>>(
    url,
    `select
      (select count(*) from events)::int as events,
      (select coalesce(sum(pg_total_relation_size(inhrelid)), 0) / greatest((select count(*) from events), 1) from pg_inherits
        where inhparent = 'permesso.events'::regclass)::int as "bytesPerEvent",
      (select avg(octet_length(line)) from events)::int as "bytesPerLine",
      (select count(*) from approvals)::int as approvals,
      (select pg_total_relation_size('permesso.approvals') / greatest((select count(*) from approvals), 1))::int as "bytesPerApproval",
      (select avg(octet_length(envelope)) from channels)::int as "bytesPerManifest"`,
  );
  return row ?? {};
}

function print(report: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`${JSON.stringify(report, undefined, values.json ? undefined : 2)}\n`);
}
