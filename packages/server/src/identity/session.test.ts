import { describe, expect, test } from 'vitest';
import { ask, createTeam, inspect, type Answered, type Team, type TestServer } from '../../test/harness.ts';
import { onServer } from '../../test/on-server.ts';

let server: TestServer;
let team: Team;

onServer(async (made) => {
  server = made;
  team = await createTeam(server, 'acme');
});

function signIn(
  token: string,
  headers: Readonly<Record<string, string>> = { origin: server.url },
): Promise<Answered> {
  return ask(server, 'POST /v1/sign-in/token', { body: { token }, headers });
}

async function sessionWith(token: string): Promise<string> {
  const { status, headers } = await signIn(token);
  expect(status).toBe(204);
  return /^[^;]+/.exec(headers.get('set-cookie') ?? '')?.[0] ?? '';
}

function as(
  cookie: string,
  what: string,
  more: { headers?: object; body?: unknown } = {},
): Promise<Answered> {
  return ask(server, what, { ...more, headers: { cookie, ...more.headers } });
}

async function newToken(who: string, roles: readonly string[]): Promise<{ id: string; token: string }> {
  const { json } = await ask(server, 'POST /v1/tokens', {
    token: team.token(who),
    body: { name: 'for the browser', roles, days: 1 },
  });
  return json;
}

describe('a session by token', () => {
  test('is a cookie that no script reads and no other page sends', async () => {
    const { headers } = await signIn(team.token('approver'));
    expect(headers.get('set-cookie')).toMatch(
      /^permesso-session=pms_[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/,
    );
    const cookie = await sessionWith(team.token('approver'));
    expect((await as(cookie, 'GET /v1/me')).json).toMatchObject({ email: 'approver@acme.example' });
  });

  test.each([
    ['no origin', {}],
    ['another origin', { origin: 'https://evil.example' }],
    ['the origin of a sandbox', { origin: 'null' }],
  ])('is not begun from %s', async (_what, headers) => {
    const answered = await signIn(team.token('approver'), headers);
    expect(answered.status).toBe(403);
    expect(answered.headers.get('set-cookie')).toBeNull();
  });

  test('is not begun by a form, whose type needs nobody to be asked', async () => {
    const response = await fetch(`${server.url}/v1/sign-in/token`, {
      method: 'POST',
      headers: { origin: server.url, 'content-type': 'text/plain' },
      body: JSON.stringify({ token: team.token('approver') }),
    });
    expect(response.status).toBe(415);
  });

  test.each([
    ['of nobody', `pmt_${'x'.repeat(43)}`],
    ['of another kind', `pme_${'x'.repeat(43)}`],
    ['that is none', 'hello'],
  ])('is not begun with a token %s', async (_what, token) => {
    expect((await signIn(token)).status).toBe(401);
  });

  test('has the roles of the token, not those of its person', async () => {
    const { token } = await newToken('admin', ['viewer']);
    const cookie = await sessionWith(token);
    const { json } = await as(cookie, 'GET /v1/session');
    const added = await as(cookie, 'POST /v1/projects', {
      body: { name: 'other' },
      headers: { 'permesso-csrf': json.csrf },
    });
    expect(added).toMatchObject({
      status: 403,
      json: { detail: 'this needs the role admin for the whole organisation' },
    });
  });

  test('ends with the token', async () => {
    const { id, token } = await newToken('viewer', []);
    const cookie = await sessionWith(token);
    expect((await as(cookie, 'GET /v1/me')).status).toBe(200);
    await ask(server, `DELETE /v1/tokens/${id}`, { token: team.token('viewer') });
    expect((await as(cookie, 'GET /v1/me')).status).toBe(401);
    expect((await signIn(token)).status).toBe(401);
  });

  test('is on record', async () => {
    await sessionWith(team.token('author'));
    const { json } = await ask(server, 'GET /v1/acts', { token: team.token('admin') });
    expect(json.acts[0]).toMatchObject({
      act: 'session.begin',
      actor: `person:${team.people['author']?.person}`,
    });
  });
});

describe('what pages show with every change', () => {
  test('is told again after a reload, the same', async () => {
    const cookie = await sessionWith(team.token('viewer'));
    const one = await as(cookie, 'GET /v1/session');
    const other = await as(cookie, 'GET /v1/session', { headers: { 'sec-fetch-site': 'same-origin' } });
    expect(one.json.csrf).toMatch(/^pmc_[\w-]{43}$/);
    expect(other.json).toEqual(one.json);
    const out = await as(cookie, 'POST /v1/sign-out', { headers: { 'permesso-csrf': one.json.csrf } });
    expect(out.status).toBe(204);
    expect((await as(cookie, 'GET /v1/session')).status).toBe(401);
  });

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour on another port or sub-domain', { 'sec-fetch-site': 'same-site' }],
    ['an address that was followed', { 'sec-fetch-site': 'none' }],
    ['another origin', { origin: 'http://127.0.0.1:1' }],
  ])('is not told to %s, nor may it be read', async (_what, headers) => {
    const cookie = await sessionWith(team.token('viewer'));
    const told = await as(cookie, 'GET /v1/session', { headers });
    expect(told.status).toBe(403);
    expect(JSON.stringify(told.json)).not.toContain('pmc_');
    expect(told.headers.get('access-control-allow-origin')).toBeNull();
    expect(told.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });

  test('is another one in every session, and worth nothing in any other', async () => {
    const mine = await sessionWith(team.token('viewer'));
    const other = await sessionWith(team.token('viewer'));
    const { json } = await as(other, 'GET /v1/session');
    const out = await as(mine, 'POST /v1/sign-out', { headers: { 'permesso-csrf': json.csrf } });
    expect(out.status).toBe(403);
  });

  test('is nothing that a token needs', async () => {
    expect((await ask(server, 'GET /v1/session', { token: team.token('viewer') })).status).toBe(409);
    expect((await ask(server, 'GET /v1/session')).status).toBe(401);
  });
});

describe('how long a session lasts', () => {
  const rule = (hours: unknown, who = 'admin'): Promise<Answered> =>
    ask(server, 'PUT /v1/session-rule', { token: team.token(who), body: { hours } });
  const maxAge = async (): Promise<string | undefined> =>
    /Max-Age=(\d+)/.exec((await signIn(team.token('viewer'))).headers.get('set-cookie') ?? '')?.[1];

  test('an admin makes it shorter, at once for everybody, on record, and no longer than twelve hours', async () => {
    const before = await sessionWith(team.token('approver'));
    await inspect(server.databaseUrl, "update sessions set created_at = now() - interval '3 hours'");
    expect((await rule(2, 'approver')).status).toBe(403);
    expect((await as(before, 'GET /v1/me')).status).toBe(200);
    expect((await rule(2)).json).toEqual({ hours: 2 });
    expect((await as(before, 'GET /v1/me')).status).toBe(401);
    expect(await maxAge()).toBe('7200');
    for (const hours of [0, 13, 1.5, '2']) expect([hours, (await rule(hours)).status]).toEqual([hours, 400]);
    const { json } = await ask(server, 'GET /v1/acts', { token: team.token('admin') });
    expect(json.acts.find(({ act }: { act: string }) => act === 'session-rule.set')).toMatchObject({
      detail: { hours: 2, before: 12 },
    });
    await rule(12);
    expect(await maxAge()).toBe('43200');
  });
});
