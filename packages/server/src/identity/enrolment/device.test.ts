import { enrolPurpose, newSigningKey, signText } from '@permesso/protocol/bundle';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askServer, joinBySignIn } from '@permesso/gate/team-agent';
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
import { question } from '../../../test/question.ts';

let server: TestServer;
let team: Team;
let provider: IdentityProvider;

beforeAll(async () => {
  // The clients say where they are, as behind a proxy.
  server = await startTestServer({
    settings: { webhookHosts: ['localhost'], trustedProxies: ['127.0.0.1'] },
  });
  team = await createTeam(server, 'acme');
  provider = await startProvider(`${server.url}/v1/sign-in/callback`);
  const { issuer } = provider;
  await ask(server, 'PUT /v1/identity-provider', { token: team.token('admin'), body: { issuer, ...client } });
  await server.operator.trustIssuer({ organisation: 'acme', issuer, domain: 'acme.example' });
});

afterAll(async () => {
  provider.end();
  await server.end();
});

interface Machine {
  readonly userCode: string;
  readonly poll: (as?: { readonly key: ReturnType<typeof newSigningKey> }) => Promise<Answered>;
}

async function begin(more: Readonly<Record<string, unknown>> = {}, address?: string): Promise<Machine> {
  const key = newSigningKey();
  const { status, json } = await ask(server, 'POST /v1/device', {
    body: { name: 'a laptop', publicKey: key.publicKey.toString('base64url'), ...more },
    ...(address === undefined ? {} : { headers: { 'x-forwarded-for': address } }),
  });
  expect(status).toBe(200);
  return {
    userCode: json.userCode,
    poll: (as = { key }) =>
      ask(server, 'POST /v1/device/token', {
        body: {
          deviceCode: json.deviceCode,
          proof: signText(json.deviceCode, enrolPurpose, as.key.privateKey),
        },
      }),
  };
}

/** People whom the operator made with a role, and who sign in at the provider. */
async function signedIn(who: string): Promise<Browser> {
  const browser = new Browser(server);
  expect((await browser.signIn(who)).status).toBe(303);
  return browser;
}

const confirm = (browser: Browser, { userCode }: Machine, more = {}): Promise<Answered> =>
  browser.ask(`POST /v1/device/${userCode}/confirm`, { project: team.project, ...more });

describe('a machine whose owner signs in', () => {
  test('is told to wait, then who it is; its owner is who signed in, and cannot approve what it asks', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'permesso-join-'));
    try {
      const owner = await signedIn('owner');
      let looks = 0;
      const waiting = await joinBySignIn({
        url: server.url,
        name: 'laptop-1',
        directory: folder,
        wait: async () => {
          if (++looks !== 2) return;
          const shown = await owner.ask(`GET /v1/device/${userCode}`);
          expect(shown.json).toMatchObject({
            name: 'laptop-1',
            address: '127.0.0.1',
            isElsewhere: false,
            projects: [{ id: team.project, name: 'main' }],
          });
          expect((await confirm(owner, { userCode } as Machine)).status).toBe(204);
        },
      });
      const { userCode } = waiting;
      expect(userCode).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
      const { membership, owner: named } = await waiting.finished();
      expect(named).toBe('owner@acme.example');
      const own = await owner.ask('GET /v1/me/machines');
      expect(own.json.machines).toContainEqual(
        expect.objectContaining({ id: membership.agent, name: 'laptop-1', cameBy: 'sign-in' }),
      );
      const asked = await askServer(membership, {
        method: 'POST',
        path: '/v1/agent/approvals',
        json: question({ callKey: 'one' }),
      });
      const { id } = asked.json();
      const { digest } = question().request;
      const answer = (token: string): Promise<Answered> =>
        ask(server, `POST /v1/approvals/${String(id)}/answer`, { token, body: { verdict: 'allow', digest } });
      expect((await answer(team.token('owner'))).status).toBe(403);
      expect((await answer(team.token('approver'))).json).toMatchObject({ state: 'approved' });
      expect((await owner.ask(`DELETE /v1/me/machines/${membership.agent}`)).status).toBe(204);
      await expect(askServer(membership, { path: '/v1/agent/self' })).rejects.toThrow('revoked');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('gets the same answer again where the first was lost, and nobody else gets it', async () => {
    const owner = await signedIn('owner');
    const machine = await begin();
    expect((await machine.poll()).json.code).toBe('authorization-pending');
    expect((await machine.poll()).json.code).toBe('slow-down');
    await confirm(owner, machine);
    // Who has the device code, and not the key.
    expect((await machine.poll({ key: newSigningKey() })).status).toBe(403);
    const [one, two] = [await machine.poll(), await machine.poll()];
    expect(one.status).toBe(201);
    expect(two.json).toEqual(one.json);
    // The user code is worth nothing any more.
    expect((await confirm(owner, machine)).status).toBe(404);
  });

  test('is told when it was refused, when its owner was disabled meanwhile, and when its time is over', async () => {
    const owner = await signedIn('viewer');
    const refused = await begin();
    expect((await owner.ask(`DELETE /v1/device/${refused.userCode}`)).status).toBe(204);
    expect((await refused.poll()).json.code).toBe('access-denied');

    const late = await begin();
    await confirm(owner, late);
    const person = team.people['viewer']?.person ?? '';
    await ask(server, `POST /v1/people/${person}/disable`, { token: team.token('admin') });
    expect((await late.poll()).json.code).toBe('access-denied');
    await ask(server, `POST /v1/people/${person}/enable`, { token: team.token('admin') });

    const old = await begin();
    await inspect(server.databaseUrl, "update device_requests set expires_at = now() - interval '1 second'");
    expect((await old.poll()).json.code).toBe('expired-token');
    expect((await confirm(await signedIn('viewer'), old)).status).toBe(404);
  });

  test('shows where it asks from, and is not confirmed from elsewhere without saying so', async () => {
    const victim = await signedIn('author');
    const machine = await begin({ name: 'phish' }, '203.0.113.9');
    const shown = await victim.ask(`GET /v1/device/${machine.userCode}`);
    expect(shown.json).toMatchObject({ name: 'phish', address: '203.0.113.9', isElsewhere: true });
    const refused = await confirm(victim, machine);
    expect(refused.status).toBe(409);
    expect(refused.json.detail).toContain('203.0.113.9');
    expect((await confirm(victim, machine, { isElsewhere: true })).status).toBe(204);
    const { json } = await ask(server, 'GET /v1/acts', { token: team.token('admin') });
    expect(json.acts[0]).toMatchObject({
      act: 'device.confirm',
      detail: { name: 'phish', address: '203.0.113.9', from: '127.0.0.1' },
    });
  });

  test('is confirmed by nobody but a person who signed in: no API token, no session of one', async () => {
    const machine = await begin();
    const what = `POST /v1/device/${machine.userCode}/confirm`;
    const body = { project: team.project };
    for (const who of ['owner', 'admin'])
      expect((await ask(server, what, { token: team.token(who), body })).status).toBe(403);
    const signed = await ask(server, 'POST /v1/sign-in/token', {
      headers: { origin: server.url },
      body: { token: team.token('owner') },
    });
    const browser = new Browser(server);
    const [, session = ''] = /permesso-session=([^;]+)/.exec(signed.headers.get('set-cookie') ?? '') ?? [];
    browser.plant('permesso-session', session);
    expect((await browser.ask(what, body)).status).toBe(403);
  });

  test('joins no project in which its owner has no role, nor another one than it asks for', async () => {
    const other = await ask(server, 'POST /v1/projects', {
      token: team.token('admin'),
      body: { name: 'other' },
    });
    const nora = await signedIn('nora');
    const { json } = await ask(server, 'GET /v1/people', { token: team.token('admin') });
    const person = json.people.find((each: { email: string }) => each.email === 'nora@acme.example');
    await ask(server, `PUT /v1/people/${person.id}/roles`, {
      token: team.token('admin'),
      body: { roles: [{ role: 'viewer', project: other.json.id }] },
    });
    const machine = await begin();
    expect((await confirm(nora, machine)).status).toBe(404);
    const wanting = await begin({ project: 'other' });
    const shown = await nora.ask(`GET /v1/device/${wanting.userCode}`);
    expect(shown.json.projects).toEqual([{ id: other.json.id, name: 'other' }]);
    expect((await confirm(await signedIn('owner'), wanting)).status).toBe(409);
  });

  test('is found by no guessing: after ten codes a person waits', async () => {
    const guesser = await signedIn('approver');
    const found = new Set<number>();
    for (let guess = 0; guess < 12; guess++)
      found.add((await guesser.ask('GET /v1/device/BBBB-BBBB')).status);
    expect([...found]).toEqual([404, 429]);
    // Others are not held up by it.
    expect((await (await signedIn('author')).ask('GET /v1/device/BBBB-BBBB')).status).toBe(404);
  });

  test('is asked about by people of its own organisation alone', async () => {
    const rivals = await createTeam(server, 'rivals');
    const { issuer } = provider;
    await ask(server, 'PUT /v1/identity-provider', {
      token: rivals.token('admin'),
      body: { issuer, ...client },
    });
    await server.operator.trustIssuer({ organisation: 'rivals', issuer, domain: 'acme.example' });
    await server.operator.addPerson({ organisation: 'rivals', email: 'eve@acme.example', roles: ['admin'] });
    const machine = await begin({ organisation: 'acme' });
    const eve = new Browser(server);
    await eve.signIn('eve', 'rivals');
    expect((await eve.ask(`GET /v1/device/${machine.userCode}`)).status).toBe(404);
    // With several organisations a machine says which.
    const publicKey = newSigningKey().publicKey.toString('base64url');
    expect((await ask(server, 'POST /v1/device', { body: { name: 'x', publicKey } })).status).toBe(422);
  });
});
