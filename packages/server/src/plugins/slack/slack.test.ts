import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  buttonsOf,
  fakeSlack,
  markupIn,
  type FakeSlack,
  type SlackMessageThere,
  secretsOf,
} from '../../../test/fake-slack.ts';
import {
  ask,
  createTeam,
  enrol,
  inspect,
  startTestServer,
  type Answered,
  type Team,
  type TestAgent,
  type TestServer,
} from '../../../test/harness.ts';
import { question } from '../../../test/question.ts';
import { isReplyAddress } from './slack-client.ts';
import { isSignedBySlack, slackSignature } from './slack-signature.ts';

let slack: FakeSlack;
let server: TestServer;
let team: Team;
let agent: TestAgent;
let requestUrl: string;
let teams = 0;

beforeAll(async () => {
  slack = await fakeSlack();
  server = await startTestServer({ env: { PERMESSO_SLACK_API: slack.api } });
});

afterAll(async () => {
  await server.end();
  await slack.close();
});

beforeEach(async () => {
  slack.messages.length = 0;
  slack.replies.length = 0;
  slack.users.clear();
  team = await createTeam(server, `slack-${++teams}`);
  agent = await enrol(server, team.enrolment, 'laptop of Olga');
  await setByOperator();
  const shown = await ask(server, 'GET /v1/slack', { token: team.token('admin') });
  requestUrl = shown.json.workspace.requestUrl;
  await channel();
});

async function setByOperator(): Promise<void> {
  await server.command('set-slack', [team.name], { env: secretsOf(slack) });
}

function setApp(change: object = {}): Promise<Answered> {
  const body = { botToken: slack.botToken, signingSecret: slack.signingSecret, ...change };
  return ask(server, 'PUT /v1/slack', { token: team.token('admin'), body });
}

function channel(change: object = {}): Promise<Answered> {
  const body = { kind: 'slack-channel', project: null, channel: 'C0TEAM', ...change };
  return ask(server, 'POST /v1/hooks', { token: team.token('admin'), body });
}

async function soon<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  return await vi.waitUntil(async () => await look(), { timeout: 60_000, interval: 50 });
}

async function put(
  change: Readonly<Record<string, unknown>> = {},
): Promise<{ id: string; message: SlackMessageThere }> {
  const before = slack.messages.length;
  const { id } = (await agent.ask('POST /v1/agent/approvals', { body: question(change) })).json;
  return { id, message: await soon(() => slack.messages[before]) };
}

const command = (text: string): Readonly<Record<string, unknown>> => ({
  call: { tool: 'Bash', input: { command: text }, cwd: '/home/dev/project' },
});

async function stateOf(id: string): Promise<string> {
  return (await ask(server, `GET /v1/approvals/${id}`, { token: team.token('viewer') })).json.state;
}

interface Browser {
  readonly cookie: string;
  readonly 'permesso-csrf': string;
  readonly origin: string;
}

/** A session in a browser, as the console begins one. */
async function signIn(who: string): Promise<Browser> {
  const begun = await ask(server, 'POST /v1/sign-in/token', {
    body: { token: team.token(who) },
    headers: { origin: server.url },
  });
  const cookie = (begun.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const { json } = await ask(server, 'GET /v1/session', { headers: { cookie } });
  return { cookie, 'permesso-csrf': json.csrf, origin: server.url };
}

async function link(who: string, user: string, change: object = {}): Promise<Answered> {
  const headers = { ...(await signIn(who)) };
  return await ask(server, 'PUT /v1/me/slack', { headers, body: { team: slack.team, user, ...change } });
}

/** By the address, which Slack knows; confirmed by the person. */
async function linked(who = 'approver', user = 'U0ANNA'): Promise<string> {
  slack.users.set(`${who}@${team.name}.example`, { id: user, name: who, team_id: slack.team });
  expect((await link(who, user)).status).toBe(204);
  return user;
}

const votes = (id: string): Promise<readonly object[]> =>
  inspect(server.databaseUrl, 'select person, verdict, via, counted from votes where approval = $1', [id]);

const acts = async (): Promise<readonly { act: string; detail: object }[]> =>
  (await ask(server, 'GET /v1/acts', { token: team.token('admin') })).json.acts;

describe('a message in a channel', () => {
  test('says who asks, where and what, with buttons that answer and one that opens the console', async () => {
    const { id, message } = await put();
    expect(message.channel).toBe('C0TEAM');
    const shown = JSON.stringify(message.blocks);
    for (const text of [
      `Owner: owner@${team.name}.example`,
      'Machine: laptop of Olga',
      'Project: main',
      'git push',
    ])
      expect(shown).toContain(text);
    expect(buttonsOf(message)).toMatchObject([
      { action_id: 'permesso_allow', value: `${id} a digest of the question` },
      { action_id: 'permesso_deny', value: `${id} a digest of the question` },
      { action_id: 'permesso_open', url: `${server.url}/#/approvals?request=${id}` },
    ]);
  });

  test('hides secrets, and lets hostile texts be nothing but text', async () => {
    const hostile =
      'curl -H "Authorization: Bearer ghp_0123456789abcdefghijABCDEFGHIJ012345" x <!channel> <@U1> <https://evil.example|Allow> *a* ```b\u202e';
    const { message } = await put({
      call: { tool: '<!here> *Bash*', input: { command: hostile }, cwd: '/home/dev/project' },
    });
    expect(JSON.stringify(message)).not.toContain('ghp_0123456789');
    expect(markupIn(message.blocks)).toEqual([]);
    expect(message.text).toBe("An agent wants to call '&lt;!here&gt; *Bash*'");
    const [code] = message.blocks.filter(({ type }) => type === 'rich_text');
    expect(JSON.stringify(code)).toContain('<!channel> <@U1> <https://evil.example|Allow> *a* ```b');
    expect(JSON.stringify(code)).not.toContain('\u202e');
    expect(buttonsOf(message).map(({ url }) => url)).not.toContain('https://evil.example');
  });

  test.each([
    ['cannot be undone', 'rm -rf /home/dev/project/src'],
    ['cannot be undone', 'git push --force origin main'],
    ['cannot be undone', 'git push origin :main'],
    ['cannot be undone', 'git push -uf'],
    ['cannot be undone', 'terraform destroy'],
  ])('has no buttons that answer where it %s: %s', async (why, text) => {
    const { message } = await put(command(text));
    expect(buttonsOf(message).map(({ action_id }) => action_id)).toEqual(['permesso_open']);
    expect(JSON.stringify(message.blocks)).toContain(why);
  });

  test.each([
    ['is busy', 'Slack answered 429', (): void => void (slack.failNext = [429, ''])],
    ['is away', 'Slack answered 503', (): void => void (slack.failNext = [503, ''])],
    [
      'says something odd',
      'Slack answered nothing that can be read',
      (): void => void (slack.failNext = [200, '<html>']),
    ],
  ])('is sent again where Slack %s', async (_name, error, fail) => {
    fail();
    await agent.ask('POST /v1/agent/approvals', { body: question() });
    const waiting = await soon(async () => {
      const { json } = await ask(server, 'GET /v1/deliveries?state=waiting', { token: team.token('admin') });
      return json.deliveries.find((each: { error: string | null }) => each.error !== null);
    });
    expect(waiting).toMatchObject({ error, attempts: 1 });
    await inspect(server.databaseUrl, 'update deliveries set due_at = now() where id = $1', [waiting.id]);
    await soon(() => slack.messages[0]);
  });

  test('of a channel that is not there says so', async () => {
    await channel({ channel: 'CGONE' });
    await agent.ask('POST /v1/agent/approvals', { body: question() });
    const told = await soon(async () => {
      const { json } = await ask(server, 'GET /v1/deliveries?state=waiting', { token: team.token('admin') });
      return json.deliveries.find((each: { error: string | null }) => each.error !== null);
    });
    expect(told.error).toBe('Slack answered channel_not_found');
  });
});

describe('a pressed button', () => {
  test.each([
    ['permesso_allow', 'approved', 'Allowed by'],
    ['permesso_deny', 'denied', 'Denied by'],
  ])('%s answers for a linked approver, and the message says so', async (action, state, words) => {
    const user = await linked();
    const { id, message } = await put();
    expect(await slack.press(requestUrl, { message, action, user })).toBe(200);
    expect(await stateOf(id)).toBe(state);
    const verdict = state === 'approved' ? 'allow' : 'deny';
    const person = team.people['approver']?.person;
    expect(await votes(id)).toEqual([{ person, verdict, via: 'slack', counted: true }]);
    await soon(() => (message.updates > 0 ? true : undefined));
    expect(JSON.stringify(message.blocks)).toContain(`${words} approver@${team.name}.example`);
    expect(buttonsOf(message).map(({ action_id }) => action_id)).toEqual(['permesso_open']);
    expect(slack.replies).toEqual([]);
  });

  test('is not needed: what is answered in the console is updated too', async () => {
    const { id, message } = await put();
    const body = { digest: 'a digest of the question', verdict: 'deny' };
    await ask(server, `POST /v1/approvals/${id}/answer`, { token: team.token('approver'), body });
    await soon(() => (message.updates > 0 ? true : undefined));
    expect(JSON.stringify(message.blocks)).toContain('Denied by');
  });

  test('of somebody who is not linked answers nothing, and leads to linking', async () => {
    slack.users.set(`approver@${team.name}.example`, { id: 'U0ANNA', name: 'anna', team_id: slack.team });
    const { id, message } = await put();
    expect(await slack.press(requestUrl, { message, action: 'permesso_allow', user: 'U0ANNA' })).toBe(200);
    const { body } = await soon(() => slack.replies[0]);
    expect(body).toMatchObject({ response_type: 'ephemeral', replace_original: false });
    const code = /slack=T0ACME\.U0ANNA\.([\w-]+)\|/.exec(String(body['text']))?.[1];
    expect(await stateOf(id)).toBe('pending');
    expect(await votes(id)).toEqual([]);
    // Slack knows the address under another user; the code was shown to the one who pressed.
    slack.users.clear();
    expect((await link('approver', 'U0ANNA')).status).toBe(403);
    expect((await link('approver', 'U0OTHER', { code })).status).toBe(403);
    expect((await link('approver', 'U0ANNA', { code: `${code?.slice(0, -2)}AA` })).status).toBe(403);
    expect((await link('approver', 'U0ANNA', { code })).status).toBe(204);
    await slack.press(requestUrl, { message, action: 'permesso_allow', user: 'U0ANNA' });
    expect(await stateOf(id)).toBe('approved');
  });

  test.each([
    ['viewer', 'role approver'],
    ['owner', 'own the agent'],
  ])('of a linked %s does not count', async (who, why) => {
    const user = await linked(who, 'U0SOME');
    const { id, message } = await put();
    await slack.press(requestUrl, { message, action: 'permesso_allow', user });
    const { body } = await soon(() => slack.replies[0]);
    expect(String(body['text'])).toContain(why);
    expect(await stateOf(id)).toBe('pending');
  });

  test('of somebody who was disabled, or is of another workspace, does not count', async () => {
    const user = await linked();
    const { id, message } = await put();
    await slack.press(requestUrl, { message, action: 'permesso_allow', user, team: 'T0STRANGE' });
    await soon(() => slack.replies[0]);
    await ask(server, `POST /v1/people/${team.people['approver']?.person}/disable`, {
      token: team.token('admin'),
    });
    await slack.press(requestUrl, { message, action: 'permesso_allow', user });
    await soon(() => slack.replies[1]);
    expect(await stateOf(id)).toBe('pending');
    expect(await votes(id)).toEqual([]);
  });

  test('does not answer what cannot be undone or needs several people, also where a button was there', async () => {
    const user = await linked();
    const { message } = await put();
    const button = buttonsOf(message)[0] as Record<string, unknown>;
    const rule = { project: null, rule: '*', quorum: 2, answerMinutes: 5, escalateMinutes: null };
    const destructive = await put({ ...command('rm -rf /home/dev/project/src'), callKey: 'other' });
    await ask(server, 'POST /v1/approval-rules', { token: team.token('admin'), body: rule });
    const quorum = await put({ callKey: 'third' });
    for (const { id } of [destructive, quorum])
      for (const action of ['permesso_allow', 'permesso_deny']) {
        button['value'] = `${id} a digest of the question`;
        button['action_id'] = action;
        expect(await slack.press(requestUrl, { message, action, user })).toBe(200);
        expect([await stateOf(id), await votes(id)]).toEqual(['pending', []]);
      }
    const said = await soon(() => (slack.replies.length === 4 ? slack.replies : undefined));
    expect(said.map(({ body }) => String(body['text']))).toEqual([
      expect.stringContaining('cannot be undone'),
      expect.stringContaining('cannot be undone'),
      expect.stringContaining('Several people must agree'),
      expect.stringContaining('Several people must agree'),
    ]);
    expect(String(said[0]?.body['text'])).toContain(`#/approvals?request=${destructive.id}|Open in console`);
  });

  test('an agent that hides what its call does still gets no buttons', async () => {
    const { message } = await put({ ...command('rm -rf /home/dev/project/src'), effects: [] });
    expect(buttonsOf(message)).toHaveLength(1);
  });

  test('sent again, or later by somebody who kept it, changes nothing', async () => {
    const user = await linked();
    const { id, message } = await put();
    const sent = slack.interaction({ message, action: 'permesso_allow', user });
    const send = async (): Promise<number> => (await fetch(requestUrl, { method: 'POST', ...sent })).status;
    expect(await Promise.all([send(), send(), send()])).toEqual([200, 200, 200]);
    expect(await votes(id)).toHaveLength(1);
    const use = { callKey: 'a key of the call', digest: 'a digest of the question' };
    expect((await agent.ask(`POST /v1/agent/approvals/${id}/use`, { body: use })).status).toBe(200);
    // The same call again is another request: the old press is about the old one.
    const again = await put();
    expect(again.id).not.toBe(id);
    await send();
    expect([await stateOf(id), await stateOf(again.id)]).toEqual(['consumed', 'pending']);
    expect(await votes(again.id)).toEqual([]);
  });

  test('about another digest answers nothing', async () => {
    const user = await linked();
    const { id, message } = await put();
    (buttonsOf(message)[0] as Record<string, unknown>)['value'] = `${id} another digest`;
    await slack.press(requestUrl, { message, action: 'permesso_allow', user });
    await soon(() => slack.replies[0]);
    expect(await stateOf(id)).toBe('pending');
  });

  test('of another organisation with the same workspace answers nothing here', async () => {
    const user = await linked();
    const { id, message } = await put();
    const other = await createTeam(server, `slack-other-${teams}`);
    const body = { botToken: slack.botToken, signingSecret: slack.signingSecret };
    const { json } = await ask(server, 'PUT /v1/slack', { token: other.token('admin'), body });
    await slack.press(json.requestUrl, { message, action: 'permesso_allow', user });
    await soon(() => slack.replies[0]);
    expect([await stateOf(id), await votes(id)]).toEqual(['pending', []]);
  });
});

describe('a request that Slack did not sign', () => {
  test.each([
    [
      'another secret',
      (h: Record<string, string>) => ({ ...h, 'x-slack-signature': `v0=${'0'.repeat(64)}` }),
    ],
    ['no signature', ({ 'x-slack-signature': _none, ...h }: Record<string, string>) => h],
    ['no time', ({ 'x-slack-request-timestamp': _none, ...h }: Record<string, string>) => h],
    [
      'another version',
      (h: Record<string, string>) => ({
        ...h,
        'x-slack-signature': `v1=${(h['x-slack-signature'] ?? '').slice(3)}`,
      }),
    ],
    [
      'another time',
      (h: Record<string, string>) => ({
        ...h,
        'x-slack-request-timestamp': String(Math.floor(Date.now() / 1000) - 7),
      }),
    ],
  ])('is refused: %s', async (_name, change) => {
    const user = await linked();
    const { id, message } = await put();
    const { body, headers } = slack.interaction({ message, action: 'permesso_allow', user });
    const { status } = await fetch(requestUrl, {
      method: 'POST',
      body,
      headers: change(headers) as Record<string, string>,
    });
    expect([status, await stateOf(id)]).toEqual([401, 'pending']);
  });

  test.each([-301, 301])('is refused: signed %s seconds away from now', async (seconds) => {
    const user = await linked();
    const { id, message } = await put();
    const at = Date.now() + seconds * 1000;
    expect(await slack.press(requestUrl, { message, action: 'permesso_allow', user, at })).toBe(401);
    expect(await stateOf(id)).toBe('pending');
  });

  test('is refused: one byte changed, one app changed', async () => {
    const user = await linked();
    const { id, message } = await put();
    const { body, headers } = slack.interaction({ message, action: 'permesso_deny', user });
    const changed = body.replace('permesso_deny', 'permesso_allow');
    expect((await fetch(requestUrl, { method: 'POST', body: changed, headers })).status).toBe(401);
    const elsewhere = requestUrl.replace(/[^/]+$/, '3f6c1c1e-8a4e-4b53-9a0f-2a6e0c9d7b11');
    expect((await fetch(elsewhere, { method: 'POST', body, headers })).status).toBe(401);
    expect(await stateOf(id)).toBe('pending');
  });

  test('the example of the documentation of Slack is signed as it says', () => {
    const bytes = Buffer.from(
      'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
    );
    const [secret, timestamp] = ['8f742231b10e8888abcd99yyyzzz85a5', '1531420618'];
    const signature = 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503';
    expect(slackSignature(bytes, { timestamp, secret })).toBe(signature);
    const now = 1_531_420_618_000 + 299_000;
    expect(isSignedBySlack({ timestamp, signature, bytes }, { secret, now })).toBe(true);
  });

  test.each([
    ['https://hooks.slack.com/actions/T/1/x', 'https://slack.com/api', true],
    ['https://slack.com/x', 'https://slack.com/api', true],
    ['http://hooks.slack.com/x', 'https://slack.com/api', false],
    ['https://hooks.slack.com.evil.example/x', 'https://slack.com/api', false],
    ['https://evil.example/hooks.slack.com', 'https://slack.com/api', false],
    ['https://hooks.slack.com:8443/x', 'https://slack.com/api', false],
    ['nothing', 'https://slack.com/api', false],
  ])('replies to %s with the API at %s: %s', (address, api, isReply) => {
    expect(isReplyAddress(address, api)).toBe(isReply);
  });

  test('a reply goes to no other host, though the request is signed', async () => {
    const strange = await fakeSlack();
    const { message } = await put();
    const responseUrl = strange.api.replace('/api', '/actions/x');
    await slack.press(requestUrl, { message, action: 'permesso_allow', user: 'U0NOBODY', responseUrl });
    await slack.press(requestUrl, { message, action: 'permesso_allow', user: 'U0NOBODY' });
    await soon(() => slack.replies[0]);
    expect([slack.replies.length, strange.replies.length]).toEqual([1, 0]);
    await strange.close();
  });
});

describe('who somebody is in Slack', () => {
  test('is proposed by the address, and counts after the person confirmed it in the console', async () => {
    slack.users.set(`approver@${team.name}.example`, { id: 'U0ANNA', name: 'anna', team_id: slack.team });
    const own = await ask(server, 'GET /v1/me/slack', { token: team.token('approver') });
    expect(own.json).toEqual({
      workspace: { team: 'T0ACME', name: 'Acme <Corp>' },
      linked: null,
      proposed: { team: 'T0ACME', user: 'U0ANNA', name: 'anna' },
    });
    const byToken = await ask(server, 'PUT /v1/me/slack', {
      token: team.token('approver'),
      body: { team: slack.team, user: 'U0ANNA' },
    });
    expect(byToken.status).toBe(403);
    expect((await link('approver', 'U0ANNA', { team: 'T0OTHER' })).status).toBe(403);
    expect((await link('approver', 'U0ANNA')).status).toBe(204);
    const after = await ask(server, 'GET /v1/me/slack', { token: team.token('approver') });
    expect(after.json).toMatchObject({ linked: { team: 'T0ACME', user: 'U0ANNA' }, proposed: null });
    expect((await acts())[0]).toMatchObject({
      act: 'slack.link',
      detail: { team: 'T0ACME', user: 'U0ANNA', by: 'address' },
    });
  });

  test('is nobody of their own choice, nor somebody who is taken', async () => {
    const user = await linked();
    expect((await link('owner', user)).status).toBe(403);
    slack.users.set(`owner@${team.name}.example`, { id: user, name: 'x', team_id: slack.team });
    expect((await link('owner', user)).status).toBe(409);
    slack.users.set(`owner@${team.name}.example`, {
      id: 'U0BOT',
      name: 'x',
      team_id: slack.team,
      is_bot: true,
    });
    expect((await link('owner', 'U0BOT')).status).toBe(403);
  });

  test('ends when the person says so', async () => {
    const user = await linked();
    const { id, message } = await put();
    const removed = await ask(server, 'DELETE /v1/me/slack', { token: team.token('approver') });
    expect(removed.status).toBe(204);
    await slack.press(requestUrl, { message, action: 'permesso_allow', user });
    await soon(() => slack.replies[0]);
    expect(await stateOf(id)).toBe('pending');
  });

  test('without Slack at hand nobody is proposed', async () => {
    slack.failNext = [500, ''];
    const own = await ask(server, 'GET /v1/me/slack', { token: team.token('approver') });
    expect(own).toMatchObject({ status: 200, json: { proposed: null } });
  });
});

describe('the Slack app', () => {
  test('is tried before it is saved, and its secrets are not shown, nor on record', async () => {
    const wrong = await setApp({ botToken: 'xoxb-another' });
    expect(wrong).toMatchObject({
      status: 422,
      json: { detail: 'Slack cannot be used: Slack answered invalid_auth' },
    });
    const shown = await ask(server, 'GET /v1/slack', { token: team.token('admin') });
    expect(shown.json).toMatchObject({ workspace: { team: 'T0ACME', requestUrl }, people: 0 });
    const record = JSON.stringify([shown.json, await acts()]);
    for (const secret of [slack.botToken, slack.signingSecret]) expect(record).not.toContain(secret);
    const [row] = await inspect<{ sealed: Buffer }>(server.databaseUrl, 'select sealed from slack_apps');
    expect(row?.sealed.includes(slack.signingSecret)).toBe(false);
  });

  test('that was removed answers nothing any more', async () => {
    const user = await linked();
    const { id, message } = await put();
    expect((await ask(server, 'DELETE /v1/slack', { token: team.token('admin') })).status).toBe(204);
    expect(await slack.press(requestUrl, { message, action: 'permesso_allow', user })).toBe(401);
    expect(await stateOf(id)).toBe('pending');
  });

  test('takes a channel, and nothing that is none', async () => {
    for (const body of [
      { channel: undefined },
      { channel: '#team' },
      { address: 'https://x.example/' },
      { kind: 'webhook' },
    ])
      expect([body, (await channel(body)).status]).toEqual([body, 400]);
    expect((await channel({ person: team.people['approver']?.person })).status).toBe(400);
  });
});
