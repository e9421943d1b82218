import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { machineReport, reportedHost } from '../../../test/machine-report.ts';
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
import type { Database } from '../../database/database.ts';
import type { Send } from '../../outbound/send.ts';
import { deliverDue } from '../../notifications/deliver.ts';
import { ownChannels } from '../../notifications/send-message.ts';
import { holdQuiet } from './hold-quiet.ts';
import { loadHeld } from './load-held.ts';
import { sweepMachines } from '../../machines/sweep-machines.ts';

type Told = Answered['json'];

const received: { readonly path: string; readonly body: Told }[] = [];
/** What the other side answers, by path. */
const answers = new Map<string, number>();
const sink = createServer((request, response) => {
  void (async () => {
    let body = '';
    for await (const piece of request) body += String(piece);
    // Digests of teams of earlier tests become due when the clock goes ahead.
    const [, of, ...rest] = (request.url ?? '').split('/');
    const path = of === String(teams) ? `/${rest.join('/')}` : `of another team: ${request.url ?? ''}`;
    received.push({ path, body: JSON.parse(body) });
    response.writeHead(answers.get(path) ?? 200).end();
  })();
});

let server: TestServer;
let team: Team;
let agent: TestAgent;
/** Also the first part of the addresses of the team's targets. */
let teams = 0;
/** How far the server's clock is ahead. */
let ahead = 0;
const clock = (): number => Date.now() + ahead;
const hour = 3_600_000;

beforeAll(async () => {
  sink.listen(0, '127.0.0.1');
  await once(sink, 'listening');
  server = await startTestServer({ now: clock });
});

afterAll(async () => {
  await server.end();
  sink.close();
  sink.closeAllConnections();
});

beforeEach(async () => {
  received.length = 0;
  answers.clear();
  team = await createTeam(server, `quiet-${++teams}`);
  agent = await enrol(server, team.enrolment, 'laptop');
});

const timeIn = (ms: number): string => new Date(clock() + ms).toISOString().slice(11, 16);
/** From an hour ago until in two hours, whatever day and hour it is. */
const nowQuiet = (change: object = {}): object => ({
  windows: [{ days: [1, 2, 3, 4, 5, 6, 7], from: timeIn(-hour), to: timeIn(2 * hour) }],
  zone: 'UTC',
  letsEscalated: false,
  ...change,
});

async function hook(path: string, body: object = {}): Promise<string> {
  const address = `http://127.0.0.1:${(sink.address() as AddressInfo).port}/${teams}${path}`;
  const whole = { kind: 'webhook', project: null, address, ...body };
  const added = await ask(server, 'POST /v1/hooks', { token: team.token('admin'), body: whole });
  expect(added.status).toBe(201);
  return added.json.id;
}

/** A target of the approver, confirmed. */
async function ownHook(path: string): Promise<string> {
  const id = await hook(path, { person: team.people['approver']?.person });
  await ask(server, `POST /v1/me/hooks/${id}/confirm`, { token: team.token('approver') });
  return id;
}

const setOwn = (hours: object | null): Promise<Answered> =>
  ask(server, 'PUT /v1/me/quiet-hours', { token: team.token('approver'), body: { hours } });

async function put(callKey: string, command = `git push ${callKey}`): Promise<string> {
  const body = question({ callKey, call: { tool: 'Bash', input: { command }, cwd: '/home/dev' } });
  const { status, json } = await agent.ask('POST /v1/agent/approvals', { body, at: clock() });
  expect(status).toBe(201);
  return json.id;
}

async function settled(path: string): Promise<readonly Told[]> {
  await vi.waitUntil(
    async () => {
      const due = await inspect(
        server.databaseUrl,
        `select 1 from deliveries where organisation = $1 and state = 'waiting' and (not is_held or due_at <= $2)`,
        [team.organisation, new Date(clock())],
      );
      return due.length === 0;
    },
    { timeout: 60_000, interval: 50 },
  );
  return received.filter((each) => each.path === path).map(({ body }) => body);
}

const heldAt = async (id: string): Promise<number> =>
  (
    await inspect(
      server.databaseUrl,
      `select 1 from deliveries where hook = $1 and is_held and state = 'waiting'`,
      [id],
    )
  ).length;

const answer = (id: string): Promise<Answered> =>
  ask(server, `POST /v1/approvals/${id}/answer`, {
    token: team.token('approver'),
    body: { verdict: 'deny', digest: 'a digest of the question' },
  });

describe("a person's quiet hours", () => {
  test('hold what comes in; one message at the end tells of what still waits', async () => {
    const own = await ownHook('/own');
    await hook('/team');
    expect((await setOwn(nowQuiet())).status).toBe(204);
    const ids = [await put('one'), await put('two'), await put('three')];
    expect(await settled('/team')).toHaveLength(3);
    expect(await settled('/own')).toEqual([]);
    expect(await heldAt(own)).toBe(3);
    expect((await answer(ids[1] ?? '')).status).toBe(200);
    ahead += 3 * hour;
    const [digest, ...more] = await settled('/own');
    expect(more).toEqual([]);
    expect(digest).toMatchObject({
      type: 'quiet-hours.digest',
      waiting: 2,
      changes: [],
      page: `${server.url}/#/approvals`,
    });
    expect(new Set(digest.requests.map((each: { approval: string }) => each.approval))).toEqual(
      new Set([ids[0], ids[2]]),
    );
    expect(digest.requests[0].asker).toEqual({
      owner: `owner@${team.name}.example`,
      machine: 'laptop',
      project: 'main',
    });
    // And from then on each on its own.
    await put('later');
    expect((await settled('/own')).slice(1)).toMatchObject([{ type: 'approval.asked' }]);
  });

  test('of a single request that is left, people are told as of any other, with its link', async () => {
    await ownHook('/own');
    await setOwn(nowQuiet());
    const [first, second] = [await put('one'), await put('two')];
    await settled('/own');
    await answer(first);
    ahead += 3 * hour;
    const told = await settled('/own');
    expect(told).toMatchObject([{ type: 'approval.asked', approval: second }]);
    expect(told[0].link).toContain('pml_');
  });

  test('nothing is sent where all were answered or expired meanwhile, and they expire when they would have', async () => {
    const own = await ownHook('/own');
    await setOwn(nowQuiet());
    const [first, second] = [await put('one'), await put('two')];
    await settled('/own');
    const [row] = await inspect(
      server.databaseUrl,
      `select extract(epoch from expires_at - asked_at) / 60 as minutes from approvals where id = $1`,
      [second],
    );
    expect(Number(row?.['minutes'])).toBe(60);
    await answer(first);
    await inspect(
      server.databaseUrl,
      `update approvals set expires_at = now(), due_at = now() where id = $1`,
      [second],
    );
    await vi.waitUntil(
      async () =>
        (await ask(server, `GET /v1/approvals/${second}`, { token: team.token('viewer') })).json.state ===
        'expired',
      { timeout: 30_000, interval: 50 },
    );
    ahead += 3 * hour;
    expect(await settled('/own')).toEqual([]);
    const states = await inspect(
      server.databaseUrl,
      `select distinct state from deliveries where hook = $1`,
      [own],
    );
    expect(states).toEqual([{ state: 'sent' }]);
  });

  test('an escalation comes through where the person wants it, and is not told again at the end', async () => {
    const rule = { project: null, rule: '*', quorum: 1, answerMinutes: 60, escalateMinutes: 5 };
    await ask(server, 'POST /v1/approval-rules', { token: team.token('admin'), body: rule });
    const own = await ownHook('/own');
    await setOwn(nowQuiet({ letsEscalated: true }));
    const [first] = [await put('one'), await put('two'), await put('three')];
    await settled('/own');
    expect(await heldAt(own)).toBe(3);
    const escalate = (id: string): Promise<unknown> =>
      inspect(server.databaseUrl, `update approvals set escalate_at = now(), due_at = now() where id = $1`, [
        id,
      ]);
    const isEscalated = (id: string): Promise<boolean> =>
      vi.waitUntil(
        async () =>
          (
            await inspect(
              server.databaseUrl,
              `select 1 from approvals where id = $1 and escalated_at is not null`,
              [id],
            )
          ).length > 0,
        { timeout: 30_000, interval: 50 },
      );
    await escalate(first ?? '');
    await isEscalated(first ?? '');
    expect(await settled('/own')).toMatchObject([{ type: 'approval.escalated', approval: first }]);
    ahead += 3 * hour;
    const [, digest, ...more] = await settled('/own');
    expect([digest.waiting, more]).toEqual([2, []]);
    expect(JSON.stringify(digest)).not.toContain(first);
  });

  test('an escalation waits where the person does not', async () => {
    const rule = { project: null, rule: '*', quorum: 1, answerMinutes: 60, escalateMinutes: 5 };
    await ask(server, 'POST /v1/approval-rules', { token: team.token('admin'), body: rule });
    const own = await ownHook('/own');
    await setOwn(nowQuiet());
    const id = await put('one');
    await inspect(
      server.databaseUrl,
      `update approvals set escalate_at = now(), due_at = now() where id = $1`,
      [id],
    );
    await vi.waitUntil(async () => (await heldAt(own)) === 2, { timeout: 30_000, interval: 50 });
    expect(await settled('/own')).toEqual([]);
    ahead += 3 * hour;
    expect(await settled('/own')).toMatchObject([{ type: 'approval.escalated', approval: id }]);
  });

  test('what could not be told at the end is told later, whole', async () => {
    await ownHook('/own');
    await setOwn(nowQuiet());
    await Promise.all([put('one'), put('two')]);
    await settled('/own');
    answers.set('/own', 500);
    ahead += 3 * hour;
    await vi.waitUntil(() => received.some(({ path }) => path === '/own'), { timeout: 30_000, interval: 20 });
    answers.set('/own', 200);
    // Its next try falls into the quiet hours of another day, with one more request.
    await vi.waitUntil(
      async () =>
        (
          await inspect(
            server.databaseUrl,
            `select 1 from deliveries where organisation = $1 and state = 'waiting' and error is not null`,
            [team.organisation],
          )
        ).length === 1,
      { timeout: 30_000, interval: 20 },
    );
    await setOwn(nowQuiet());
    const third = await put('three');
    await settled('/own');
    ahead += 3 * hour;
    const told = await settled('/own');
    expect(told.at(-1)).toMatchObject({ type: 'quiet-hours.digest', waiting: 3 });
    expect(JSON.stringify(told.at(-1))).toContain(third);
  });

  test('an end that comes earlier releases what is held at once', async () => {
    const own = await ownHook('/own');
    await setOwn(nowQuiet());
    await Promise.all([put('one'), put('two')]);
    await settled('/own');
    expect(await heldAt(own)).toBe(2);
    expect((await ask(server, 'GET /v1/me/quiet-hours', { token: team.token('approver') })).json).toEqual({
      hours: nowQuiet(),
    });
    await setOwn(null);
    expect(await settled('/own')).toMatchObject([{ waiting: 2 }]);
    expect((await ask(server, 'GET /v1/me/quiet-hours', { token: team.token('approver') })).json).toEqual({
      hours: null,
    });
  });

  test('concern nobody else', async () => {
    await ownHook('/own');
    const other = await hook('/other', { person: team.people['owner']?.person });
    await ask(server, `POST /v1/me/hooks/${other}/confirm`, { token: team.token('owner') });
    await setOwn(nowQuiet());
    await put('one');
    expect(await settled('/other')).toHaveLength(1);
    expect(await settled('/own')).toEqual([]);
    expect((await ask(server, 'GET /v1/me/quiet-hours', { token: team.token('owner') })).json).toEqual({
      hours: null,
    });
    // An admin does not see them either.
    const listed = await ask(server, 'GET /v1/hooks', { token: team.token('admin') });
    expect(listed.json.hooks.map((each: { quiet: unknown }) => each.quiet)).toEqual([null, null]);
  });
});

test('what becomes due while others are looked at is not sent before it was looked at itself', async () => {
  const own = await ownHook('/own');
  await setOwn(nowQuiet());
  const id = await put('one');
  await settled('/own');
  const insert = (): Promise<unknown> =>
    inspect(server.databaseUrl, 'insert into deliveries (organisation, hook, approval) values ($1, $2, $3)', [
      team.organisation,
      own,
      id,
    ]);
  const claims: string[] = [];
  const database: Database = {
    ...server.database,
    asOrganisation: (organisation, work) =>
      server.database.asOrganisation(organisation, (on) =>
        work({
          ...on,
          query: async (statement) => {
            if (statement.name?.startsWith('claim-deliveries') && organisation === team.organisation) {
              claims.push(organisation);
              await insert();
            }
            return await on.query(statement);
          },
        }),
      ),
  };
  const options = {
    ...server.settings,
    publicUrl: server.url,
    mailFrom: 'permesso@localhost',
    channels: ownChannels,
    holding: { hold: holdQuiet, load: loadHeld },
  };
  const send = vi.fn<Send>(() => Promise.reject(new Error('nothing is sent in quiet hours')));
  // The server itself may be quicker to look.
  while (claims.length === 0) {
    await insert();
    await deliverDue({ ...options, database, send, now: clock });
  }
  expect(send).not.toHaveBeenCalled();
  expect(await settled('/own')).toEqual([]);
});

describe('a target of the organisation', () => {
  const setHook = (id: string, hours: object | null, who = 'admin'): Promise<Answered> =>
    ask(server, `PUT /v1/hooks/${id}/quiet-hours`, { token: team.token(who), body: { hours } });

  test('has quiet hours of its own, in which machines are told of later as well', async () => {
    const id = await hook('/team');
    expect((await setHook(id, nowQuiet())).status).toBe(204);
    const look = (): Promise<void> =>
      sweepMachines({
        ...server.settings,
        database: server.database,
        hints: { give: () => undefined, on: () => undefined, stop: async () => undefined },
        now: Date.now,
        silentHours: 72,
      });
    const others = await Promise.all([
      enrol(server, team.enrolment, 'well again'),
      enrol(server, team.enrolment, 'fallen'),
    ]);
    const report = (who: TestAgent, change: object): Promise<unknown> =>
      who.ask('POST /v1/agent/report', { body: machineReport(change), at: clock() });
    const unhooked = { hosts: [reportedHost({ hook: 'missing' })] };
    for (const each of others) await report(each, unhooked);
    await look();
    for (const each of others.slice(0, 1)) await report(each, {});
    await look();
    await inspect(
      server.databaseUrl,
      `update machine_alerts set well_since = well_since - interval '11 minutes'`,
    );
    await look();
    await put('one');
    await put('two');
    await settled('/team');
    expect(await heldAt(id)).toBe(4);
    ahead += 3 * hour;
    const told = await settled('/team');
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ waiting: 2, changes: [{ machine: 'fallen', event: 'fell' }] });
  });

  test('of a person goes by that person, no matter who asks', async () => {
    const own = await ownHook('/own');
    expect((await setHook(own, nowQuiet())).status).toBe(404);
    const id = await hook('/team');
    for (const who of ['approver', 'author', 'viewer', 'owner'])
      expect((await setHook(id, null, who)).status).toBe(403);
    await put('one');
    expect(await settled('/own')).toHaveLength(1);
  });

  test.each([
    ['hours that never end', { windows: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '00:00' }] }, 422],
    ['no such zone', { zone: 'Europe/Nowhere' }, 422],
    ['no time', { windows: [{ days: [1], from: '24:00', to: '07:00' }] }, 400],
    ['no day', { windows: [{ days: [8], from: '22:00', to: '07:00' }] }, 400],
    ['nothing', { windows: [] }, 400],
  ])('%s is refused', async (_what, change, status) => {
    expect((await setHook(await hook('/team'), nowQuiet(change))).status).toBe(status);
  });
});
