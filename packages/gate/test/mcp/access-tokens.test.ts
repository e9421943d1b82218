import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { Principal } from '@permesso/engine/call';
import { principalTokens } from '../../src/http/principal-tokens.ts';
import { createGate, fixedWorld } from '../../src/index.ts';
import type { JsonObject } from '../../src/mcp/protocol/message.ts';
import { serveHttp } from '../../src/mcp/transports/http-front.ts';
import { type Answer, fakeServer } from './fake-server.ts';
import { openHere } from './open-here.ts';

const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

interface NamedKey {
  readonly kid: string;
  readonly key: KeyObject;
  readonly jwk: object;
}

function newKey(kid: string, kind: 'ed25519' | 'ec' | 'rsa' = 'ed25519'): NamedKey {
  const { publicKey, privateKey } =
    kind === 'ed25519'
      ? generateKeyPairSync('ed25519')
      : kind === 'ec'
        ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
        : generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { kid, key: privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid } };
}

const resource = 'https://mcp.example.com/mcp';
const issuer = 'https://id.example.com';

function tokenOf({ kid, key }: NamedKey, claims: object, alg = 'EdDSA'): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) + 600;
  const body = { iss: issuer, aud: resource, exp, tenant: 'acme', sub: 'ann', ...claims };
  const signed = `${part({ alg, kid })}.${part(body)}`;
  const how = alg === 'ES256' ? { key, dsaEncoding: 'ieee-p1363' as const } : key;
  const hash = alg === 'EdDSA' ? null : 'sha256';
  return `${signed}.${sign(hash, Buffer.from(signed), how).toString('base64url')}`;
}

/** The keys of the issuer, which change while the gateway runs. */
async function serveKeys(keys: () => readonly NamedKey[]): Promise<{ url: string; asked: () => number }> {
  let asked = 0;
  const server = createServer((_, response) => {
    asked++;
    response.end(JSON.stringify({ keys: keys().map(({ jwk }) => jwk) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked: () => asked };
}

async function gateway(keys: () => readonly NamedKey[], answer?: Answer) {
  const files = fakeServer(answer);
  const jwks = await serveKeys(keys);
  let now = Date.now();
  const opened: (Principal | undefined)[] = [];
  const policy = {
    unlisted: 'deny',
    allow: [
      { rule: 'mcp__files__read_file', limit: { calls: 2, per: 'hour', by: 'principal', over: 'deny' } },
      { rule: 'mcp__files__drop', when: { 'principal.roles': { contains: 'admin' } } },
    ],
  } as const;
  const gate = createGate({ policy, requirePrincipal: true, world: () => fixedWorld({ cwd: '/srv' }) });
  const front = await serveHttp({
    listen: { host: '127.0.0.1', port: 0 },
    open: (how) => {
      opened.push(how.principal);
      return openHere({ servers: { files }, gate, ...how }).session;
    },
    access: {
      issuer,
      audience: resource,
      read: principalTokens({ issuer, audience: resource, keys: jwks.url }, () => now),
    },
    report: () => undefined,
  });
  closing.push(front.close);
  const send = async (token: string | undefined, body: object, headers: Record<string, string> = {}) => {
    const reply = await fetch(front.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: JSON.stringify(body),
    });
    const text = await reply.text();
    const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
    return {
      status: reply.status,
      headers: reply.headers,
      said: (data === '' ? {} : JSON.parse(data)) as JsonObject,
    };
  };
  const open = async (token: string): Promise<Record<string, string>> => {
    const { headers } = await send(token, initialize);
    return { 'mcp-session-id': headers.get('mcp-session-id') ?? '' };
  };
  return {
    front,
    files,
    jwks,
    opened,
    send,
    open,
    pass: (milliseconds: number) => void (now += milliseconds),
  };
}

const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '0' } },
};
const callOf = (name: string): object => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name } });

test('without a token of the issuer for this server nothing is served, and a client learns where to get one', async () => {
  const [own, stranger] = [newKey('a'), newKey('a')];
  const { front, files, send } = await gateway(() => [own]);
  const metadata = 'https://mcp.example.com/.well-known/oauth-protected-resource';
  const worthless: Readonly<Record<string, string | undefined>> = {
    none: undefined,
    'signed by a stranger': tokenOf(stranger, {}),
    'for another server': tokenOf(own, { aud: 'https://other.example.com/mcp' }),
    'of another issuer': tokenOf(own, { iss: 'https://evil.example' }),
    expired: tokenOf(own, { exp: 1 }),
  };
  for (const [what, token] of Object.entries(worthless)) {
    const { status, headers } = await send(token, initialize);
    expect([what, status]).toEqual([what, 401]);
    expect(headers.get('www-authenticate')).toContain(`resource_metadata="${metadata}"`);
    expect(headers.get('mcp-session-id')).toBeNull();
  }
  const inAddress = await fetch(`${front.url}?access_token=${tokenOf(own, {})}`, { method: 'POST' });
  expect(inAddress.status).toBe(401);
  const told = await fetch(new URL('/.well-known/oauth-protected-resource/mcp', front.url));
  expect(await told.json()).toEqual({
    resource,
    authorization_servers: [issuer],
    bearer_methods_supported: ['header'],
  });
  expect(files.called()).toEqual([]);
});

test("calls are of whom the token names; a session is nobody else's", async () => {
  const own = newKey('a');
  const { files, opened, send, open } = await gateway(() => [own]);
  const [ann, bob] = [tokenOf(own, {}), tokenOf(own, { sub: 'bob' })];
  const admin = tokenOf(own, { sub: 'eva', roles: ['admin'] });
  const session = await open(ann);
  expect(opened).toMatchObject([{ tenant: 'acme', user: 'ann' }]);
  // With a fresh token of the same person it goes on.
  expect((await send(tokenOf(own, { jti: '2' }), callOf('read_file'), session)).status).toBe(200);
  for (const token of [bob, admin, tokenOf(own, { tenant: 'globex' }), tokenOf(own, { roles: ['admin'] })])
    expect((await send(token, callOf('drop'), session)).status).toBe(404);
  expect((await send(undefined, callOf('drop'), session)).status).toBe(401);
  expect(files.called()).toEqual(['read_file']);
  await send(ann, callOf('drop'), session);
  expect(files.called()).toEqual(['read_file']);
  await send(admin, callOf('drop'), await open(admin));
  expect(files.called()).toEqual(['read_file', 'drop']);
  // A limit for each principal is one for each, over their sessions.
  for (const token of [ann, ann, bob, bob, bob]) await send(token, callOf('read_file'), await open(token));
  expect(files.called().filter((name) => name === 'read_file')).toHaveLength(4);
});

test('a stream ends with the token that opened it, and its session goes on with a fresh one', async () => {
  const own = newKey('a');
  let isSlow = true;
  const { files, front, open, send, pass } = await gateway(
    () => [own],
    ({ method }) => (isSlow && method === 'tools/call' ? { silent: true } : undefined),
  );
  const session = await open(tokenOf(own, {}));
  const listen = (exp: number): Promise<Response> =>
    fetch(front.url, { headers: { ...session, authorization: `Bearer ${tokenOf(own, { exp })}` } });
  // Clocks may differ by 30 s: two seconds are left of it.
  const exp = Date.now() / 1000 - 28;
  // A call of the same token is still under way when it expires.
  const called = fetch(front.url, {
    method: 'POST',
    headers: {
      ...session,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${tokenOf(own, { exp })}`,
    },
    body: JSON.stringify(callOf('read_file')),
  });
  await expect.poll(() => files.called()).toEqual(['read_file']);
  const stream = await listen(exp);
  expect(stream.headers.get('content-type')).toBe('text/event-stream');
  expect(await stream.text()).toBe('');
  expect(Date.now() / 1000).toBeGreaterThanOrEqual(exp + 30);
  files.says({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
  const { id } = JSON.parse(files.received.at(-1) ?? '') as JsonObject;
  files.says({ jsonrpc: '2.0', id, result: { content: [] } });
  // It gets its answer, and nothing that the server tells the session since.
  expect(await (await called).json()).toMatchObject({ id: 1, result: { content: [] } });
  isSlow = false;
  pass(3000);
  expect((await listen(exp)).status).toBe(401);
  expect((await send(tokenOf(own, {}), callOf('read_file'), session)).status).toBe(200);
  const again = await listen(Date.now() / 1000 + 600);
  const reader = again.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('list_changed');
  await reader?.cancel();
});

test('requests without a session are of their own token too', async () => {
  const own = newKey('a');
  const { files, send, opened } = await gateway(() => [own]);
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const drop = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'drop', _meta: meta } };
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'drop' };
  await send(tokenOf(own, { sub: 'eva', roles: ['admin'] }), drop, headers);
  await send(tokenOf(own, {}), drop, headers);
  expect([files.called(), opened.map((each) => each?.user)]).toEqual([['drop'], ['eva', 'ann']]);
});

test('keys of the issuer may change, and of every kind; its keys are not fetched for each token', async () => {
  const [first, second] = [newKey('a'), newKey('b', 'ec')];
  const third = newKey('c', 'rsa');
  let keys: readonly NamedKey[] = [first];
  const { send, jwks, pass } = await gateway(() => keys);
  const status = async (token: string): Promise<number> => (await send(token, initialize)).status;
  expect(await status(tokenOf(first, {}))).toBe(200);
  keys = [first, second, third];
  expect(await status(tokenOf(second, {}, 'ES256'))).toBe(401);
  expect(jwks.asked()).toBe(1);
  pass(61_000);
  expect(await status(tokenOf(second, {}, 'ES256'))).toBe(200);
  expect(await status(tokenOf(third, {}, 'RS256'))).toBe(200);
  // The name of one algorithm with the key of another.
  expect(await status(tokenOf(second, {}, 'RS256'))).toBe(401);
  expect(jwks.asked()).toBe(2);
});

test('behind a proxy it is reached by the name in its tokens, and by no other', async () => {
  const own = newKey('a');
  const { front } = await gateway(() => [own]);
  const statusFor = (headers: Record<string, string>): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const sent = request(front.url, { method: 'GET', headers }, (reply) => {
        reply.resume();
        resolve(reply.statusCode);
      });
      sent.on('error', reject).end();
    });
  expect(await statusFor({ host: 'mcp.example.com' })).toBe(401);
  expect(await statusFor({ host: 'evil.example' })).toBe(403);
  expect(await statusFor({ host: 'mcp.example.com', origin: 'https://evil.example' })).toBe(403);
  expect(await statusFor({ host: 'mcp.example.com', origin: 'https://mcp.example.com' })).toBe(401);
});
