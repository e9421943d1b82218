import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import {
  ask,
  createTeam,
  inspect,
  startTestServer,
  type Team,
  type TestServer,
} from '../../../test/harness.ts';
import { client, startProvider, type IdentityProvider } from '../../../test/identity-provider.ts';
import { openDatabase, type Database } from '../../database/database.ts';
import type { Connection } from '../../database/query.ts';
import { holdAdmins, holdForSignIn, lockAdmins } from '../lock-admins.ts';

let server: TestServer;
let team: Team;
let provider: IdentityProvider;
let database: Database;

beforeAll(async () => {
  server = await startTestServer({ settings: { webhookHosts: ['localhost'] } });
  database = openDatabase({ url: server.databaseUrl, connections: 8 });
  team = await createTeam(server, 'acme');
  provider = await startProvider(`${server.url}/v1/sign-in/callback`);
  const { issuer } = provider;
  await ask(server, 'PUT /v1/identity-provider', { token: team.token('admin'), body: { issuer, ...client } });
  await server.operator.trustIssuer({ organisation: 'acme', issuer, domain: 'acme.example' });
});

afterAll(async () => {
  provider.end();
  await database.close();
  await server.end();
});

/** What happens while a transaction has done this and is not over. */
async function during<T>(first: (on: Connection) => Promise<unknown>, then: () => Promise<T>): Promise<T> {
  return await database.asOrganisation(team.organisation, async (on) => {
    await first(on);
    return await then();
  });
}

/** Whether it waits for the lock of another transaction, or is done. */
async function isHeldUp(work: Promise<unknown>): Promise<boolean> {
  const waiting = `select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  const ends = work.then(() => false);
  const isWaiting = vi.waitUntil(async () => (await inspect(server.databaseUrl, waiting)).length > 0, 60_000);
  return await Promise.race([ends, isWaiting]);
}

test('a sign-in waits for no other one', async () => {
  const { status } = await during(holdAdmins, () => new Browser(server).signIn('anna'));
  expect(status).toBe(303);
});

test('a sign-in waits for somebody who changes who may come in', async () => {
  const callback = new Browser(server);
  const url = await callback.signInAtProvider('berta');
  const visit = await during(lockAdmins, async () => {
    const begun = callback.visit(url);
    expect(await isHeldUp(begun)).toBe(true);
    return { begun };
  });
  expect((await visit.begun).status).toBe(303);
});

test('a sign-in that was under way when the identity provider changed begins no session', async () => {
  const browser = new Browser(server);
  const url = await browser.signInAtProvider('carla');
  const setIssuer = (issuer: string): Promise<unknown> =>
    inspect(server.databaseUrl, 'update identity_providers set issuer = $1', [issuer]);
  const { begun } = await during(lockAdmins, async () => {
    const visit = browser.visit(url);
    expect(await isHeldUp(visit)).toBe(true);
    await setIssuer('https://other.example');
    return { begun: visit };
  });
  expect((await begun).status).toBe(403);
  expect(browser.cookie('permesso-session')).toBeUndefined();
  await setIssuer(provider.issuer);
});

test('who could be the last admin, by the groups of a sign-in, comes in alone', async () => {
  await new Browser(server).signIn('dora');
  const { issuer } = provider;
  await inspect(
    server.databaseUrl,
    `insert into roles (organisation, person, role, source, group_name)
     select organisation, id, 'admin', 'sign-in', 'admins' from people where subject = 'dora'`,
  );
  const waits = await during(holdAdmins, async () => {
    const hold = (subject: string): Promise<void> =>
      database.asOrganisation(team.organisation, (on) => holdForSignIn(on, { issuer, subject }));
    expect(await isHeldUp(hold('anna'))).toBe(false);
    const alone = hold('dora');
    expect(await isHeldUp(alone)).toBe(true);
    return { alone };
  });
  await waits.alone;
});
