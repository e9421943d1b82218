import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  ask,
  asTwo,
  createTeam,
  enrol,
  inspect,
  type Answered,
  type Team,
  type TestAgent,
  type TestServer,
} from '../../test/harness.ts';
import { onTeams } from '../../test/on-server.ts';
import { question } from '../../test/question.ts';

let server: TestServer;
let team: Team;
let agent: TestAgent;

onTeams(
  (made) => {
    ({ server, team, agent } = made);
  },
  { second: ['approver'] },
);

const asked = question().request;
const { callKey, digest } = asked as { callKey: string; digest: string };

async function put(change: Readonly<Record<string, unknown>> = {}, by = agent): Promise<string> {
  const { status, json } = await by.ask('POST /v1/agent/approvals', { body: question(change) });
  expect([200, 201]).toContain(status);
  return json.id;
}

function answer(id: string, body: object = {}, who = 'approver'): Promise<Answered> {
  return ask(server, `POST /v1/approvals/${id}/answer`, {
    token: team.token(who),
    body: { digest, verdict: 'allow', ...body },
  });
}

function use(id: string, change: object = {}, by = agent): Promise<Answered> {
  return by.ask(`POST /v1/agent/approvals/${id}/use`, { body: { callKey, digest, ...change } });
}

async function stateOf(id: string): Promise<string> {
  const { json } = await ask(server, `GET /v1/approvals/${id}`, { token: team.token('viewer') });
  return json.state;
}

/** What the clock would do. */
function age(id: string, minutes: number): Promise<unknown> {
  return inspect(
    server.databaseUrl,
    `update approvals set asked_at = asked_at - make_interval(mins => $2), expires_at = expires_at - make_interval(mins => $2),
     escalate_at = escalate_at - make_interval(mins => $2), use_before = use_before - make_interval(mins => $2),
     due_at = due_at - make_interval(mins => $2) where id = $1`,
    [id, minutes],
  );
}

describe('a question', () => {
  test('waits, is approved by another person, and is used once', async () => {
    const id = await put();
    expect((await use(id)).json.detail).toBe('it is still waiting for an answer');
    expect((await answer(id)).json).toEqual({ state: 'approved' });
    const used = await use(id);
    expect(used).toMatchObject({
      status: 200,
      json: {
        answer: { verdict: 'allow', scope: 'once', by: `approver@${team.name}.example`, from: 'team' },
      },
    });
    expect((await use(id)).json.detail).toBe('too late: it is consumed');
    expect(await stateOf(id)).toBe('consumed');
  });

  test('is used once however often that use is asked for', async () => {
    const id = await put();
    await answer(id);
    const replies = await Promise.all(
      ['one', 'one', 'one', 'two', 'two'].map(async (name) => [name, (await use(id, { use: name })).status]),
    );
    const users = new Set(replies.filter(([, status]) => status === 200).map(([name]) => name));
    expect(users.size).toBe(1);
    expect(replies.filter(([name]) => users.has(name ?? '')).map(([, status]) => status)).not.toContain(409);
    expect((await use(id)).status).toBe(409);
    await age(id, 16);
    for (const name of users) expect((await use(id, { use: name })).status).toBe(409);
  });

  test('is refused with words', async () => {
    const id = await put();
    expect((await answer(id, { verdict: 'deny', comment: 'not today' })).json).toEqual({ state: 'denied' });
    expect((await agent.ask(`GET /v1/agent/approvals/${id}`)).json).toMatchObject({
      state: 'denied',
      answer: { verdict: 'deny', comment: 'not today' },
    });
    expect((await use(id)).status).toBe(409);
  });

  test('an approval is not shown to a look, only to a use', async () => {
    const id = await put();
    await answer(id);
    expect((await agent.ask(`GET /v1/agent/approvals/${id}`)).json).toEqual({ state: 'approved' });
  });

  test('a waiting agent is told at once', async () => {
    const id = await put();
    const waiting = agent.ask(`GET /v1/agent/approvals/${id}?seconds=20`);
    await wait(100);
    const began = performance.now();
    await answer(id);
    expect((await waiting).json).toEqual({ state: 'approved' });
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  test('holds no secret, even where the agent forgot to hide it', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const id = await put({
      call: { tool: 'Bash', input: { command: `curl -H "authorization: ${secret}" x` } },
    });
    const { json } = await ask(server, `GET /v1/approvals/${id}`, { token: team.token('viewer') });
    expect(JSON.stringify(json)).not.toContain(secret);
    const rows = await inspect(server.databaseUrl, 'select id from approvals where request::text like $1', [
      `%${secret}%`,
    ]);
    expect(rows).toEqual([]);
  });

  test('withdrawn, it can no longer be answered', async () => {
    const id = await put();
    expect((await agent.ask(`DELETE /v1/agent/approvals/${id}`)).status).toBe(204);
    expect((await answer(id)).json.detail).toBe('too late: it is cancelled');
  });
});

describe('the same question', () => {
  test('joins the one that waits', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => put()));
    expect(new Set(ids).size).toBe(1);
  });

  test('finds the yes that nobody used, and is put again after it was used', async () => {
    const id = await put();
    await answer(id);
    expect(await put()).toBe(id);
    await use(id);
    expect(await put()).not.toBe(id);
  });

  test('of another agent, about another call or under another policy is another one', async () => {
    const id = await put();
    const other = await enrol(server, team.enrolment);
    expect(await put({}, other)).not.toBe(id);
    expect(await put({ callKey: 'another call' })).not.toBe(id);
    expect(await put({ digest: 'another receipt' })).not.toBe(id);
  });
});

describe('who may answer', () => {
  test.each(['viewer', 'author', 'admin'])('not a %s', async (who) => {
    expect((await answer(await put(), {}, who)).status).toBe(403);
  });

  test('not the owner of the agent, though an approver', async () => {
    const id = await put();
    expect(await answer(id, {}, 'owner')).toMatchObject({
      status: 403,
      json: { detail: 'you own the agent that asks, so somebody else must answer' },
    });
    expect(await stateOf(id)).toBe('pending');
  });

  test('not the agent itself', async () => {
    const id = await put();
    const { status } = await agent.ask(`POST /v1/approvals/${id}/answer`, {
      body: { digest, verdict: 'allow' },
    });
    expect(status).toBe(403);
  });

  test('nobody of another organisation', async () => {
    const id = await put();
    const other = await createTeam(server, `stranger-to-${team.name}`);
    const path = `POST /v1/approvals/${id}/answer`;
    const body = { digest, verdict: 'allow' };
    expect((await ask(server, path, { token: other.token('approver'), body })).status).toBe(404);
  });

  test('nobody for something they did not see', async () => {
    const id = await put();
    expect((await answer(id, { digest: 'another' })).json.detail).toBe(
      'the answer is about another call or another receipt',
    );
    expect(await stateOf(id)).toBe('pending');
  });

  test('nobody whose role is for another project', async () => {
    const { json } = await ask(server, 'POST /v1/projects', {
      token: team.token('admin'),
      body: { name: 'other' },
    });
    const path = `PUT /v1/people/${team.people['second']?.person}/roles`;
    const body = { roles: [{ role: 'approver', project: json.id }] };
    expect((await asTwo(server, team, [path, body])).status).toBe(200);
    expect((await answer(await put(), {}, 'second')).status).toBe(404);
  });
});

describe('a quorum', () => {
  beforeEach(async () => {
    await ask(server, 'POST /v1/approval-rules', {
      token: team.token('admin'),
      body: { project: null, rule: 'Bash(git push:*)', quorum: 2, answerMinutes: 30, escalateMinutes: 10 },
    });
  });

  test('of two needs two people', async () => {
    const id = await put();
    await inspect(server.databaseUrl, "update approvals set longest = 'project' where id = $1", [id]);
    expect((await answer(id, { scope: 'project' })).json).toEqual({ state: 'pending' });
    expect((await answer(id)).json.detail).toBe('you have already answered');
    expect((await use(id)).status).toBe(409);
    expect((await answer(id, { scope: 'session' }, 'second')).json).toEqual({ state: 'approved' });
    expect((await use(id)).json.answer).toMatchObject({
      scope: 'session',
      by: expect.stringMatching(/approver@.*, second@/),
    });
  });

  test('one no ends it', async () => {
    const id = await put();
    await answer(id);
    expect((await answer(id, { verdict: 'deny' }, 'second')).json).toEqual({ state: 'denied' });
  });

  test('others are told when nobody answers soon, and it ends when nobody answers at all', async () => {
    const hook = await ask(server, 'GET /v1/approval-rules', { token: team.token('viewer') });
    expect(hook.json.rules).toHaveLength(1);
    const id = await put();
    await age(id, 11);
    await expectSoon(async () => {
      const { json } = await ask(server, `GET /v1/approvals/${id}`, { token: team.token('viewer') });
      return json.escalatedAt !== null && json.state === 'pending';
    });
    await age(id, 20);
    await expectSoon(async () => (await stateOf(id)) === 'expired');
  });
});

describe('a call that a person changes', () => {
  const input = { command: 'git push --dry-run' };

  test('comes to the agent with the yes, for once', async () => {
    const id = await put({ editable: true });
    expect((await answer(id, { input })).json).toEqual({ state: 'approved' });
    expect((await use(id)).json.answer).toEqual({
      verdict: 'allow',
      scope: 'once',
      input,
      by: `approver@${team.name}.example`,
      from: 'team',
    });
  });

  test.each([
    ['of an agent that takes none', {}, { input }, 'the agent that asks cannot run a changed call'],
    ['for longer', { editable: true }, { input, scope: 'session' }, 'a changed call is allowed once'],
    ['with a no', { editable: true }, { input, verdict: 'deny' }, 'a denial cannot change the call'],
  ])('is refused %s, and the question still waits', async (_what, asking, saying, why) => {
    const id = await put(asking);
    expect(await answer(id, saying)).toMatchObject({ status: 422, json: { detail: why } });
    expect(await stateOf(id)).toBe('pending');
    expect((await use(id)).status).toBe(409);
  });

  test('is refused where several must agree: the others would agree to what they have not seen', async () => {
    await ask(server, 'POST /v1/approval-rules', {
      token: team.token('admin'),
      body: { project: null, rule: '*', quorum: 2, answerMinutes: 5, escalateMinutes: null },
    });
    const id = await put({ editable: true });
    expect((await answer(id, { input })).json.detail).toBe(
      'a call that several must allow cannot be changed',
    );
    expect((await answer(id)).json).toEqual({ state: 'pending' });
    expect((await answer(id, { input }, 'second')).status).toBe(422);
    expect((await answer(id, {}, 'second')).json).toEqual({ state: 'approved' });
    expect((await use(id)).json.answer).not.toHaveProperty('input');
  });

  test('is held against the policy in force, though nobody changed that', async () => {
    const token = team.token('author');
    const path = `/v1/projects/${team.project}`;
    const text = `ask: ['Bash(git push:*)']\ndeny: ['Bash(curl:*)']\ntests: [{ call: Bash(curl x), expect: deny }]`;
    await ask(server, `POST ${path}/policies`, { token, body: { text, note: 'first' } });
    await ask(server, `POST ${path}/rollout`, { token, body: { version: 1, stage: 'all' } });
    const id = await put({ editable: true });
    await answer(id, { input: { command: 'curl https://evil.example' } });
    expect((await use(id)).json.detail).toBe('version 1 of the policy denies this');
    expect(await stateOf(id)).toBe('cancelled');
  });
});

describe('time', () => {
  test('an answer after the end is none, before anybody noticed the end', async () => {
    const id = await put();
    await age(id, 61);
    expect((await answer(id)).json.detail).toBe('too late: it is expired');
    const [vote] = await inspect<{ counted: boolean }>(
      server.databaseUrl,
      'select counted from votes where approval = $1',
      [id],
    );
    expect(vote).toEqual({ counted: false });
  });

  test('a yes that nobody used in time is none', async () => {
    const id = await put();
    await answer(id);
    await age(id, 16);
    expect((await use(id)).status).toBe(409);
    expect(await put()).not.toBe(id);
  });
});

describe('at the moment of use', () => {
  test('another call gets nothing', async () => {
    const id = await put();
    await answer(id);
    expect((await use(id, { callKey: 'rm' })).json.detail).toBe('the call is not the one that was approved');
    expect((await use(id, { digest: 'x' })).status).toBe(409);
    expect((await use(id)).status).toBe(200);
  });

  test('another agent gets nothing', async () => {
    const id = await put();
    await answer(id);
    const other = await enrol(server, team.enrolment);
    expect((await use(id, {}, other)).status).toBe(404);
  });

  test('a policy that denies it by now stops it', async () => {
    const id = await put();
    await answer(id);
    const text = "deny: ['Bash(git push:*)']\ntests: [{ call: Bash(git push), expect: deny }]";
    await ask(server, `POST /v1/projects/${team.project}/policies`, {
      token: team.token('author'),
      body: { text, note: 'x' },
    });
    await ask(server, `POST /v1/projects/${team.project}/rollout`, {
      token: team.token('author'),
      body: { version: 1, stage: 'all' },
    });
    expect((await use(id)).json.detail).toBe('version 1 of the policy denies this');
    expect(await stateOf(id)).toBe('cancelled');
  });

  test('a freeze stops it', async () => {
    const id = await put();
    await answer(id);
    await ask(server, 'PUT /v1/freeze', {
      token: team.token('admin'),
      body: { what: 'agent', id: agent.id, reason: 'stolen' },
    });
    expect((await use(id)).json.detail).toBe('frozen: stolen');
  });

  test('of many at once, one gets it', async () => {
    const id = await put();
    await answer(id);
    const found = await Promise.all(Array.from({ length: 12 }, () => use(id)));
    expect(found.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

test('of yes and no at the same moment, one counts', async () => {
  for (let round = 0; round < 8; round++) {
    const id = await put({ digest, callKey: `call ${round}` });
    const [yes, no] = await Promise.all([answer(id), answer(id, { verdict: 'deny' }, 'second')]);
    expect([yes.status, no.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await stateOf(id)).toBe(yes.status === 200 ? 'approved' : 'denied');
  }
});

test('a longer yes than the question offers is refused', async () => {
  expect((await answer(await put(), { scope: 'user' })).status).toBe(422);
});

test('people see changes as they happen, of their own organisation', async () => {
  const stop = new AbortController();
  const response = await fetch(`${server.url}/v1/approvals/events`, {
    headers: { authorization: `Bearer ${team.token('viewer')}` },
    signal: stop.signal,
  });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const seen: { id: string; state: string }[] = [];
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const piece of response.body ?? [])
      for (const [, data = ''] of decoder
        .decode(piece as Uint8Array)
        .matchAll(/event: approval\ndata: (.*)\n/g))
        seen.push(JSON.parse(data));
  })().catch(() => undefined);
  await wait(300);
  const other = await createTeam(server, `unseen-by-${team.name}`);
  await put({}, await enrol(server, other.enrolment));
  const id = await put();
  await answer(id);
  await expectSoon(async () => seen.some((each) => each.id === id && each.state === 'approved'));
  expect(new Set(seen.map((each) => each.id))).toEqual(new Set([id]));
  stop.abort();
  await reading;
});

test('figures', async () => {
  await answer(await put());
  await answer(await put({ callKey: 'other' }), { verdict: 'deny' });
  await put({ callKey: 'third' });
  const { json } = await ask(server, 'GET /v1/approvals/figures/7', { token: team.token('viewer') });
  expect(json).toMatchObject({ asked: 3, pending: 1, approved: 1, denied: 1, expired: 0 });
  expect(json.medianSeconds).toBeGreaterThan(0);
});

async function expectSoon(is: () => Promise<boolean>): Promise<void> {
  await expect.poll(is, { timeout: 120_000, interval: 50 }).toBe(true);
}
