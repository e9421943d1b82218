import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTeam, enrol, inspect, startTestServer, type TestServer } from '../harness.ts';
import { check } from './check.ts';
import { asking, shipping } from './clients.ts';
import { newSeen } from './seen.ts';

let server: TestServer;
const seen = newSeen();

beforeAll(async () => {
  server = await startTestServer();
  const team = await createTeam(server, 'checked', { second: ['approver'] });
  let isOver = false;
  const options = {
    seen,
    url: () => server.url,
    databaseUrl: () => server.databaseUrl,
    over: () => isOver,
    random: Math.random,
  };
  const tokens = [team.token('approver'), team.token('second')];
  const clients = Promise.all([
    shipping(await enrol(server, team.enrolment), options),
    asking(await enrol(server, team.enrolment), tokens, options),
  ]);
  await vi.waitUntil(isEnough, { timeout: 120_000, interval: 100 });
  isOver = true;
  await clients;
});

afterAll(() => server.end());

function isEnough(): boolean {
  const states = [...seen.overdue.values()];
  return seen.used.size > 3 && states.includes('pending') && states.includes('approved');
}

/** What the checker says while something is so, and that it says nothing when it is undone. */
async function whileSo(
  { so, undo }: { readonly so: string; readonly undo: string },
  values: unknown[] = [],
): Promise<readonly string[]> {
  await inspect(server.databaseUrl, so, values);
  const { wrong } = await check(server.databaseUrl, seen);
  await inspect(server.databaseUrl, undo, values);
  expect((await check(server.databaseUrl, seen)).wrong).toEqual([]);
  return wrong;
}

const anyUsed = (): string => [...seen.used.keys()][0] ?? '';

test('it finds nothing wrong where nothing is', async () => {
  const found = await check(server.databaseUrl, seen);
  expect(found.wrong).toEqual([]);
  expect(found.acknowledged).toBeGreaterThan(0);
  expect(found.events).toBeGreaterThanOrEqual(found.acknowledged);
  expect([found.usedOnce > 0, found.overdue > 0]).toEqual([true, true]);
});

test('an event that is there twice', async () => {
  const wrong = await whileSo({
    so: 'insert into events select * from events where seq = 5',
    undo: 'delete from events where ctid = (select max(ctid) from events where seq = 5)',
  });
  expect(wrong).toEqual([expect.stringMatching(/: \d+ rows, \d+ entries, up to \d+$/)]);
});

test('an event that is gone: in the middle, and at the end', async () => {
  await inspect(server.databaseUrl, 'create table kept as select * from events where seq = 7 or seq > 10');
  const back = 'insert into events select * from kept where seq';
  const middle = await whileSo({ so: 'delete from events where seq = 7', undo: `${back} = 7` });
  expect(middle).toEqual([expect.stringMatching(/rows/), expect.stringMatching(/batches/)]);
  const end = await whileSo({ so: 'delete from events where seq > 10', undo: `${back} > 10` });
  expect(end).toEqual([
    expect.stringMatching(/was acknowledged and is not there/),
    expect.stringMatching(/batches/),
  ]);
});

test('an event that no batch vouches for', async () => {
  const wrong = await whileSo({
    so: 'update batches set first_seq = first_seq + 1 where first_seq = 1',
    undo: 'update batches set first_seq = first_seq - 1 where first_seq = 2',
  });
  expect(wrong).toEqual([expect.stringMatching(/: \d+ entries, and batches of \d+$/)]);
});

test('a question that is gone', async () => {
  const unknown = '00000000-0000-4000-8000-000000000000';
  const { wrong } = await check(server.databaseUrl, { ...seen, asked: new Set([unknown]) });
  expect(wrong).toEqual([`question ${unknown} was accepted and is not there`]);
});

test('a yes that was given to two', async () => {
  const used = new Map([...seen.used, [anyUsed(), new Set(['one', 'two'])]]);
  const { wrong } = await check(server.databaseUrl, { ...seen, used });
  expect(wrong).toEqual([`question ${anyUsed()} was used 2 times`]);
});

test('a yes that was used and that the database does not know to be used', async () => {
  const wrong = await whileSo(
    {
      so: "update approvals set state = 'approved' where id = $1",
      undo: "update approvals set state = 'consumed' where id = $1",
    },
    [anyUsed()],
  );
  expect(wrong).toEqual([`question ${anyUsed()} was used and is approved`]);
});

test('an answer both ways, and one that was settled twice', async () => {
  const [other] = await inspect<{ person: string }>(
    server.databaseUrl,
    'select id as person from people where id not in (select person from votes where approval = $1) limit 1',
    [anyUsed()],
  );
  const values = [anyUsed(), other?.person];
  const wrong = await whileSo(
    {
      so: `insert into votes (organisation, approval, person, verdict, answer, via, at, counted)
       select organisation, id, $2::uuid, 'deny', '{}', 'test', asked_at, true from approvals where id = $1`,
      undo: 'delete from votes where approval = $1 and person = $2::uuid',
    },
    values,
  );
  expect(wrong).toEqual([`question ${anyUsed()} was answered both ways`]);
  const counted = new Map([...seen.counted, [anyUsed(), ['approved', 'approved']]]);
  const twice = await check(server.databaseUrl, { ...seen, counted });
  expect(twice.wrong).toEqual([`question ${anyUsed()} was settled 2 times`]);
});

test('a yes without anybody who said it', async () => {
  const wrong = await whileSo(
    {
      so: "update votes set counted = false where approval = $1 and verdict = 'allow'",
      undo: "update votes set counted = true where approval = $1 and verdict = 'allow' and at < (select settled_at from approvals where id = $1)",
    },
    [anyUsed()],
  );
  expect(wrong).toEqual([`question ${anyUsed()} is consumed and nobody said so`]);
});

test('an answer and a use after their time', async () => {
  const late = await whileSo(
    {
      so: "update approvals set expires_at = expires_at - interval '1 day' where id = $1",
      undo: "update approvals set expires_at = expires_at + interval '1 day' where id = $1",
    },
    [anyUsed()],
  );
  expect(late).toEqual([`question ${anyUsed()} was answered after its time`]);
  const used = await whileSo(
    {
      so: "update approvals set use_before = use_before - interval '1 day' where id = $1",
      undo: "update approvals set use_before = use_before + interval '1 day' where id = $1",
    },
    [anyUsed()],
  );
  expect(used).toEqual([`question ${anyUsed()} was used after its time`]);
});

test('something that was over and was honoured', async () => {
  const overdue = new Map([...seen.overdue, [anyUsed(), 'approved' as const]]);
  const { wrong } = await check(server.databaseUrl, { ...seen, overdue });
  expect(wrong).toEqual([
    `question ${anyUsed()} was over while approved and is consumed`,
    `question ${anyUsed()} was over while approved and was used`,
  ]);
});
