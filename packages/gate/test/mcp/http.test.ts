import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { serveHttp, type HttpFront } from '../../src/mcp/transports/http-front.ts';
import { httpWire } from '../../src/mcp/transports/http-wire.ts';
import type { JsonObject } from '../../src/mcp/protocol/message.ts';
import type { Session } from '../../src/mcp/session.ts';
import { fakeServer, silent, type Answer, type FakeServer } from './fake-server.ts';
import { openHere, textOf } from './open-here.ts';

const fronts: HttpFront[] = [];

afterEach(() => {
  for (const front of fronts.splice(0)) front.close();
});

const policy = { allow: ['mcp__files__read_file'], deny: ['mcp__files__drop'] };

async function serve(answer?: Answer): Promise<{ front: HttpFront; server: FakeServer }> {
  const server = fakeServer(answer);
  const open = (how: { stray: { tell: (text: string) => void }; shared: boolean }): Session =>
    openHere({ servers: { files: server }, policy, ...how }).session;
  const front = await serveHttp({ listen: { host: '127.0.0.1', port: 0 }, open, report: () => undefined });
  fronts.push(front);
  return { front, server };
}

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The messages in it, whether as JSON or as events. */
  readonly messages: readonly JsonObject[];
}

async function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
  });
  const text = await reply.text();
  const events = Array.from(text.matchAll(/^data: (.*)$/gm), ([, data = '']) => data);
  const texts = events.length > 0 ? events : text === '' ? [] : [text];
  const messages = texts.map((one) => JSON.parse(one) as JsonObject);
  return { status: reply.status, headers: reply.headers, text, messages };
}

const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: { elicitation: {} },
    clientInfo: { name: 'c', version: '0' },
  },
};
const callOf = (name: string, more: JsonObject = {}): JsonObject => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, ...more },
});
const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

describe('the HTTP front', () => {
  test('opens a session, serves it, and ends it', async () => {
    const { front, server } = await serve();
    const opened = await post(front.url, initialize);
    const session = opened.headers.get('mcp-session-id') ?? '';
    expect(opened.messages).toMatchObject([{ id: 0, result: { protocolVersion: '2025-11-25' } }]);
    const headers = { 'mcp-session-id': session };
    expect(
      (await post(front.url, { jsonrpc: '2.0', method: 'notifications/initialized' }, headers)).status,
    ).toBe(202);
    expect((await post(front.url, callOf('read_file'), headers)).messages).toMatchObject([
      { id: 1, result: { content: [{ text: 'done' }] } },
    ]);
    expect((await post(front.url, callOf('drop'), headers)).messages).toMatchObject([
      { error: { code: -32_602 } },
    ]);
    expect(server.called()).toEqual(['read_file']);
    expect((await fetch(front.url, { method: 'DELETE', headers })).status).toBe(204);
    expect((await post(front.url, callOf('read_file'), headers)).status).toBe(404);
  });

  test('puts our question on the stream of the call, and takes the answer from another request', async () => {
    const { front, server } = await serve();
    const headers = {
      'mcp-session-id': (await post(front.url, initialize)).headers.get('mcp-session-id') ?? '',
    };
    const reply = await fetch(front.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(callOf('write_file')),
    });
    expect(reply.headers.get('content-type')).toBe('text/event-stream');
    const reader = (reply.body as ReadableStream<Uint8Array>).getReader();
    const first = new TextDecoder().decode((await reader.read()).value);
    const question = JSON.parse(/^data: (.*)$/m.exec(first)?.[1] ?? '') as JsonObject;
    expect(question).toMatchObject({ method: 'elicitation/create' });
    const result = { action: 'accept', content: { decision: 'Allow once' } };
    expect((await post(front.url, { jsonrpc: '2.0', id: question['id'], result }, headers)).status).toBe(202);
    expect(new TextDecoder().decode((await reader.read()).value)).toContain('done');
    expect(server.called()).toEqual(['write_file']);
  });

  test('a stranger with an answer to our question is not received', async () => {
    const { front, server } = await serve();
    const mine = {
      'mcp-session-id': (await post(front.url, initialize)).headers.get('mcp-session-id') ?? '',
    };
    const theirs = {
      'mcp-session-id': (await post(front.url, initialize)).headers.get('mcp-session-id') ?? '',
    };
    const waiting = post(front.url, callOf('write_file'), mine);
    await wait(50);
    const result = { action: 'accept', content: { decision: 'Allow once' } };
    for (const headers of [theirs, {}, { 'mcp-session-id': 'x' }])
      await post(front.url, { jsonrpc: '2.0', id: 'permesso:1', result }, headers);
    expect(server.called()).toEqual([]);
    await post(front.url, { jsonrpc: '2.0', id: 'permesso:1', result: { action: 'decline' } }, mine);
    expect(JSON.stringify((await waiting).messages)).toContain('isError');
    expect(server.called()).toEqual([]);
  });

  test('serves requests of the stateless revision without a session', async () => {
    const { front, server } = await serve();
    const { messages } = await post(front.url, callOf('read_file', { _meta: envelope }), {
      'mcp-method': 'tools/call',
      'mcp-name': 'read_file',
      'mcp-protocol-version': '2026-07-28',
    });
    expect(messages).toMatchObject([{ id: 1, result: { content: [{ text: 'done' }] } }]);
    expect((await post(front.url, callOf('write_file', { _meta: envelope }))).messages).toMatchObject([
      { result: { resultType: 'complete', isError: true } },
    ]);
    expect(server.called()).toEqual(['read_file']);
  });

  test.each([
    { 'mcp-method': 'tools/list' },
    { 'mcp-name': 'write_file' },
    { 'mcp-protocol-version': '2025-11-25' },
  ])('refuses headers that say something else than the body: %j', async (headers) => {
    const { front, server } = await serve();
    const { status, messages } = await post(front.url, callOf('read_file', { _meta: envelope }), headers);
    expect([status, messages]).toMatchObject([400, [{ error: { code: -32_020 } }]]);
    expect(server.called()).toEqual([]);
  });

  test('a client that hangs up a stateless call has cancelled it', async () => {
    const { front, server } = await serve(({ method }) => (method === 'tools/call' ? silent : undefined));
    const over = new AbortController();
    const call = fetch(front.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(callOf('read_file', { _meta: envelope })),
      signal: over.signal,
    }).catch(() => 'hung up');
    await expect.poll(() => server.called().length, { timeout: 120_000 }).toBe(1);
    over.abort();
    expect(await call).toBe('hung up');
    await expect.poll(() => server.methods().at(-1), { timeout: 120_000 }).toBe('notifications/cancelled');
  });

  test.each([
    ['no JSON', '{', {}, 400],
    ['another type', '{}', { 'content-type': 'text/plain' }, 415],
    [
      'a form, as a web page could send it',
      '{}',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
    ],
    ['no session', JSON.stringify(callOf('read_file')), {}, 400],
    ['no such session', JSON.stringify(callOf('read_file')), { 'mcp-session-id': 'x' }, 404],
    ['another origin', JSON.stringify(initialize), { origin: 'http://evil.example' }, 403],
  ])('%s is refused', async (_, body, headers, status) => {
    const { front, server } = await serve();
    expect((await post(front.url, body, headers)).status).toBe(status);
    expect(server.received).toEqual([]);
  });

  test('what is not UTF-8 is refused', async () => {
    const { front } = await serve();
    expect((await post(front.url, new Uint8Array([0x7b, 0xff, 0x7d]))).status).toBe(400);
  });

  test('a name that was made to point at this machine is refused', async () => {
    const { front, server } = await serve();
    const status = await new Promise((resolve, reject) => {
      const headers = { host: 'evil.example', 'content-type': 'application/json' };
      const sent = request(front.url, { method: 'POST', headers }, (reply) => resolve(reply.statusCode));
      sent.on('error', reject);
      sent.end(JSON.stringify(initialize));
    });
    expect(status).toBe(403);
    expect(server.received).toEqual([]);
  });

  test('what belongs to no request comes on the stream that the client keeps open', async () => {
    const { front, server } = await serve();
    const headers = {
      'mcp-session-id': (await post(front.url, initialize)).headers.get('mcp-session-id') ?? '',
    };
    server.says({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
    const stream = await fetch(front.url, { headers: { ...headers, accept: 'text/event-stream' } });
    const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toContain('list_changed');
    await reader.cancel();
    expect((await fetch(front.url)).status).toBe(405);
  });
});

describe('a server at an address', () => {
  test('is served like any other, by way of another gateway', async () => {
    const { front, server } = await serve();
    const wire = httpWire({ url: new URL(front.url) }, () => undefined);
    const far = { ...fakeServer(), open: wire };
    const here = openHere({ servers: { far }, policy: { allow: ['mcp__far__*'] } });
    await here.initialize();
    here.write('{"jsonrpc":"2.0","method":"notifications/initialized"}');
    expect(textOf(await here.ask('tools/call', { name: 'read_file' }))).toBe('done');
    expect(await here.ask('tools/call', { name: 'drop' })).toMatchObject({ error: { code: -32_602 } });
    expect(textOf(await here.ask('tools/call', { name: 'read_file', _meta: envelope }))).toBe('done');
    server.says({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
    await here.next(({ method }) => method === 'notifications/tools/list_changed');
    expect(server.called()).toEqual(['read_file', 'read_file']);
    here.session.close();
  });

  test.each([{}, { _meta: envelope }])('receives when a call is cancelled: %j', async (more) => {
    const { front, server } = await serve(({ method }) => (method === 'tools/call' ? silent : undefined));
    const wire = httpWire({ url: new URL(front.url) }, () => undefined);
    const here = openHere({
      servers: { far: { ...fakeServer(), open: wire } },
      policy: { allow: ['mcp__far__*'] },
    });
    if (!('_meta' in more)) await here.initialize();
    here.write(JSON.stringify({ ...callOf('read_file', more), id: 'c' }));
    await expect.poll(() => server.called().length, { timeout: 120_000 }).toBe(1);
    here.write('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"c"}}');
    await expect.poll(() => server.methods(), { timeout: 120_000 }).toContain('notifications/cancelled');
    here.session.close();
  });

  test('that is not there fails each request, and nothing else', async () => {
    const wire = httpWire({ url: new URL('http://127.0.0.1:9/mcp') }, () => undefined);
    const here = openHere({ servers: { far: { ...fakeServer(), open: wire } } });
    expect(await here.ask('ping')).toMatchObject({ error: { code: -32_000 } });
    expect(await here.ask('ping')).toMatchObject({ error: { code: -32_000 } });
  });
});
