import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Browser } from './browser.ts';
import { fakeSlack, type FakeSlack, secretsOf } from './fake-slack.ts';
import {
  ask,
  asTwo,
  createTeam,
  enrol,
  startTestServer,
  type Answered,
  type Team,
  type TestAgent,
  type TestServer,
  hasPlugin,
} from './harness.ts';
import { client, startProvider, type IdentityProvider } from './identity-provider.ts';
import { publish } from './publish.ts';
import { question } from './question.ts';

let server: TestServer;
let honest: IdentityProvider;
let own: IdentityProvider;
let slack: FakeSlack;
let team: Team;
let agent: TestAgent;
let teams = 0;

beforeAll(async () => {
  slack = await fakeSlack();
  server = await startTestServer({
    settings: { webhookHosts: ['localhost', '127.0.0.1'] },
    env: { PERMESSO_SLACK_API: slack.api },
  });
  honest = await startProvider(`${server.url}/v1/sign-in/callback`);
  own = await startProvider(`${server.url}/v1/sign-in/callback`);
});

afterAll(async () => {
  honest.end();
  own.end();
  await server.end();
  await slack.close();
});

const insiderRoles = { insider: ['admin', 'approver', 'author'], second: ['approver'] } as const;

beforeEach(async () => {
  team = await createTeam(server, `people-${++teams}`, insiderRoles);
  agent = await enrol(server, team.enrolment);
});

const as = (who: string, what: string, body?: unknown): Promise<Answered> =>
  ask(server, what, { token: team.token(who), ...(body === undefined ? {} : { body }) });
const insider = (what: string, body?: unknown): Promise<Answered> => as('insider', what, body);
const idOf = (who: string): string => team.people[who]?.person ?? '';

async function put(by = agent): Promise<string> {
  return (await by.ask('POST /v1/agent/approvals', { body: question() })).json.id;
}

const yes = { digest: 'a digest of the question', verdict: 'allow' };
const allow = (who: string, id: string): Promise<Answered> => as(who, `POST /v1/approvals/${id}/answer`, yes);

const setProvider = (who: string, { issuer }: IdentityProvider): Promise<Answered> =>
  as(who, 'PUT /v1/identity-provider', { issuer, ...client });

async function signedIn(login: string): Promise<{ browser: Browser; person: string }> {
  const browser = new Browser(server);
  expect((await browser.signIn(login, team.name)).status).toBe(303);
  const { json } = await as('admin', 'GET /v1/people');
  const found = json.people.find((each: { email: string }) => each.email === `${login}@acme.example`);
  return { browser, person: found.id };
}

const trust = (provider = honest): Promise<void> =>
  server.operator.trustIssuer({
    organisation: team.name,
    issuer: provider.issuer,
    domain: 'acme.example',
  });

describe('people whom an admin makes by an identity provider of their own', () => {
  it('Finding 12: people of an issuer that the operator does not trust get no role with which they could vote', async () => {
    expect((await setProvider('insider', own)).status).toBe(204);
    const { person } = await signedIn('sock');
    const roles = { roles: [{ role: 'approver', project: null }] };
    const given = await insider(`PUT /v1/people/${person}/roles`, roles);
    expect([given.status, given.json.code]).toEqual([409, 'another-person']);
    expect(
      (await insider(`PUT /v1/people/${person}/roles`, { roles: [{ role: 'viewer', project: null }] }))
        .status,
    ).toBe(204);
  });

  it('Finding 12: nobody counts by an account that an admin made, however they came by a role', async () => {
    await setProvider('insider', own);
    const socks = await Promise.all(['sock', 'puppet'].map(signedIn));
    await trust(own);
    for (const { person } of socks)
      expect(
        (
          await insider(`PUT /v1/people/${person}/roles`, {
            roles: ['approver', 'author'].map((role) => ({ role, project: null })),
          })
        ).status,
      ).toBe(204);
    await server.operator.untrustIssuer({
      organisation: team.name,
      issuer: own.issuer,
      domain: 'acme.example',
    });
    const [sock, puppet] = socks;
    const id = await put();
    const voted = await sock?.browser.ask(`POST /v1/approvals/${id}/answer`, yes);
    expect([voted?.status, voted?.json.code]).toEqual([403, 'another-person']);
    const at = `/v1/projects/${team.project}/policies`;
    const text = "allow: ['Bash(*)']\ntests: [{ call: Bash(ls), expect: allow }]\n";
    const added = (await sock?.browser.ask(`POST ${at}`, { text, note: 'all' }))?.json;
    const body = { digest: added.digest, base: null, verdict: 'approve' };
    const path = `POST ${at}/${added.number}/review`;
    expect((await puppet?.browser.ask(path, body))?.status).toBe(403);
    // Of the two who agree, one may be the other.
    expect((await insider(path, body)).json).toEqual({ state: 'needed' });
    expect((await as('author', path, body)).json).toEqual({ state: 'approved' });
  });

  it('Finding 12: to change the identity provider takes a second person, and ends what the issuer before let in', async () => {
    await setProvider('admin', honest);
    await trust();
    const { browser, person } = await signedIn('anna');
    await as('admin', `PUT /v1/people/${person}/roles`, { roles: [{ role: 'approver', project: null }] });
    const token = (await browser.ask('POST /v1/tokens', { name: 'mine', roles: ['approver'], days: 366 }))
      .json.token;
    const asked = await setProvider('insider', own);
    expect(asked.status).toBe(202);
    const path = `POST /v1/pending-acts/${asked.json.pending}/confirm`;
    expect((await insider(path)).json.detail).toBe('you asked for this, so somebody else must confirm it');
    expect((await ask(server, 'GET /v1/me', { token })).status).toBe(200);
    expect((await as('author', path)).json).toEqual({ state: 'done' });
    expect((await ask(server, 'GET /v1/me', { token })).status).toBe(401);
    expect((await browser.ask('GET /v1/me')).status).toBe(401);
  });

  it('Finding 12: people come over to the next provider, where the operator trusts it about their address', async () => {
    await setProvider('admin', honest);
    await trust();
    const { person } = await signedIn('anna');
    await trust(own);
    await asTwo(server, team, ['PUT /v1/identity-provider', { issuer: own.issuer, ...client }]);
    expect((await signedIn('anna')).person).toBe(person);
  });

  it.skipIf(!hasPlugin('scim'))(
    "Finding 12: a directory counts by the operator's own token, and not by an address that an admin chose",
    async () => {
      const user = (name: string): object => ({
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName: `${name}@acme.example`,
        emails: [{ value: `${name}@acme.example`, primary: true }],
      });
      const byAdmin = (await insider('POST /v1/scim-tokens', { name: 'mine', days: 9 })).json.token;
      const { token: byOperator = '' } = await server.command('add-scim-token', [team.name]);
      const add = async (token: string, name: string): Promise<string> =>
        (await ask(server, 'POST /scim/v2/Users', { token, body: user(name) })).json.id;
      const roles = { roles: [{ role: 'approver', project: null }] };
      const give = async (person: string): Promise<number> =>
        (await insider(`PUT /v1/people/${person}/roles`, roles)).status;
      const [mine, theirs] = [await add(byAdmin, 'mine'), await add(byOperator, 'theirs')];
      expect([await give(mine), await give(theirs)]).toEqual([409, 204]);
      await ask(server, `PUT /scim/v2/Users/${theirs}`, { token: byAdmin, body: user('other') });
      await insider(`PUT /v1/people/${theirs}/roles`, { roles: [] });
      const [found] = (await insider('GET /v1/pending-acts')).json.acts;
      await as('author', `POST /v1/pending-acts/${found.id}/confirm`);
      expect(await give(theirs)).toBe(409);
    },
  );
});

describe.skipIf(!hasPlugin('slack'))('Slack', () => {
  const set = (who: string): Promise<Answered> =>
    as(who, 'PUT /v1/slack', { botToken: slack.botToken, signingSecret: slack.signingSecret });

  async function linked(who: string): Promise<string> {
    const user = `U0${who.toUpperCase()}`;
    slack.users.set(`${who}@${team.name}.example`, { id: user, name: who, team_id: slack.team });
    const begun = await ask(server, 'POST /v1/sign-in/token', {
      body: { token: team.token(who) },
      headers: { origin: server.url },
    });
    const cookie = (begun.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const { json } = await ask(server, 'GET /v1/session', { headers: { cookie } });
    const headers = { cookie, 'permesso-csrf': json.csrf, origin: server.url };
    const body = { team: slack.team, user };
    expect((await ask(server, 'PUT /v1/me/slack', { headers, body })).status).toBe(204);
    return user;
  }

  /** As the person who knows the secret could send it. */
  async function press(id: string, user: string, workspace = slack.team): Promise<string> {
    const value = `${id} ${yes.digest}`;
    const message = { blocks: [{ type: 'actions', elements: [{ action_id: 'permesso_allow', value }] }] };
    const { requestUrl } = (await as('admin', 'GET /v1/slack')).json.workspace;
    const how = { message, action: 'permesso_allow', user, team: workspace };
    expect(await slack.press(requestUrl, how as unknown as Parameters<FakeSlack['press']>[1])).toBe(200);
    return (await as('viewer', `GET /v1/approvals/${id}`)).json.state;
  }

  it('Finding 13: setting the app ends every link of a person to a Slack user', async () => {
    await set('admin');
    await linked('approver');
    await set('insider');
    expect((await as('approver', 'GET /v1/me/slack')).json.linked).toBeNull();
    const [act] = (await as('admin', 'GET /v1/acts')).json.acts.filter(
      (each: { act: string }) => each.act === 'slack.set',
    );
    expect(act).toMatchObject({ actor: `person:${idOf('insider')}`, detail: { linksEnded: 1 } });
  });

  it("Finding 13: a press that the payload places in another workspace than the app's answers nothing", async () => {
    await server.command('set-slack', [team.name], { env: secretsOf(slack) });
    const user = await linked('approver');
    const id = await put();
    expect(await press(id, user, 'T0ELSEWHERE')).toBe('pending');
    // Nor are they told how to link that user.
    await expect.poll(() => slack.replies.at(-1)?.body['text']).toMatch('not of the workspace');
    expect(await press(id, user)).toBe('approved');
  });

  it('Finding 13: a press is worth no more than the answer of the person who set the app and could have made it up', async () => {
    const enrolment = await insider('POST /v1/enrolments', {
      project: team.project,
      owner: idOf('insider'),
      uses: 1,
      minutes: 5,
    });
    const theirs = await enrol(server, enrolment.json.token);
    await set('insider');
    const user = await linked('approver');
    expect(await press(await put(theirs), user)).toBe('pending');
    expect(await press(await put(), user)).toBe('approved');
    await set('admin');
    await linked('approver');
    expect(await press(await put(theirs), user)).toBe('pending');
  });
});

describe('a machine', () => {
  async function enrolled(maker: string, owner: string): Promise<{ id: string; machine: TestAgent }> {
    const { json } = await as(maker, 'POST /v1/enrolments', {
      project: team.project,
      owner: idOf(owner),
      uses: 2,
      minutes: 5,
    });
    return { id: json.id, machine: await enrol(server, json.token) };
  }

  it('Finding 15: the person who made the enrolment token of a machine cannot approve what it asks', async () => {
    const { id, machine } = await enrolled('insider', 'viewer');
    await as('viewer', `POST /v1/me/enrolments/${id}/confirm`);
    const asked = await put(machine);
    expect((await allow('insider', asked)).json.detail).toMatch('you made the enrolment token');
    expect((await allow('viewer', asked)).status).toBe(403);
    expect((await allow('approver', asked)).json).toEqual({ state: 'approved' });
  });

  it('Finding 15: nobody approves what a machine asks before its owner has confirmed that it is theirs', async () => {
    const { id, machine } = await enrolled('insider', 'viewer');
    const asked = await put(machine);
    expect((await allow('approver', asked)).json.detail).toMatch('its owner has not confirmed');
    expect((await insider(`POST /v1/me/enrolments/${id}/confirm`)).status).toBe(404);
    const shown = (await as('viewer', 'GET /v1/me/enrolments')).json.enrolments;
    expect(shown).toMatchObject([
      { id, madeBy: idOf('insider'), confirmedAt: null, machines: [{ id: machine.id }] },
    ]);
    await as('viewer', `POST /v1/me/enrolments/${id}/confirm`);
    expect((await allow('approver', asked)).json).toEqual({ state: 'approved' });
  });

  it('Finding 15: an owner says that a machine is not theirs, and it is revoked', async () => {
    const { id, machine } = await enrolled('insider', 'viewer');
    expect((await as('viewer', `DELETE /v1/me/enrolments/${id}`)).status).toBe(204);
    expect((await machine.ask('GET /v1/agent/self')).status).toBe(401);
  });
});

describe('one admin alone', () => {
  const rule = { project: null, rule: '*', quorum: 2, answerMinutes: 5, escalateMinutes: null };

  it('Finding 16: does not remove a quorum', async () => {
    const { id } = (await insider('POST /v1/approval-rules', rule)).json;
    const asked = await insider(`DELETE /v1/approval-rules/${id}`);
    expect(asked.status).toBe(202);
    const request = await put();
    expect((await allow('insider', request)).json).toEqual({ state: 'pending' });
    const path = `POST /v1/pending-acts/${asked.json.pending}/confirm`;
    expect((await insider(path)).status).toBe(403);
    expect((await as('approver', path)).json).toEqual({ state: 'done' });
    expect((await as('viewer', 'GET /v1/approval-rules')).json.rules).toEqual([]);
  });

  it('Finding 16: does not let one answer last longer', async () => {
    const asked = await insider('POST /v1/approval-rules', { ...rule, quorum: 1, longest: 'user' });
    expect(asked.status).toBe(202);
    expect((await as('viewer', 'GET /v1/approval-rules')).json.rules).toEqual([]);
  });

  it('Finding 16: does not take the roles of those who could review', async () => {
    const asked = await insider(`PUT /v1/people/${idOf('author')}/roles`, { roles: [] });
    expect(asked.status).toBe(202);
    expect((await as('author', 'GET /v1/me')).json.roles).toEqual([{ role: 'author', project: null }]);
    expect((await as('author', `DELETE /v1/pending-acts/${asked.json.pending}`)).status).toBe(204);
    expect((await as('admin', `POST /v1/pending-acts/${asked.json.pending}/confirm`)).status).toBe(409);
  });

  it('Finding 16: does not take roles by a mapping of groups', async () => {
    const mappings = [{ group: 'security', role: 'approver', project: null }];
    expect((await insider('PUT /v1/group-roles', { mappings })).status).toBe(204);
    expect((await insider('PUT /v1/group-roles', { mappings: [] })).status).toBe(202);
  });

  it.skipIf(!hasPlugin('scim'))('Finding 16: takes no roles by a directory of their own', async () => {
    const { token } = (await insider('POST /v1/scim-tokens', { name: 'mine', days: 9 })).json;
    const path = `/scim/v2/Users/${idOf('author')}`;
    expect((await ask(server, `DELETE ${path}`, { token })).status).toBe(403);
    const off = {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'replace', path: 'active', value: false }],
    };
    expect((await ask(server, `PATCH ${path}`, { token, body: off })).status).toBe(200);
  });

  it('Finding 16: rolls no looser baseline out after everybody else was disabled; the operator confirms', async () => {
    const { id } = (await insider('GET /v1/baseline')).json;
    const text = "deny: ['Bash(curl:*)']\ntests: [{ call: Bash(curl x), expect: deny }]\n";
    const at = `/v1/projects/${id}`;
    await insider(`POST ${at}/policies`, { text, note: 'first' });
    const roll = (version: number): Promise<Answered> =>
      insider(`POST ${at}/rollout`, { version, stage: 'all' });
    expect((await roll(1)).status).toBe(204);
    await insider(`POST ${at}/policies`, { text: text.replaceAll('curl', 'wget'), note: 'looser' });
    for (const who of ['admin', 'author'])
      expect((await insider(`POST /v1/people/${idOf(who)}/disable`)).status).toBe(204);
    expect((await roll(2)).json.detail).toMatch('permesso serve approve-version');
    await server.command('approve-version', [team.name, 'baseline', '2']);
    expect((await roll(2)).status).toBe(204);
  });

  it('Finding 16: erases nobody, and ends no legal hold', async () => {
    const erase = await insider(`POST /v1/people/${idOf('second')}/erase`);
    expect(erase.status).toBe(202);
    expect((await as('second', 'GET /v1/me')).status).toBe(200);
    await insider(`DELETE /v1/pending-acts/${erase.json.pending}`);
    const { id } = (await insider('POST /v1/legal-holds', { project: null, reason: 'case 7' })).json;
    expect((await insider(`DELETE /v1/legal-holds/${id}`)).status).toBe(202);
  });

  it('what waits happens by the operator where there is nobody else', async () => {
    const asked = await insider(`POST /v1/people/${idOf('second')}/erase`);
    const pending = asked.json.pending as string;
    expect(Object.keys(await server.command('pending', [team.name]))).toEqual([pending]);
    await server.command('confirm', [team.name, pending]);
    expect((await as('second', 'GET /v1/me')).status).toBe(401);
    await expect(server.command('refuse', [team.name, pending])).rejects.toThrow('too late: it is done');
  });
});

it('a policy is published by two people, as ever', async () => {
  expect(
    await publish(server, team, {
      text: "allow: ['Bash(ls)']\ntests: [{ call: Bash(ls), expect: allow }]\n",
    }),
  ).toBe(1);
});
