import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { emptyTail } from '@permesso/protocol/entry';
import {
  createTeam,
  enrol,
  inspect,
  type Team,
  type TestAgent,
  type TestServer,
} from '../../test/harness.ts';
import { makeLines } from '../../test/lines.ts';
import { onServer } from '../../test/on-server.ts';
import { createIngest, type Ingest } from './ingest.ts';
import { readBatch } from './read-batch.ts';

let server: TestServer;
let team: Team;

onServer(async (made) => {
  server = made;
  team = await createTeam(server, 'many');
});

const count = 30;
let agents: readonly TestAgent[];
/** The last line of each agent that was stored. */
const tails = new Map<string, Parameters<typeof makeLines>[1]>();
let ingest: Ingest;

beforeAll(async () => {
  agents = await Promise.all(Array.from({ length: count }, () => enrol(server, team.enrolment)));
  ingest = createIngest({ database: server.database, now: Date.now, batchesTogether: 100 });
  await Promise.all(agents.map((agent) => sendNext(agent)));
});

async function sendNext(agent: TestAgent, entries = 1): Promise<unknown> {
  const { lines, tail } = makeLines(entries, tails.get(agent.id) ?? emptyTail);
  const batch = await readBatch(Buffer.from(lines.join('')), undefined);
  const { organisation, project } = team;
  const caller = { kind: 'agent', organisation, project, agent: agent.id, owner: '' } as const;
  const stored = await ingest(batch, { caller, acceptGap: false });
  tails.set(agent.id, tail);
  return stored;
}

async function lastBatches(): Promise<readonly { agent: string; xmin: string; last: number }[]> {
  return await inspect(
    server.databaseUrl,
    `select distinct on (agent) agent, xmin::text, last_seq::int as last from batches order by agent, id desc`,
  );
}

/** Refuses every batch of one agent: when the row is written, or only at the commit. */
async function refuse(agent: string, when: 'at once' | 'at commit'): Promise<() => Promise<unknown>> {
  const kind = when === 'at once' ? 'trigger' : 'constraint trigger';
  const deferred = when === 'at once' ? '' : 'deferrable initially deferred';
  await inspect(
    server.databaseUrl,
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`,
  );
  await inspect(
    server.databaseUrl,
    `create ${kind} refused after insert on batches ${deferred} for each row
     when (new.agent = '${agent}') execute function refuse()`,
  );
  return () => inspect(server.databaseUrl, 'drop function refuse cascade');
}

test('batches of many agents that come together are stored by few transactions, each after its own head', async () => {
  const results = await Promise.all(agents.map((agent) => sendNext(agent)));
  expect(results).toEqual(agents.map(() => ({ seq: 2, stored: 1, findings: [] })));
  const rows = await lastBatches();
  expect(rows.map(({ last }) => last)).toEqual(agents.map(() => 2));
  expect(new Set(rows.map(({ xmin }) => xmin)).size).toBeLessThanOrEqual(3);
});

test('several batches of one agent in one transaction follow each other', async () => {
  const [agent] = agents;
  if (agent === undefined) throw new Error('no agent');
  const before = tails.get(agent.id);
  const { lines, tail } = makeLines(6, before);
  const { organisation, project } = team;
  const caller = { kind: 'agent', organisation, project, agent: agent.id, owner: '' } as const;
  const pieces = await Promise.all(
    [lines.slice(0, 2), lines.slice(4), lines.slice(2, 4), lines.slice(0, 6)].map((piece) =>
      readBatch(Buffer.from(piece.join('')), undefined),
    ),
  );
  const start = before?.seq ?? 0;
  expect(await Promise.all(pieces.map((batch) => ingest(batch, { caller, acceptGap: false })))).toEqual([
    { seq: start + 2, stored: 2, findings: [] },
    { expected: start + 3 },
    { seq: start + 4, stored: 2, findings: [] },
    { seq: start + 6, stored: 2, findings: [] },
  ]);
  tails.set(agent.id, tail);
});

describe('one bad batch', () => {
  test.each(['at once', 'at commit'] as const)(
    'that the database refuses %s fails alone; nobody is told before the commit',
    async (when) => {
      const bad = agents[7];
      const before = await lastBatches();
      const restore = await refuse(bad?.id ?? '', when);
      const settled = await Promise.allSettled(agents.map((agent) => sendNext(agent)));
      await restore();
      expect(settled.flatMap(({ status }, at) => (status === 'rejected' ? [at] : []))).toEqual([7]);
      expect((await lastBatches()).map(({ last }) => last)).toEqual(
        before.map(({ agent, last }) => (agent === bad?.id ? last : last + 1)),
      );
      // It goes on where it was.
      expect(await sendNext(bad as TestAgent)).toMatchObject({ stored: 1, findings: [] });
    },
  );

  test('of an agent whose head somebody else holds delays nobody, and is stored when the head is free', async () => {
    const held = agents[3] as TestAgent;
    const other = new pg.Client({ connectionString: server.databaseUrl });
    await other.connect();
    try {
      await other.query('begin');
      await other.query('select 1 from permesso.agent_heads where agent = $1 for update', [held.id]);
      let isStored = false;
      const waiting = sendNext(held).then((stored) => {
        isStored = true;
        return stored;
      });
      await Promise.all(agents.filter((agent) => agent !== held).map((agent) => sendNext(agent)));
      expect(isStored).toBe(false);
      await other.query('commit');
      expect(await waiting).toMatchObject({ stored: 1 });
    } finally {
      await other.end();
    }
  });
});

test('a large batch goes in a transaction of its own', async () => {
  const large = agents[11] as TestAgent;
  await Promise.all(agents.map((agent) => sendNext(agent, agent === large ? 3000 : 1)));
  const rows = await lastBatches();
  const of = rows.find(({ agent }) => agent === large.id)?.xmin;
  expect(rows.filter(({ xmin }) => xmin === of)).toHaveLength(1);
});

test('rows, batches and heads agree', async () => {
  const wrong = await inspect(
    server.databaseUrl,
    `select h.agent from agent_heads h
     where h.seq <> (select count(*) from events e where e.agent = h.agent)
        or h.seq <> (select sum(last_seq - first_seq + 1) from batches b where b.agent = h.agent)`,
  );
  expect(wrong).toEqual([]);
});

test('a thousand agents that send for the first time, all at once: their chains begin together and nobody is refused', async () => {
  const made = await inspect<{ id: string }>(
    server.databaseUrl,
    `insert into agents (organisation, project, owner, name, public_key)
     select $1, $2, $3, 'new', decode(md5(n::text) || md5(n::text), 'hex') from generate_series(1, 1000) as n returning id`,
    [team.organisation, team.project, team.people['owner']?.person],
  );
  const { lines } = makeLines(1);
  const batch = await readBatch(Buffer.from(lines.join('')), undefined);
  const { organisation, project } = team;
  let transactions = 0;
  const counted = createIngest({
    database: {
      ...server.database,
      asIngest: (id, work) => {
        transactions += 1;
        return server.database.asIngest(id, work);
      },
    },
    now: Date.now,
    batchesTogether: 100,
  });
  const replies = await Promise.all(
    made.map(({ id }) =>
      counted(batch, {
        caller: { kind: 'agent', organisation, project, agent: id, owner: '' },
        acceptGap: false,
      }),
    ),
  );
  expect(replies.every((reply) => 'stored' in reply && reply.seq === 1 && reply.stored === 1)).toBe(true);
  expect(transactions).toBeLessThan(100);
  const [begun] = await inspect<{ heads: number }>(
    server.databaseUrl,
    'select count(*)::int as heads from agent_heads where seq = 1 and agent = any($1::uuid[])',
    [made.map(({ id }) => id)],
  );
  expect(begun?.heads).toBe(1000);
});
