import { connect } from 'node:net';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { ask, createTeam, startTestServer, type Team, type TestServer } from '../../test/harness.ts';
import { onServer } from '../../test/on-server.ts';
import { serve } from '../serve.ts';

let server: TestServer;
let team: Team;

onServer(async (made) => {
  server = made;
  team = await createTeam(server, 'acme');
});

test('health, readiness, and neither tells what is inside', async () => {
  expect(await ask(server, 'GET /healthz')).toMatchObject({ status: 200, json: { state: 'alive' } });
  expect(await ask(server, 'GET /readyz')).toMatchObject({ status: 200, json: { state: 'ready' } });
});

test('nothing may be kept, framed or sniffed', async () => {
  const { headers } = await ask(server, 'GET /v1/me', { token: team.token('viewer') });
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-security-policy')).toMatch("default-src 'none'");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('browsers are told to keep to TLS where the server is reached by it, by pages and bundles too', async () => {
  const safe = await startTestServer({ settings: { publicUrl: 'https://permesso.example.com' } });
  try {
    for (const what of ['GET /healthz', 'GET /v1/me', 'GET /', 'GET /nowhere'])
      expect([what, (await ask(safe, what)).headers.get('strict-transport-security')]).toEqual([
        what,
        'max-age=31536000',
      ]);
    expect((await ask(server, 'GET /healthz')).headers.get('strict-transport-security')).toBeNull();
  } finally {
    await safe.end();
  }
});

describe('requests that are not understood', () => {
  test.each([
    ['GET /nowhere', {}, 404],
    ['PUT /v1/projects', {}, 405],
    ['POST /v1/projects', { body: {} }, 400],
    ['POST /v1/projects', { body: { name: 'x', more: 1 } }, 400],
    ['POST /v1/projects', { body: { name: 'Ünlesbar' } }, 400],
    ['POST /v1/projects', { body: { name: 'x'.repeat(70_000) } }, 413],
    ['GET /v1/agents?project=x', {}, 400],
    ['GET /v1/agents?after=a&after=b', {}, 400],
    ['GET /v1/acts?before=0;drop', {}, 400],
    ['DELETE /v1/tokens/%00', {}, 400],
  ])('%s %j: %i', async (what, how, status) => {
    const found = await ask(server, what, { token: team.token('admin'), ...how });
    expect(found.status).toBe(status);
    expect(found.json).toMatchObject({ status });
  });

  test('another type of content', async () => {
    const response = await fetch(`${server.url}/v1/projects`, {
      method: 'POST',
      headers: { authorization: `Bearer ${team.token('admin')}`, 'content-type': 'text/plain' },
      body: '{"name":"x"}',
    });
    expect(response.status).toBe(415);
  });

  test('bytes that are no HTTP end the connection and nothing else', async () => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.end('\u0000\u0001 not http\r\n\r\n');
    const [reply] = (await once(socket, 'data')) as [Buffer];
    expect(reply.toString()).toMatch(/^HTTP\/1\.1 400/);
    expect((await ask(server, 'GET /healthz')).status).toBe(200);
  });
});

test.each([
  ['GET /healthz', 200],
  // As it is written for a proxy.
  ['GET http://elsewhere.example.com/healthz', 200],
  // No other host, and not the address behind it.
  ['GET //elsewhere.example.com/healthz', 404],
  ['OPTIONS *', 400],
])('%s, as it stands on the wire: %i', async (line, status) => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.end(`${line} HTTP/1.1\r\nhost: ${hostname}\r\nconnection: close\r\n\r\n`);
  const [reply] = (await once(socket, 'data')) as [Buffer];
  expect(reply.toString().slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
});

test('who asks too often has to wait', async () => {
  const strict = await startTestServer({ limits: { stranger: { burst: 5, perSecond: 1 } } });
  try {
    const found = await Promise.all(Array.from({ length: 8 }, () => ask(strict, 'GET /v1/openapi.json')));
    const refused = found.filter(({ status }) => status === 429);
    expect(refused.length).toBe(3);
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
  } finally {
    await strict.end();
  }
});

test('a server that stops finishes what it began and takes nothing new', async () => {
  const other = await serve({ ...server.settings, port: 0 });
  const running = ask(other, 'GET /v1/people', { token: team.token('admin') });
  await running;
  await other.stop();
  await expect(ask(other, 'GET /healthz')).rejects.toThrow('fetch failed');
  await other.stop();
  expect((await ask(server, 'GET /healthz')).status).toBe(200);
});

describe('the OpenAPI document', () => {
  test('describes every route, each with who may use it', async () => {
    const { json } = await ask(server, 'GET /v1/openapi.json');
    expect(json.openapi).toBe('3.1.0');
    const operations = Object.entries(json.paths as Record<string, Record<string, Operation>>).flatMap(
      ([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    );
    expect(operations.length).toBeGreaterThan(15);
    for (const { path, operation } of operations) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const inPath = operation.parameters.filter((each) => each.in === 'path').map(({ name }) => name);
      expect(inPath).toEqual(named);
      expect(operation.summary.length).toBeGreaterThan(5);
      expect(Object.keys(operation.responses)).toContain('default');
    }
  });

  test('a route that it says needs somebody refuses everybody else', async () => {
    const { json } = await ask(server, 'GET /v1/openapi.json');
    for (const [path, methods] of Object.entries(json.paths as Record<string, Record<string, Operation>>))
      for (const [method, { security }] of Object.entries(methods)) {
        if (security.length === 0) continue;
        const filled = path.replaceAll(/\{\w+\}/g, team.project);
        const { status } = await ask(server, `${method.toUpperCase()} ${filled}`);
        expect([method, path, status]).toEqual([method, path, 401]);
      }
  });
});

interface Operation {
  readonly summary: string;
  readonly parameters: readonly { readonly in: string; readonly name: string }[];
  readonly responses: object;
  readonly security: readonly object[];
}
