import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Browser } from '../../test/browser.ts';
import {
  ask,
  createTeam,
  enrol,
  inspect,
  startTestServer,
  type Team,
  type TestServer,
} from '../../test/harness.ts';
import { client, startProvider, type IdentityProvider } from '../../test/identity-provider.ts';
import { question } from '../../test/question.ts';

let server: TestServer;
let provider: IdentityProvider;
let team: Team;
let anna: { readonly person: string; readonly token: string };
let teams = 0;

beforeAll(async () => {
  server = await startTestServer({ settings: { webhookHosts: ['localhost'] } });
  provider = await startProvider(`${server.url}/v1/sign-in/callback`);
});

afterAll(async () => {
  provider.end();
  await server.end();
});

/** Anna was made by the operator, as people are before there is an identity provider. */
beforeEach(async () => {
  team = await createTeam(server, `team-${++teams}`);
  anna = await server.operator.addPerson({
    organisation: team.name,
    email: 'anna@acme.example',
    roles: ['admin', 'approver', 'author'],
  });
  await ask(server, 'PUT /v1/identity-provider', {
    token: team.token('admin'),
    body: { issuer: provider.issuer, ...client },
  });
});

const trust = (domain = 'acme.example', issuer = provider.issuer): Promise<void> =>
  server.operator.trustIssuer({ organisation: team.name, issuer, domain });

const signIn = async (login: string): Promise<{ browser: Browser; status: number; said: string }> => {
  const browser = new Browser(server);
  const response = await browser.signIn(login, team.name);
  return { browser, status: response.status, said: await response.text() };
};

const annas = (): Promise<readonly { id: string; issuer: string; subject: string }[]> =>
  inspect(
    server.databaseUrl,
    "select id, issuer, subject from people where organisation = $1 and lower(email) = 'anna@acme.example'",
    [team.organisation],
  );

const linked = async (): Promise<readonly object[]> =>
  (await ask(server, 'GET /v1/acts', { token: team.token('admin') })).json.acts.filter(
    ({ act }: { act: string }) => act === 'person.link',
  );

describe('an operator-made person who signs in', () => {
  test('is the same person, once the operator trusts the issuer about the mail domain', async () => {
    await trust();
    const { browser } = await signIn('anna');
    expect((await browser.ask('GET /v1/me')).json).toMatchObject({ person: anna.person });
    expect((await ask(server, 'GET /v1/me', { token: anna.token })).json.person).toBe(anna.person);
    expect(await annas()).toEqual([{ id: anna.person, issuer: provider.issuer, subject: 'anna' }]);
    expect(await linked()).toMatchObject([
      {
        actor: `person:${anna.person}`,
        subject: anna.person,
        detail: { issuer: provider.issuer, subject: 'anna', email: 'anna@acme.example' },
      },
    ]);
    // Once: the next sign-in is known by issuer and subject.
    await server.operator.untrustIssuer({
      organisation: team.name,
      issuer: provider.issuer,
      domain: 'acme.example',
    });
    expect((await signIn('anna')).status).toBe(303);
    expect(await linked()).toHaveLength(1);
  });

  test('cannot approve what their own agent asks, however they signed in', async () => {
    await trust();
    const enrolment = await ask(server, 'POST /v1/enrolments', {
      token: team.token('admin'),
      body: { project: team.project, owner: anna.person, uses: 1, minutes: 5 },
    });
    const agent = await enrol(server, enrolment.json.token);
    const { json } = await agent.ask('POST /v1/agent/approvals', { body: question() });
    const { browser } = await signIn('anna');
    const answer = { digest: 'a digest of the question', verdict: 'allow' };
    const path = `POST /v1/approvals/${json.id}/answer`;
    expect((await browser.ask(path, answer)).json.detail).toMatch('you own the agent');
    expect((await ask(server, path, { token: anna.token, body: answer })).json.detail).toMatch(
      'you own the agent',
    );
  });

  test('is one in a quorum of two', async () => {
    await trust();
    const rule = { project: null, rule: '*', quorum: 2, answerMinutes: 5, escalateMinutes: null };
    await ask(server, 'POST /v1/approval-rules', { token: team.token('admin'), body: rule });
    const agent = await enrol(server, team.enrolment);
    const { json } = await agent.ask('POST /v1/agent/approvals', { body: question() });
    const { browser } = await signIn('anna');
    const body = { digest: 'a digest of the question', verdict: 'allow' };
    const path = `POST /v1/approvals/${json.id}/answer`;
    expect((await ask(server, path, { token: anna.token, body })).json).toEqual({ state: 'pending' });
    expect((await browser.ask(path, body)).json.detail).toBe('you have already answered');
    expect((await ask(server, path, { token: team.token('approver'), body })).json).toEqual({
      state: 'approved',
    });
  });
});

describe('nobody becomes somebody else, or a second person with the same address', () => {
  test.each([
    [
      'an issuer that is trusted about nothing',
      async () => undefined,
      'anna',
      /serve trust-issuer \S+ http:\/\/localhost:\d+ acme\.example/,
    ],
    [
      'an issuer that is trusted about another domain',
      () => trust('other.example'),
      'anna',
      /serve trust-issuer/,
    ],
    [
      'another issuer that is trusted',
      () => trust('acme.example', 'https://other.example'),
      'anna',
      /serve trust-issuer/,
    ],
    ['an address that the issuer has not checked', () => trust(), 'anna.unverified', /email_verified/],
    [
      'the address in other letters',
      async () => undefined,
      'ANNA',
      /the address ANNA@acme\.example is already/,
    ],
  ])('%s', async (_what, prepare, login, fix) => {
    await prepare();
    const { status, said, browser } = await signIn(login);
    expect([status, said]).toEqual([403, expect.stringMatching(fix)]);
    expect(browser.cookie('permesso-session')).toBeUndefined();
    expect(await annas()).toEqual([{ id: anna.person, issuer: 'local', subject: 'anna@acme.example' }]);
    expect(await linked()).toEqual([]);
  });

  test('a second account with the address of a linked person', async () => {
    await trust();
    await signIn('anna');
    const second = await signIn('anna.2');
    expect([second.status, second.said]).toEqual([
      403,
      expect.stringMatching('a second account cannot be linked'),
    ]);
    expect(await annas()).toHaveLength(1);
  });

  test('two accounts with one address at the same moment', async () => {
    await trust();
    const found = await Promise.all(['anna', 'anna.2', 'anna.3'].map(signIn));
    expect(found.map(({ status }) => String(status)).toSorted()).toEqual(['303', '403', '403']);
    expect(await annas()).toHaveLength(1);
    expect(await linked()).toHaveLength(1);
  });

  test('a disabled person is linked to nobody', async () => {
    await trust();
    await ask(server, `POST /v1/people/${anna.person}/disable`, { token: team.token('admin') });
    const { status, said } = await signIn('anna');
    expect([status, said]).toEqual([403, expect.stringMatching('an admin can enable you again')]);
    expect(await annas()).toMatchObject([{ issuer: 'local' }]);
  });

  test('an address that changes at the provider to that of somebody else', async () => {
    await trust();
    const { browser } = await signIn('bert');
    const [bert] = await inspect<{ id: string }>(
      server.databaseUrl,
      "update people set subject = 'anna.7' where organisation = $1 and subject = 'bert' returning id",
      [team.organisation],
    );
    expect((await signIn('anna.7')).status).toBe(303);
    expect(browser.cookie('permesso-session')).toBeDefined();
    expect(await annas()).toMatchObject([{ id: anna.person }]);
    const [kept] = await inspect(server.databaseUrl, 'select email from people where id = $1', [bert?.id]);
    expect(kept).toEqual({ email: 'bert@acme.example' });
  });

  test('the operator makes nobody twice', async () => {
    const again = { organisation: team.name, email: 'Anna@ACME.example', roles: ['viewer'] } as const;
    expect((await server.operator.addPerson(again)).person).toBe(anna.person);
    await trust();
    await signIn('anna');
    await expect(server.operator.addPerson(again)).rejects.toThrow(/signs in with http.*POST \/v1\/tokens/);
    await ask(server, `POST /v1/people/${anna.person}/disable`, { token: team.token('admin') });
    await expect(server.operator.addPerson(again)).rejects.toThrow(/is disabled; an admin can enable them/);
    expect(await annas()).toHaveLength(1);
  });

  test('and the database holds no second one, whatever asks', async () => {
    const insert = `insert into people (organisation, issuer, subject, email) values ($1, 'x', 'y', 'ANNA@acme.example')`;
    await expect(inspect(server.databaseUrl, insert, [team.organisation])).rejects.toThrow('people_address');
  });
});

test('a first sign-in that nobody was made for is on record as a new person', async () => {
  await signIn('carl');
  const { json } = await ask(server, 'GET /v1/acts', { token: team.token('admin') });
  expect(json.acts).toContainEqual(
    expect.objectContaining({
      act: 'person.add',
      actor: 'server',
      detail: { issuer: provider.issuer, email: 'carl@acme.example' },
    }),
  );
});
