import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ask,
  createTeam,
  inspect,
  startTestServer,
  type Answered,
  type Team,
  type TestServer,
} from '../../../test/harness.ts';
import { Browser } from '../../../test/browser.ts';
import { client, startProvider, type IdentityProvider } from '../../../test/identity-provider.ts';
import { problemPage } from '../../http/problem-page.ts';
import { Problem } from '../../route/problem.ts';
import { forgetExpired } from '../forget-expired.ts';

let server: TestServer;
let team: Team;
let issuer: string;
let provider: IdentityProvider;

beforeAll(async () => {
  server = await startTestServer({ settings: { webhookHosts: ['localhost'] } });
  team = await createTeam(server, 'acme');
  provider = await startProvider(`${server.url}/v1/sign-in/callback`);
  ({ issuer } = provider);
  await ask(server, 'PUT /v1/identity-provider', {
    token: team.token('admin'),
    body: { issuer, ...client },
  });
  await server.operator.trustIssuer({ organisation: 'acme', issuer, domain: 'acme.example' });
});

afterAll(async () => {
  provider.end();
  await server.end();
});

async function signIn(
  login: string,
  browser = new Browser(server),
): Promise<{ browser: Browser; csrf: string; callback: string }> {
  const callback = await browser.signInAtProvider(login);
  const response = await browser.visit(callback);
  if (response.status !== 303) throw new Error(`${response.status} ${await response.text()}`);
  const { json } = await asBrowser(browser, 'GET /v1/session');
  return { browser, csrf: json.csrf, callback };
}

function asBrowser(
  browser: Browser,
  what: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answered> {
  return ask(server, what, {
    headers: { cookie: `permesso-session=${browser.cookie('permesso-session') ?? ''}`, ...headers },
  });
}

describe('signing in with a real provider', () => {
  test('makes a person without any role, who gets what an admin gives', async () => {
    const { browser } = await signIn('anna');
    expect((await asBrowser(browser, 'GET /v1/me')).status).toBe(403);
    const { json } = await ask(server, 'GET /v1/people', { token: team.token('admin') });
    const anna = json.people.find((each: { email: string }) => each.email === 'anna@acme.example');
    expect(anna).toMatchObject({ issuer, roles: [] });
    await ask(server, `PUT /v1/people/${anna.id}/roles`, {
      token: team.token('admin'),
      body: { roles: [{ role: 'approver', project: null }] },
    });
    expect((await asBrowser(browser, 'GET /v1/me')).json).toMatchObject({ person: anna.id });
  });

  test('is on record, and so is anyone it makes', async () => {
    await signIn('rita');
    await signIn('rita');
    const people = await ask(server, 'GET /v1/people', { token: team.token('admin') });
    const { id } = people.json.people.find((each: { email: string }) => each.email === 'rita@acme.example');
    const { json } = await ask(server, 'GET /v1/acts', { token: team.token('admin') });
    const about = json.acts.filter(({ subject }: { subject: string }) => subject === id);
    expect(about.map(({ act }: { act: string }) => act)).toEqual([
      'session.begin',
      'session.begin',
      'person.add',
    ]);
    expect(about[0]).toMatchObject({ actor: `person:${id}`, detail: { issuer } });
  });

  test('an address that the provider has not checked is not taken over', async () => {
    await signIn('unverified');
    const { json } = await ask(server, 'GET /v1/people', { token: team.token('admin') });
    expect(json.people.filter((each: { name: string }) => each.name === 'unverified')).toMatchObject([
      { email: null },
    ]);
  });

  test('a session that somebody planted is not the one that begins', async () => {
    const browser = new Browser(server);
    const planted = `pms_${'a'.repeat(43)}`;
    browser.plant('permesso-session', planted);
    await signIn('bert', browser);
    expect(browser.cookie('permesso-session')).toMatch(/^pms_/);
    expect(browser.cookie('permesso-session')).not.toBe(planted);
  });

  test('another browser cannot finish it, and nobody can finish it twice', async () => {
    const browser = new Browser(server);
    const callback = await browser.signInAtProvider('carl');
    expect((await new Browser(server).visit(callback)).status).toBe(403);
    expect((await browser.visit(callback)).status).toBe(303);
    expect((await browser.visit(callback)).status).toBe(403);
  });

  test('a code of another sign-in is refused', async () => {
    const mine = new Browser(server);
    const victim = await new Browser(server).signInAtProvider('dora');
    const callback = new URL(await mine.signInAtProvider('mallory'));
    callback.searchParams.set('code', new URL(victim).searchParams.get('code') ?? '');
    expect((await mine.visit(callback.href)).status).toBe(403);
  });
});

test('a sign-in that is refused is told a person as a page with a way back, and a program as JSON', async () => {
  const path = `${server.url}/v1/sign-in/callback?state=x`;
  const page = await fetch(path, { headers: { accept: 'text/html,*/*;q=0.8' } });
  expect([page.status, page.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8']);
  expect(await page.text()).toContain(
    '<p>this sign-in did not start here or has expired; sign in again.</p><p><a href="/">',
  );
  const json = await fetch(path, { headers: { accept: 'application/json' } });
  expect([json.status, json.headers.get('content-type')]).toEqual([403, 'application/problem+json']);
  const { text } = problemPage(new Problem(403, '<script>alert(1)</script>'));
  expect(text).not.toContain('<script>');
});

test('an admin sees which provider is set, whom the operator trusts, and what to register there', async () => {
  const shown = await ask(server, 'GET /v1/identity-provider', { token: team.token('admin') });
  expect(shown.json).toEqual({
    provider: {
      issuer,
      clientId: client.clientId,
      groupsClaim: null,
      groupsScope: null,
      trustedDomains: ['acme.example'],
    },
    redirectUrl: `${server.url}/v1/sign-in/callback`,
  });
});

describe('a strange page', () => {
  test.each([
    ['without the secret of the session', {}],
    ['with a wrong one', { 'permesso-csrf': `pmc_${'x'.repeat(43)}` }],
  ])('%s changes nothing', async (_what, headers) => {
    const { browser } = await signIn('anna');
    expect((await asBrowser(browser, 'POST /v1/sign-out', headers)).status).toBe(403);
    expect((await asBrowser(browser, 'GET /v1/me')).status).toBe(200);
  });

  test('is told by where it comes from, even with the secret', async () => {
    const { browser, csrf } = await signIn('anna');
    const strange = { 'permesso-csrf': csrf, origin: 'https://evil.example' };
    expect((await asBrowser(browser, 'POST /v1/sign-out', strange)).status).toBe(403);
    const own = { 'permesso-csrf': csrf, origin: server.url };
    expect((await asBrowser(browser, 'POST /v1/sign-out', own)).status).toBe(204);
    expect((await asBrowser(browser, 'GET /v1/me')).status).toBe(401);
  });

  test('the secret of another session does not help', async () => {
    const { browser } = await signIn('anna');
    const { csrf } = await signIn('bert');
    expect((await asBrowser(browser, 'POST /v1/sign-out', { 'permesso-csrf': csrf })).status).toBe(403);
  });
});

test('sessions that are over are refused, and forgotten in time; others stay', async () => {
  const { browser } = await signIn('anna');
  const { browser: other } = await signIn('anna');
  const hash = createHash('sha256')
    .update(browser.cookie('permesso-session') ?? '')
    .digest();
  await inspect(
    server.databaseUrl,
    "update sessions set expires_at = now() - interval '1 s' where hash = $1",
    [hash],
  );
  expect((await asBrowser(browser, 'GET /v1/me')).status).toBe(401);
  await forgetExpired(server.database);
  expect(await inspect(server.databaseUrl, 'select hash from sessions where hash = $1', [hash])).toEqual([]);
  expect((await asBrowser(other, 'GET /v1/me')).status).toBe(200);
});

test('a provider in the own network is not asked, unless the operator named it', async () => {
  const strict = await startTestServer({ settings: { webhookHosts: [] } });
  try {
    const other = await createTeam(strict, 'acme');
    const save = (at: string): ReturnType<typeof ask> =>
      ask(strict, 'PUT /v1/identity-provider', {
        token: other.token('admin'),
        body: { issuer: at, clientId: 'permesso', clientSecret: 'x' },
      });
    // The admin who saves it is told the cause and the fix; nothing is saved.
    for (const at of [issuer, 'https://localhost', 'https://127.0.0.1:1', 'https://[::1]/']) {
      const refused = await save(at);
      expect([at, refused.status]).toEqual([at, 422]);
      expect(refused.json.detail).toContain(at);
      expect(refused.json.detail).toContain('PERMESSO_WEBHOOK_HOSTS');
    }
    expect((await save('nonsense')).json.detail).toContain('not a valid URL');
    expect((await ask(strict, 'GET /v1/sign-in/to/acme')).status).toBe(404);
  } finally {
    await strict.end();
  }
});
