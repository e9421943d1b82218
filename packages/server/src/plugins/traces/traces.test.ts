import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  ask,
  createTeam,
  inspect,
  startTestServer,
  type Team,
  type TestServer,
} from '../../../test/harness.ts';
import { httpSink, type Sink } from '../../../test/sinks.ts';

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, string>> }[];
  readonly status: { readonly code?: number };
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

let sink: Sink;
let server: TestServer;
let team: Team;

beforeAll(async () => {
  sink = await httpSink((request, body, taken) => {
    if (request.url !== '/v1/traces' || request.headers['content-type'] !== 'application/json')
      return [404, ''];
    const { resourceSpans } = JSON.parse(body) as Sent;
    for (const { scopeSpans } of resourceSpans)
      for (const { spans } of scopeSpans) taken.push(...(spans as unknown as Record<string, unknown>[]));
    return [200, '{}'];
  });
  server = await startTestServer({
    env: { PERMESSO_TRACES_URL: `http://127.0.0.1:${sink.port}`, PERMESSO_TRACES_PERCENT: '100' },
  });
  team = await createTeam(server, 'acme');
});

afterAll(async () => {
  await server.end();
  await sink.close();
});

const spans = (): readonly SentSpan[] => sink.taken as unknown as readonly SentSpan[];
const named = (name: string): SentSpan | undefined => spans().findLast((span) => span.name === name);

test('a request is a span in the trace of its caller, and its transactions are inside of it', async () => {
  const trace = '0af7651916cd43dd8448eb211c80319c';
  const parent = 'b7ad6b7169203331';
  await ask(server, 'GET /v1/people?find=ann', {
    token: team.token('admin'),
    headers: { traceparent: `00-${trace}-${parent}-01` },
  });
  await expect.poll(() => named('GET /v1/people'), { timeout: 20_000 }).toBeDefined();
  const request = named('GET /v1/people');
  expect(request).toMatchObject({ traceId: trace, parentSpanId: parent, kind: 2, status: {} });
  const inside = spans().filter(({ parentSpanId }) => parentSpanId === request?.spanId);
  expect(inside.length).toBeGreaterThan(0);
  for (const each of inside) {
    expect(each).toMatchObject({ traceId: trace, kind: 3 });
    expect(BigInt(each.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(request?.startTimeUnixNano ?? '0'));
    expect(BigInt(each.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(each.startTimeUnixNano));
  }
  expect(request?.attributes).toContainEqual({ key: 'http.route', value: { stringValue: '/v1/people' } });
  expect(request?.attributes).toContainEqual({
    key: 'http.response.status_code',
    value: { intValue: '200' },
  });
  // What people and agents send is in no span.
  expect(JSON.stringify(spans())).not.toMatch(/find=ann|pmt_/);
});

test('requests of one moment do not get into each other, and a failure is told', async () => {
  await inspect(
    server.databaseUrl,
    'alter table permesso.api_tokens rename column created_at to was_created_at',
  );
  const failed = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      ask(server, 'GET /v1/tokens', {
        token: team.token('admin'),
        headers: { traceparent: `00-${String(at).padStart(32, 'a')}-b7ad6b7169203331-00` },
      }),
    ),
  );
  await inspect(
    server.databaseUrl,
    'alter table permesso.api_tokens rename column was_created_at to created_at',
  );
  expect(failed.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 500));
  const all = (): readonly SentSpan[] => spans().filter(({ name }) => name === 'GET /v1/tokens');
  await expect.poll(() => all().length, { timeout: 20_000 }).toBe(10);
  expect(new Set(all().map(({ traceId }) => traceId)).size).toBe(10);
  for (const request of all()) {
    expect(request.status).toEqual({ code: 2 });
    const inside = spans().filter(({ parentSpanId }) => parentSpanId === request.spanId);
    expect(new Set(inside.map(({ traceId }) => traceId))).toEqual(new Set([request.traceId]));
  }
});

test('a caller that sends an odd trace gets one of the server; probes and background work have none', async () => {
  await ask(server, 'GET /healthz');
  await ask(server, 'GET /v1/projects', {
    token: team.token('admin'),
    headers: { traceparent: 'x'.repeat(55) },
  });
  await expect.poll(() => named('GET /v1/projects'), { timeout: 20_000 }).toBeDefined();
  expect(named('GET /v1/projects')?.traceId).toMatch(/^[\da-f]{32}$/);
  expect(named('GET /v1/projects')?.parentSpanId).toBeUndefined();
  expect(named('GET /healthz')).toBeUndefined();
  const requests = new Set(spans().map(({ spanId }) => spanId));
  for (const { kind, parentSpanId = '' } of spans()) if (kind === 3) expect(requests).toContain(parentSpanId);
});
