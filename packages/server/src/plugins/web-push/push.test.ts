import { createECDH } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  decryptPush,
  fakePush,
  type FakePush,
  type Pushed,
  type Subscription,
} from '../../../test/fake-push.ts';
import {
  ask,
  asTwo,
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
import { secretFrom } from '../../settings.ts';
import { resealEverything } from '../../reseal/reseal.ts';
import { forgetPush } from './forget-push.ts';

let push: FakePush;
let server: TestServer;
let team: Team;
let agent: TestAgent;
let teams = 0;

beforeAll(async () => {
  push = await fakePush();
  server = await startTestServer({ env: { PERMESSO_PUSH_HOSTS: `${push.host},push.example` } });
});

afterAll(async () => {
  await server.end();
  await push.close();
});

beforeEach(async () => {
  push.pushed.length = 0;
  push.refused.length = 0;
  push.busy.times = 0;
  team = await createTeam(server, `push-${++teams}`);
  agent = await enrol(server, team.enrolment, 'laptop');
});

interface Browser {
  readonly ask: (what: string, body?: unknown) => Promise<Answered>;
}

/** Signed in as somebody. */
async function browserOf(who: string): Promise<Browser> {
  const begun = await ask(server, 'POST /v1/sign-in/token', {
    body: { token: team.token(who) },
    headers: { origin: server.url },
  });
  const cookie = /^[^;]+/.exec(begun.headers.get('set-cookie') ?? '')?.[0] ?? '';
  const { json } = await ask(server, 'GET /v1/session', { headers: { cookie } });
  return {
    ask: (what, body) =>
      ask(server, what, {
        ...(body === undefined ? {} : { body }),
        headers: { cookie, 'permesso-csrf': json.csrf },
      }),
  };
}

const keyOf = async (browser: Browser): Promise<string> => (await browser.ask('GET /v1/me/push')).json.key;

interface On {
  readonly browser: Browser;
  readonly subscription: Subscription;
  readonly id: string;
}

async function turnOn(who = 'approver', { showsCall = false } = {}): Promise<On> {
  const browser = await browserOf(who);
  const subscription = push.subscribe(await keyOf(browser));
  const { status, json } = await browser.ask('PUT /v1/me/push', { ...subscription, showsCall });
  expect([status, json.id]).toEqual([200, expect.any(String)]);
  return { browser, subscription, id: json.id };
}

async function put(callKey = 'one', by: TestAgent = agent): Promise<string> {
  const call = { tool: 'Bash', input: { command: 'git push --force' }, cwd: '/home/dev' };
  const { json } = await by.ask('POST /v1/agent/approvals', { body: question({ callKey, call }) });
  return json.id;
}

async function told(count: number): Promise<readonly Pushed[]> {
  await vi.waitUntil(() => push.pushed.length >= count, { timeout: 30_000, interval: 20 });
  return push.pushed;
}

/** After everything that was due is sent. */
async function quiet(): Promise<readonly Pushed[]> {
  await vi.waitUntil(
    async () =>
      (
        await inspect(
          server.databaseUrl,
          `select 1 from deliveries where organisation = $1 and state = 'waiting' and due_at <= now() + interval '1 minute'`,
          [team.organisation],
        )
      ).length === 0,
    { timeout: 30_000, interval: 20 },
  );
  return push.pushed;
}

const hooks = async (): Promise<number> =>
  (
    await inspect(server.databaseUrl, `select 1 from hooks where organisation = $1 and kind = 'push'`, [
      team.organisation,
    ])
  ).length;

test('the browsers of these tests read the example of RFC 8291', () => {
  const keys = createECDH('prime256v1');
  keys.setPrivateKey('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url');
  const body = Buffer.from(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    'base64url',
  );
  const auth = Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url');
  expect(decryptPush(body, { keys, auth }).toString()).toBe('When I grow up, I want to be a watermelon');
});

describe('a browser that turned push on', () => {
  test('is told how many requests wait and where, encrypted for it, and nothing of the call', async () => {
    await turnOn();
    const id = await put();
    const [{ note, headers, claims, body } = expect.fail()] = await told(1);
    expect(push.refused).toEqual([]);
    expect(note).toEqual({
      title: 'An approval request in main',
      body: '1 request is waiting for you.',
      request: id,
      tag: 'approvals',
    });
    expect(claims).toMatchObject({ aud: push.origin, sub: 'mailto:permesso@localhost' });
    expect(headers).toMatchObject({ urgency: 'normal', topic: 'approvals' });
    expect(Number(headers['ttl'])).toBeGreaterThan(3500);
    expect(Number(headers['ttl'])).toBeLessThanOrEqual(3600);
    // What passes through the service says nothing in the clear.
    for (const word of [id, 'approval', 'git', 'main', 'laptop', team.name])
      expect(body.includes(word)).toBe(false);
    await put('two');
    expect((await told(2))[1]?.note.body).toBe('2 requests are waiting for you.');
  });

  test('is told owner, machine, project and command where its person wants that, with secrets hidden', async () => {
    await turnOn('approver', { showsCall: true });
    const id = await put();
    const [{ note, headers } = expect.fail()] = await told(1);
    expect(note).toEqual({
      title: 'An agent wants to overwrite the remote of this branch, which others see',
      body: `git push --force\noverwrites the remote of this branch, which others see (cannot be undone)\nPublishes your work.\nowner@${team.name}.example, laptop, main`,
      request: id,
      tag: id,
    });
    expect(headers['topic']).toBeUndefined();
    const links = await inspect(server.databaseUrl, 'select 1 from links where approval = $1', [id]);
    expect(links).toEqual([]);
  });

  test('is told again, urgently, when nobody has answered in time', async () => {
    const rule = { project: null, rule: '*', quorum: 1, answerMinutes: 60, escalateMinutes: 5 };
    await ask(server, 'POST /v1/approval-rules', { token: team.token('admin'), body: rule });
    await turnOn();
    const id = await put();
    await told(1);
    await inspect(
      server.databaseUrl,
      `update approvals set escalate_at = now(), due_at = now() where id = $1`,
      [id],
    );
    const [, { note, headers } = expect.fail()] = await told(2);
    expect([note.title, headers['urgency']]).toEqual(['Still waiting: an approval request in main', 'high']);
  });

  test('waits as long as the service says when it is busy', async () => {
    await turnOn();
    push.busy = { times: 1, retryAfter: '1200' };
    const id = await put();
    const row = await vi.waitUntil(
      async () =>
        (
          await inspect<{ seconds: number; error: string }>(
            server.databaseUrl,
            `select extract(epoch from due_at - now())::float8 as seconds, error from deliveries
             where approval = $1 and error is not null`,
            [id],
          )
        )[0],
      { timeout: 30_000, interval: 20 },
    );
    expect(row.error).toBe('the push service is busy for 1200 s');
    expect(row.seconds).toBeGreaterThan(1100);
    expect(row.seconds).toBeLessThanOrEqual(1200);
    await inspect(server.databaseUrl, `update deliveries set due_at = now() where approval = $1`, [id]);
    expect(await told(1)).toHaveLength(1);
  });

  test('that ended it is forgotten at once, with an act', async () => {
    const { subscription, id } = await turnOn();
    push.end(subscription);
    await put();
    await vi.waitUntil(async () => (await hooks()) === 0, { timeout: 30_000, interval: 20 });
    expect(push.refused).toEqual(['410 the subscription has ended']);
    const acts = await ask(server, 'GET /v1/acts', { token: team.token('admin') });
    expect(acts.json.acts[0]).toMatchObject({
      act: 'hook.remove',
      subject: id,
      actor: 'server',
      detail: { kind: 'push', host: push.host },
    });
    await put('two');
    expect(await quiet()).toEqual([]);
  });

  test('goes by the quiet hours of its person', async () => {
    const { browser } = await turnOn();
    const at = (hours: number): string =>
      new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
    const windows = [{ days: [1, 2, 3, 4, 5, 6, 7], from: at(-1), to: at(2) }];
    await browser.ask('PUT /v1/me/quiet-hours', { hours: { windows, zone: 'UTC', letsEscalated: false } });
    await put('one');
    await put('two');
    expect(await quiet()).toEqual([]);
    await browser.ask('PUT /v1/me/quiet-hours', { hours: null });
    expect((await told(1)).map(({ note }) => note)).toEqual([
      { title: '2 approval requests are waiting after your quiet hours', body: 'main', tag: 'approvals' },
    ]);
  });
});

describe('is told nothing', () => {
  test('of a request that its person may not answer: another project, no role any more, the own agent', async () => {
    const made = await ask(server, 'POST /v1/projects', {
      token: team.token('admin'),
      body: { name: 'other' },
    });
    await turnOn('approver');
    await turnOn('owner');
    const roles = (role: string, project: string | null): Promise<Answered> =>
      asTwo(server, team, [
        `PUT /v1/people/${team.people['approver']?.person}/roles`,
        { roles: [{ role, project }] },
      ]);
    await roles('approver', made.json.id);
    await put('one');
    await roles('viewer', null);
    await put('two');
    expect(await quiet()).toEqual([]);
    const dead = await ask(server, 'GET /v1/deliveries?state=dead', { token: team.token('admin') });
    expect(dead.json.deliveries).toEqual([]);
    await roles('approver', team.project);
    await put('three');
    expect(await told(1)).toHaveLength(1);
  });

  /** Queued before it ended: what is sent is checked again. */
  async function queuedThen(end: (on: On) => Promise<unknown>): Promise<number> {
    const on = await turnOn();
    push.busy = { times: 1, retryAfter: '3600' };
    const id = await put();
    await vi.waitUntil(() => push.busy.times === 0, { timeout: 30_000, interval: 20 });
    await quiet();
    await end(on);
    await inspect(server.databaseUrl, `update deliveries set due_at = now() where approval = $1`, [id]);
    await put('two');
    await quiet();
    expect(push.pushed).toEqual([]);
    return await hooks();
  }

  const person = (): string => team.people['approver']?.person ?? '';

  test('after its person signed out there', async () => {
    expect(await queuedThen(({ browser }) => browser.ask('POST /v1/sign-out'))).toBe(0);
  });

  test('after an admin ended the session', async () => {
    const ended = await queuedThen(async () => {
      const { json } = await ask(server, `GET /v1/people/${person()}/sessions`, {
        token: team.token('admin'),
      });
      for (const { id } of json.sessions)
        await ask(server, `DELETE /v1/sessions/${id}`, { token: team.token('admin') });
    });
    expect(ended).toBe(0);
  });

  test('after its person was disabled, not even when enabled again', async () => {
    const ended = await queuedThen(async () => {
      await ask(server, `POST /v1/people/${person()}/disable`, { token: team.token('admin') });
      await ask(server, `POST /v1/people/${person()}/enable`, { token: team.token('admin') });
    });
    expect(ended).toBe(0);
  });

  test('after its person was erased', async () => {
    const ended = await queuedThen(async () => {
      await ask(server, `POST /v1/people/${person()}/disable`, { token: team.token('admin') });
      const erased = await asTwo(server, team, [`POST /v1/people/${person()}/erase`]);
      expect(erased.status).toBe(200);
    });
    expect(ended).toBe(0);
  });

  test('after the token that let the browser in was revoked', async () => {
    const left = await queuedThen(async () => {
      const { json } = await ask(server, `GET /v1/people/${person()}/tokens`, { token: team.token('admin') });
      for (const { id } of json.tokens)
        await ask(server, `DELETE /v1/tokens/${id}`, { token: team.token('admin') });
    });
    // Its row is left, and counts for nothing.
    expect(left).toBe(1);
  });

  test('after the organisation turned push off, and nobody turns it on', async () => {
    const { browser } = await turnOn('owner');
    const off = await queuedThen(async () => {
      const changed = await ask(server, 'PUT /v1/push', {
        token: team.token('admin'),
        body: { isOn: false },
      });
      expect(changed.status).toBe(204);
    });
    expect(off).toBe(0);
    expect((await browser.ask('GET /v1/me/push')).json).toEqual({ isOffered: false, key: '' });
    const again = await browser.ask('PUT /v1/me/push', { ...push.subscribe('x'), showsCall: false });
    expect([again.status, again.json.detail]).toEqual([
      409,
      expect.stringContaining('does not use web push'),
    ]);
    await ask(server, 'PUT /v1/push', { token: team.token('admin'), body: { isOn: true } });
    expect((await browser.ask('GET /v1/me/push')).json.isOffered).toBe(true);
    expect((await ask(server, 'GET /v1/push', { token: team.token('admin') })).json).toEqual({
      isOn: true,
      browsers: 0,
      hosts: [push.host, 'push.example'],
    });
  });

  test('when nobody opened the console there for thirty days', async () => {
    const left = await queuedThen(() =>
      inspect(
        server.databaseUrl,
        `update hooks set renewed_at = now() - interval '31 days' where organisation = $1`,
        [team.organisation],
      ),
    );
    expect(left).toBe(1);
    await forgetPush(server.database);
    expect(await hooks()).toBe(0);
  });

  test('of another organisation', async () => {
    const stranger = await createTeam(server, `push-stranger-${teams}`);
    const other = await enrol(server, stranger.enrolment);
    await turnOn();
    await put('one', other);
    await put('two');
    expect(await told(1)).toHaveLength(1);
  });
});

describe('one browser', () => {
  test('tells one person: who turned it on there last', async () => {
    const { subscription } = await turnOn('approver');
    const owner = await browserOf('owner');
    expect((await owner.ask('PUT /v1/me/push', { ...subscription, showsCall: false })).status).toBe(200);
    expect(await hooks()).toBe(1);
    await put();
    expect(await quiet()).toEqual([]);
  });

  test('with an address of somebody else and keys of their own takes nothing away', async () => {
    const { subscription } = await turnOn('approver');
    const owner = await browserOf('owner');
    const { p256dh, auth } = push.subscribe('x');
    await owner.ask('PUT /v1/me/push', { endpoint: subscription.endpoint, p256dh, auth, showsCall: true });
    expect(await hooks()).toBe(2);
    await put();
    expect(await told(1)).toHaveLength(1);
  });

  test('is renewed by the same subscription, in the session of now', async () => {
    const { subscription, browser, id } = await turnOn('approver');
    const later = await browserOf('approver');
    const renewed = await later.ask('PUT /v1/me/push', { ...subscription, showsCall: true });
    expect(renewed.json.id).toBe(id);
    await browser.ask('POST /v1/sign-out');
    expect(await hooks()).toBe(1);
    expect((await later.ask('GET /v1/me/hooks')).json.hooks).toMatchObject([
      { id, kind: 'push', host: push.host, print: expect.stringMatching(/^[\da-f]{64}$/) },
    ]);
    expect((await later.ask(`DELETE /v1/me/hooks/${id}`)).status).toBe(204);
    expect(await hooks()).toBe(0);
  });
});

describe('push is turned on', () => {
  test('by nobody with a token, nobody who is not an approver, and never as a target that an admin adds', async () => {
    const viewer = await browserOf('viewer');
    const subscription = push.subscribe(await keyOf(viewer));
    const body = { ...subscription, showsCall: false };
    expect((await viewer.ask('PUT /v1/me/push', body)).status).toBe(403);
    expect((await ask(server, 'PUT /v1/me/push', { token: team.token('approver'), body })).status).toBe(403);
    const added = await ask(server, 'POST /v1/hooks', {
      token: team.token('admin'),
      body: { kind: 'push', project: null, address: subscription.endpoint },
    });
    expect(added.status).toBe(400);
    expect(await hooks()).toBe(0);
  });

  test.each([
    ['another host', 'https://attacker.example/x'],
    ['a host that ends alike', 'https://evilpush.example/x'],
    ['another port', 'https://push.example:8443/x'],
    ['the own network', 'https://169.254.169.254/latest'],
    ['this machine, at another port', 'http://127.0.0.1:1/x'],
    ['a name in the address', 'https://push.example@attacker.example/'],
    ['http', 'http://push.example/x'],
    ['no address', 'nonsense'],
  ])('for no address at %s', async (_what, endpoint) => {
    const browser = await browserOf('approver');
    const { p256dh, auth } = push.subscribe('x');
    const refused = await browser.ask('PUT /v1/me/push', { endpoint, p256dh, auth, showsCall: false });
    expect(refused.status).toBe(422);
    expect(await hooks()).toBe(0);
  });

  test('for no key that is no point of the curve', async () => {
    const browser = await browserOf('approver');
    const { endpoint, auth } = push.subscribe('x');
    const p256dh = 'B'.padEnd(87, 'A');
    const refused = await browser.ask('PUT /v1/me/push', { endpoint, p256dh, auth, showsCall: false });
    expect([refused.status, refused.json.detail]).toEqual([422, 'p256dh is not a key of a browser']);
  });

  test('in ten browsers of one person at most', async () => {
    const { browser } = await turnOn();
    const key = await keyOf(browser);
    const again = (): Promise<Answered> =>
      browser.ask('PUT /v1/me/push', { ...push.subscribe(key), showsCall: false });
    for (let count = 1; count < 10; count += 1) expect((await again()).status).toBe(200);
    expect((await again()).status).toBe(409);
  });
});

test('the key of an organisation is its own, sealed, and stays when the secret of the server is replaced', async () => {
  const { browser } = await turnOn();
  const key = await keyOf(browser);
  const stranger = await createTeam(server, `push-key-${teams}`);
  const other = await ask(server, 'GET /v1/me/push', { token: stranger.token('viewer') });
  expect(other.json.key).not.toBe(key);
  const rows = await inspect<{ sealed: Buffer }>(server.databaseUrl, 'select sealed from push_keys', []);
  const before = rows.map(({ sealed }) => sealed.toString('hex'));
  const [old] = server.settings.secret;
  const [fresh] = secretFrom('another secret of thirty-two characters');
  await resealEverything(server.database, [fresh, old]);
  const after = await inspect<{ sealed: Buffer }>(server.databaseUrl, 'select sealed from push_keys', []);
  expect(after.filter(({ sealed }) => before.includes(sealed.toString('hex')))).toEqual([]);
  await resealEverything(server.database, [old, fresh]);
  expect(await keyOf(browser)).toBe(key);
  await put();
  expect(await told(1)).toHaveLength(1);
});
