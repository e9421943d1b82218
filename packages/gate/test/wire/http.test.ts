import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request, type RequestOptions } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGate } from '../../src/index.ts';
import { memoryLog } from '../../src/entries/stores.ts';
import { tokenFromFile } from '../../src/wire/bearer-tokens.ts';
import { serveDecisions, type ServedDecisions } from '../../src/wire/serve-decisions.ts';
import { createWire } from '../../src/wire/wire.ts';
import { sendHostileOverHttp } from './hostile-http.ts';

const tokens = { decide: 'd'.repeat(40), approve: 'a'.repeat(40) };
const policy = { allow: ['look'], deny: ['wipe'] };

let served: ServedDecisions;
let shut: ServedDecisions;
const log = memoryLog();
const gate = createGate({ policy, log });

beforeAll(async () => {
  served = await serveDecisions({ wire: createWire(gate, { answers: true }), tokens, patience: 600 });
  shut = await serveDecisions({ wire: createWire(gate), tokens: { decide: tokens.decide } });
});

afterAll(async () => {
  await served.close();
  await shut.close();
});

interface Reply {
  readonly status: number | undefined;
  readonly body: { readonly [name: string]: unknown };
  readonly headers: { readonly [name: string]: unknown };
}

interface Sending {
  readonly to?: ServedDecisions;
  readonly path?: string;
  readonly method?: string;
  readonly headers?: { readonly [name: string]: string | undefined };
  readonly body?: string | Buffer;
}

function send({
  to = served,
  path = '/v1/messages',
  method = 'POST',
  headers = {},
  body = '',
}: Sending): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const given = {
    authorization: `Bearer ${tokens.decide}`,
    'content-type': 'application/json',
    ...headers,
  };
  const options: RequestOptions = {
    method,
    headers: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  };
  const sent = request(new URL(path, to.address), options, (response) => {
    const { statusCode: status, headers: answered } = response;
    resolve(
      text(response).then((said) => ({ status, body: JSON.parse(said) as Reply['body'], headers: answered })),
    );
  });
  sent.on('error', reject);
  sent.end(body);
  return promise;
}

const message = (method: string, params: object): string => JSON.stringify({ v: 1, id: 7, method, params });
const call = (tool: string): object => ({ tool, input: { n: 1 } });
const decideLook = message('decide', { call: call('look') });
const approver = { authorization: `Bearer ${tokens.approve}` };

describe('decisions over HTTP', () => {
  test('the same answer as from the library, byte for byte', async () => {
    const { status, body } = await send({ body: decideLook });
    const decision = await gate.check({ tool: 'look', input: { n: 1 } });
    expect([status, JSON.stringify(body)]).toEqual([200, JSON.stringify({ v: 1, id: 7, result: decision })]);
  });

  test.each<[what: string, sending: Sending, status: number]>([
    ['no token', { headers: { authorization: undefined } }, 401],
    ['a wrong token', { headers: { authorization: `Bearer ${'x'.repeat(40)}` } }, 401],
    ['a token that only begins right', { headers: { authorization: `Bearer ${tokens.decide}x` } }, 401],
    ['the token as a password', { headers: { authorization: `Basic ${tokens.decide}` } }, 401],
    ['an empty token', { headers: { authorization: 'Bearer ' } }, 401],
    [
      'the token in the address',
      { path: `/v1/messages?token=${tokens.decide}`, headers: { authorization: undefined } },
      401,
    ],
    ['a Host of somebody else (DNS rebinding)', { headers: { host: 'evil.example' } }, 403],
    ['a Host of somebody else with this port', { headers: { host: 'evil.example:80' } }, 403],
    ['a Host that begins like this one', { headers: { host: '127.0.0.1.evil.example' } }, 403],
    ['a web page', { headers: { origin: 'https://evil.example' } }, 403],
    ['a web page of this machine', { headers: { origin: 'http://127.0.0.1:3000' } }, 403],
    ['a page without an origin', { headers: { origin: 'null' } }, 403],
    ['a browser', { headers: { 'sec-fetch-site': 'none' } }, 403],
    ['no JSON by its type', { headers: { 'content-type': 'text/plain' } }, 415],
    ['no UTF-8', { body: Buffer.from([0x22, 0xff, 0x22]) }, 400],
    ['no JSON', { body: '{' }, 400],
    ['another version', { body: '{"v":2,"id":1,"method":"decide"}' }, 400],
    ['another path', { path: '/v1/message' }, 404],
    ['a path behind ours', { path: '/v1/messages/../messages/x' }, 404],
    ['GET', { method: 'GET', body: '' }, 405],
    ['OPTIONS, as before a request of a page', { method: 'OPTIONS', body: '' }, 405],
    ['too large a body', { body: 'x'.repeat(4 * 1024 * 1024 + 1) }, 413],
  ])('%s: refused, and nothing is decided', async (_what, sending, status) => {
    const before = log.entries.length;
    const said = await send({ body: message('authorize', { call: call('look') }), ...sending });
    expect(said.status).toBe(status);
    expect(said.body).toMatchObject({ v: 1, id: null, error: { code: expect.any(String) as string } });
    expect(said.headers).not.toHaveProperty('access-control-allow-origin');
    expect(log.entries.length).toBe(before);
  });

  test('two Host headers, or two tokens, are refused', async () => {
    const { host } = new URL(served.address);
    const twice = [
      `Host: ${host}\r\nHost: evil.example\r\nAuthorization: Bearer ${tokens.decide}`,
      `Host: ${host}\r\nAuthorization: Bearer ${tokens.decide}\r\nAuthorization: Bearer ${tokens.approve}`,
    ];
    const rest = `Content-Type: application/json\r\nContent-Length: ${decideLook.length}\r\nConnection: close`;
    const said = twice.map((headers) =>
      raw(`POST /v1/messages HTTP/1.1\r\n${headers}\r\n${rest}\r\n\r\n${decideLook}`),
    );
    expect((await Promise.all(said)).map((answer) => answer.slice(0, 12))).toEqual([
      'HTTP/1.1 403',
      'HTTP/1.1 401',
    ]);
  });

  test('a body without end is cut off', async () => {
    const { port, hostname } = new URL(served.address);
    const { promise, resolve } = Promise.withResolvers<string>();
    const sent = request({
      host: hostname,
      port,
      method: 'POST',
      path: '/v1/messages',
      headers: { authorization: `Bearer ${tokens.decide}`, 'content-type': 'application/json' },
    });
    sent.on('response', ({ statusCode }) => resolve(String(statusCode)));
    sent.on('error', () => resolve('closed'));
    const portion = Buffer.alloc(1024 * 1024, 'x');
    for (let at = 0; at < 8; at++) sent.write(portion);
    expect(['413', 'closed']).toContain(await promise);
    sent.destroy();
  });

  test('a slow client is left, and others are answered meanwhile', async () => {
    const { host } = new URL(served.address);
    const slow = raw(
      `POST /v1/messages HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${tokens.decide}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    );
    expect((await send({ body: decideLook })).status).toBe(200);
    expect(await slow).toMatch(/^(?:HTTP\/1\.1 408 |$)/);
    const silent = raw('POST /v1/messages HTTP/1.1\r\n');
    expect((await send({ body: decideLook })).status).toBe(200);
    expect(await silent).toMatch(/^(?:HTTP\/1\.1 408 |$)/);
  });
});

test('hostile requests are answered in the words of the contract, and strangers not at all', async () => {
  const { statuses } = await sendHostileOverHttp(1000, 5);
  for (const status of [200, 400, 401, 403, 404, 405]) expect(statuses[status]).toBeGreaterThan(10);
});

function raw(bytes: string): Promise<string> {
  const { port, hostname } = new URL(served.address);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => socket.destroy());
  socket.write(bytes);
  return text(socket).catch(() => '');
}

describe('answers over HTTP', () => {
  const yes = { verdict: 'allow', by: 'ann', scope: 'user', rules: ['*'] };

  async function ask(): Promise<string> {
    const { body } = await send({ body: message('authorize', { call: call('other') }) });
    return (body['result'] as { approval: string }).approval;
  }

  test('the token for decisions does not answer, the other does, once', async () => {
    const approval = await ask();
    const answer = message('answer', { approval, answer: yes });
    expect((await send({ body: answer })).body).toMatchObject({ id: 7, error: { code: 'forbidden' } });
    const [first, second] = await Promise.all([
      send({ body: answer, headers: approver }),
      send({ body: answer, headers: approver }),
    ]);
    const verdicts = [first, second].map(
      ({ body }) => (body['result'] as { verdict?: string } | undefined)?.verdict,
    );
    expect(new Set(verdicts)).toEqual(new Set(['allow', undefined]));
    expect((await send({ body: answer, headers: approver })).status).toBe(404);
    // Once, whatever the answer says of scopes and rules.
    expect((await gate.check({ tool: 'other', input: { n: 1 } })).verdict).toBe('ask');
    expect(log.entries.some(({ type }) => type === 'granted')).toBe(false);
  });

  test('an approval expires', async () => {
    let now = 0;
    const wire = createWire(createGate({ policy }), { answers: true, expiresIn: 1000, now: () => now });
    const asked = await wire({ v: 1, id: 1, method: 'authorize', params: { call: call('other') } });
    const { approval } = (asked as unknown as { result: { approval: string } }).result;
    now = 1000;
    expect(await wire({ v: 1, id: 2, method: 'answer', params: { approval, answer: yes } })).toMatchObject({
      error: { code: 'unknown' },
    });
  });

  test('off: no approval is named, and no token answers', async () => {
    const { body } = await send({ to: shut, body: message('authorize', { call: call('other') }) });
    expect(body['result']).not.toHaveProperty('approval');
    const answer = message('answer', { approval: 'ask-1', answer: yes });
    expect((await send({ to: shut, body: answer })).body).toMatchObject({ error: { code: 'off' } });
    expect((await send({ to: shut, body: answer, headers: approver })).status).toBe(401);
  });

  test('one token for both is refused', async () => {
    const same = { decide: tokens.decide, approve: tokens.decide };
    await expect(serveDecisions({ wire: createWire(gate), tokens: same })).rejects.toThrow('could approve');
  });
});

describe('the AuthZEN evaluation', () => {
  const path = '/access/v1/evaluation';
  const subject = { type: 'user', id: 'ann', properties: { roles: ['billing'], department: 'x' } };
  const evaluation = (tool: string, more: object = {}): string =>
    JSON.stringify({
      subject,
      action: { name: 'tools/call' },
      resource: { type: 'tool', id: tool, properties: { input: { n: 1 } } },
      ...more,
    });

  test.each<[what: string, body: string, expected: object]>([
    ['allowed', evaluation('look'), { decision: true, context: { verdict: 'allow' } }],
    ['denied', evaluation('wipe'), { decision: false, context: { verdict: 'deny' } }],
    [
      'an ask is a denial with what can be requested',
      evaluation('other'),
      { decision: false, context: { verdict: 'ask', approval: { requestable: true, id: /^ask-/ } } },
    ],
    ['another action', evaluation('look', { action: { name: 'read' } }), { decision: false }],
    ['another resource', evaluation('look', { resource: { type: 'file', id: 'look' } }), { decision: false }],
    ['another subject', evaluation('look', { subject: { type: 'service', id: 'ann' } }), { decision: false }],
    ['no input', evaluation('look', { resource: { type: 'tool', id: 'look' } }), { decision: false }],
    [
      'roles that are none',
      evaluation('look', { subject: { ...subject, properties: { roles: 1 } } }),
      { decision: false },
    ],
  ])('%s', async (_what, body, expected) => {
    const said = await send({ path, body, headers: { 'x-request-id': 'r-1' } });
    expect([said.status, said.headers['x-request-id']]).toEqual([200, 'r-1']);
    expect(said.body['decision']).toBe((expected as { decision: boolean }).decision);
    const { context } = expected as { context?: { approval?: { id: RegExp } } };
    const found = said.body['context'] as {
      verdict: string;
      approval?: { requestable: boolean; id: string };
    };
    if (context !== undefined) expect(found.verdict).toBe((context as { verdict?: string }).verdict);
    if (context?.approval !== undefined) {
      expect(found.approval?.requestable).toBe(true);
      expect(found.approval?.id).toMatch(context.approval.id);
    } else expect(found.approval).toBeUndefined();
  });

  test.each(['{', '[]', '{}', '{"subject":{"type":"user"}}', evaluation('look', { resource: 7 })])(
    '%s is not a request',
    async (body) => expect((await send({ path, body })).status).toBe(400),
  );

  test('the subject is the principal of rules', async () => {
    const when = { 'principal.roles': { contains: 'billing' } };
    const own = await serveDecisions({
      wire: createWire(createGate({ policy: { allow: [{ rule: 'look', when }] } })),
      tokens: { decide: tokens.decide },
    });
    const ask = async (body: string): Promise<unknown> =>
      (await send({ to: own, path, body })).body['decision'];
    try {
      expect(await ask(evaluation('look'))).toBe(true);
      expect(await ask(evaluation('look', { subject: { type: 'user', id: 'ann' } }))).toBe(false);
    } finally {
      await own.close();
    }
  });
});

describe('files', () => {
  let folder: string;
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'permesso-wire-'))));
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }));

  test('a token is made for this user alone, kept, and refused where others can read it or could guess it', () => {
    const path = join(folder, 'token');
    const token = tokenFromFile(path);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(tokenFromFile(path)).toBe(token);
    chmodSync(path, 0o640);
    expect(() => tokenFromFile(path)).toThrow('chmod 600');
    writeFileSync(join(folder, 'short'), 'secret\n', { mode: 0o600 });
    expect(() => tokenFromFile(join(folder, 'short'))).toThrow('holds no token');
  });

  const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

  test.skipIf(!hasOpenssl)(
    'with certificates: a client without one is not answered, in spite of its token',
    async () => {
      const openssl = (line: string): void => {
        const { status, stderr } = spawnSync('openssl', line.split(' '), { cwd: folder, encoding: 'utf8' });
        if (status !== 0) throw new Error(stderr);
      };
      const file = (name: string): string => readFileSync(join(folder, name), 'utf8');
      const key = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes';
      for (const name of ['server', 'client', 'stranger'])
        openssl(
          `req -x509 ${key} -keyout ${name}.key -out ${name}.pem -days 2 -subj /CN=${name} -addext subjectAltName=DNS:localhost`,
        );
      const secure = await serveDecisions({
        wire: createWire(gate),
        tokens: { decide: tokens.decide },
        tls: {
          certificate: file('server.pem'),
          key: file('server.key'),
          clientAuthority: file('client.pem'),
          names: ['localhost'],
        },
      });
      const ask = (own: object, token: string): Promise<string> => {
        const { promise, resolve } = Promise.withResolvers<string>();
        const sent = tlsRequest(
          new URL('/v1/messages', secure.address),
          {
            method: 'POST',
            ca: file('server.pem'),
            ...own,
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          },
          ({ statusCode }) => resolve(String(statusCode)),
        );
        sent.on('error', () => resolve('closed'));
        sent.end(decideLook);
        return promise;
      };
      const client = { cert: file('client.pem'), key: file('client.key') };
      try {
        expect(await ask(client, tokens.decide)).toBe('200');
        expect(await ask(client, tokens.approve)).toBe('401');
        expect(await ask({}, tokens.decide)).toBe('closed');
        expect(await ask({ cert: file('stranger.pem'), key: file('stranger.key') }, tokens.decide)).toBe(
          'closed',
        );
      } finally {
        await secure.close();
      }
    },
  );
});

test('an error that nobody expected is told to the operator, and a client reads a fixed text', async () => {
  const told: unknown[] = [];
  const failing = await serveDecisions({
    wire: () => Promise.reject(new Error('connection refused: postgres://app:hunter2-marked@db')),
    tokens,
    onError: (error) => told.push(error),
  });
  for (const path of ['/v1/messages', '/access/v1/evaluation']) {
    const body = JSON.stringify({
      v: 1,
      id: 1,
      method: 'decide',
      params: { call: { tool: 'look', input: {} } },
      subject: { type: 'user', id: 'a' },
      action: { name: 'tools/call' },
      resource: { type: 'tool', id: 'look' },
    });
    const reply = await send({ to: failing, path, body });
    expect(reply.status).toBe(500);
    expect(JSON.stringify(reply)).not.toContain('hunter2');
  }
  await failing.close();
  expect(told.map(String)).toEqual(Array(2).fill(expect.stringContaining('hunter2-marked')));
});

test('the guardian of the Agent Control Standard needs the token, and answers what is no message with an error', async () => {
  const path = '/acs/v0.1';
  expect((await send({ path, headers: { authorization: undefined }, body: '{}' })).status).toBe(401);
  expect(await send({ path, body: '[' })).toMatchObject({ status: 200, body: { error: { code: -32_700 } } });
  const params = {
    acs_version: '0.1.0',
    request_id: '7f1f3c52-5f1e-4b0a-9d53-3f5a0b9f6f10',
    timestamp: new Date().toISOString(),
    metadata: { agent_id: 'a', session_id: 's' },
    payload: { tool: { name: 'look' }, arguments: {} },
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'steps/toolCallRequest', params });
  expect(await send({ path, body })).toMatchObject({ status: 200, body: { result: { decision: 'allow' } } });
  expect(await send({ path, body })).toMatchObject({ status: 200, body: { error: { code: -32_005 } } });
});
