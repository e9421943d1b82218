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
