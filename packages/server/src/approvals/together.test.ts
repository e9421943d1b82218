import { expect, test } from 'vitest';
import {
  ask,
  createTeam,
  enrol,
  inspect,
  type Answered,
  type Team,
  type TestAgent,
  type TestServer,
} from '../../test/harness.ts';
import { onServer } from '../../test/on-server.ts';
import { question } from '../../test/question.ts';

let server: TestServer;
let team: Team;
let other: Team;
let agents: readonly TestAgent[];

onServer(async (made) => {
  server = made;
  team = await createTeam(server, 'many', { second: ['approver'] });
  other = await createTeam(server, 'others');
  agents = await Promise.all(Array.from({ length: 10 }, () => enrol(server, team.enrolment)));
});

const digest = 'a digest of the question';
const count = 60;

function put(at: number, callKey = `call ${at}`): Promise<Answered> {
  return (agents[at % agents.length] as TestAgent).ask('POST /v1/agent/approvals', {
    body: question({ callKey }),
  });
}

function answer(id: string, who: string, verdict: string, by = team): Promise<Answered> {
  return ask(server, `POST /v1/approvals/${id}/answer`, { token: by.token(who), body: { digest, verdict } });
}

function use(id: string, at: number, name: string): Promise<Answered> {
  const body = { callKey: `call ${at}`, digest, use: name };
  return (agents[at % agents.length] as TestAgent).ask(`POST /v1/agent/approvals/${id}/use`, { body });
}

test('many at once: each is opened once, settled one way, and used once', async () => {
  // Each three times: they join, also within one statement.
  const asked = await Promise.all(Array.from({ length: count * 3 }, (_, at) => put(at % count)));
  const ids = asked.slice(0, count).map(({ json }) => json.id as string);
  expect(asked.filter(({ status }) => status === 201)).toHaveLength(count);
  expect(new Set(asked.map(({ json }) => json.id)).size).toBe(count);
  const joined = await inspect<{ joined: number }>(server.databaseUrl, 'select joined from approvals');
  expect(joined.map((row) => row.joined)).toEqual(Array.from({ length: count }, () => 2));

  // Two people, both ways; a stranger and one who may only look are between them.
  const answers = await Promise.all(
    ids.flatMap((id, at) => [
      answer(id, 'approver', at % 2 === 0 ? 'allow' : 'deny'),
      answer(id, 'second', at % 2 === 0 ? 'deny' : 'allow'),
      answer(id, 'approver', 'allow', other),
      answer(id, 'viewer', 'allow'),
    ]),
  );
  const statuses = (of: number): readonly number[] =>
    answers.filter((_, at) => at % 4 === of).map(({ status }) => status);
  expect(new Set(statuses(2))).toEqual(new Set([404]));
  expect(new Set(statuses(3))).toEqual(new Set([403]));
  for (const at of ids.keys())
    expect([statuses(0)[at], statuses(1)[at]].toSorted((a, b) => Number(a) - Number(b))).toEqual([200, 409]);

  const uses = await Promise.all(ids.flatMap((id, at) => ['a', 'b', 'a'].map((name) => use(id, at, name))));
  const rows = await inspect<{ id: string; state: string; use_key: string | null; votes: number }>(
    server.databaseUrl,
    `select a.id, a.state, a.use_key, (select count(*)::int from votes v where v.approval = a.id and v.counted) as votes
     from approvals a`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const [at, id] of ids.entries()) {
    const row = byId.get(id);
    expect(row?.votes).toBe(1);
    const replies = uses.slice(at * 3, at * 3 + 3).map(({ status }) => status);
    const name = row?.use_key;
    // Of two uses with one name both are told, of two names only one.
    expect([row?.state, replies]).toEqual(
      row?.state === 'denied'
        ? ['denied', [409, 409, 409]]
        : ['consumed', name === 'a' ? [200, 409, 200] : [409, 200, 409]],
    );
  }
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['denied', 'consumed']));
});

test('what one sends that cannot be stored fails nobody else', async () => {
  const found = await Promise.all(
    Array.from({ length: 30 }, (_, at) => put(at, at === 7 ? `\ud800 ${at}` : `another call ${at}`)),
  );
  expect(found.filter(({ status }) => status === 201).length).toBeGreaterThanOrEqual(29);
  expect(found.every(({ status }) => status < 500)).toBe(true);
});

test('an agent near its limit opens as many as it has room for, and joins what waits already', async () => {
  const agent = await enrol(server, team.enrolment);
  const putAll = (keys: readonly string[]): Promise<readonly Answered[]> =>
    Promise.all(
      keys.map((callKey) => agent.ask('POST /v1/agent/approvals', { body: question({ callKey }) })),
    );
  const waiting = Array.from({ length: 98 }, (_, at) => `waiting ${at}`);
  expect(new Set((await putAll(waiting)).map(({ status }) => status))).toEqual(new Set([201]));
  // In one group or several: four that wait already take no room from four new ones, of which two have room.
  const again = waiting.slice(0, 4);
  const fresh = ['new 1', 'new 2', 'new 3', 'new 4'];
  const answers = await putAll([...again, ...fresh, ...again]);
  const statuses = answers.map(({ status }) => status);
  expect(statuses.slice(0, 4)).toEqual([200, 200, 200, 200]);
  expect(statuses.slice(8)).toEqual([200, 200, 200, 200]);
  expect(statuses.slice(4, 8).toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409]);
  const [open] = await inspect<{ count: number }>(
    server.databaseUrl,
    "select count(*)::int as count from approvals where agent = $1 and state = 'pending'",
    [agent.id],
  );
  expect(open?.count).toBe(100);
});
