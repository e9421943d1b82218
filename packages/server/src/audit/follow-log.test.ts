import { expect, test } from 'vitest';
import { emptyTail, type Tail } from '@permesso/protocol/entry';
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
import { readLogFrom, type LoggedBatch } from './follow-log.ts';

let server: TestServer;
let team: Team;
let agents: readonly TestAgent[];

onServer(async (made) => {
  server = made;
  team = await createTeam(server, 'followed');
  agents = await Promise.all(Array.from({ length: 8 }, () => enrol(server, team.enrolment)));
});

const tails = new Map<string, Tail>();
const sent: string[] = [];

async function sendSome(agent: TestAgent, count: number): Promise<void> {
  const { lines, tail } = makeLines(count, tails.get(agent.id) ?? emptyTail);
  tails.set(agent.id, tail);
  const { status } = await agent.ask('POST /v1/agent/entries', { bytes: Buffer.from(lines.join('')) });
  expect(status).toBe(200);
  sent.push(...lines.map((line) => `${agent.id} ${line.trim()}`));
}

function asTeam<T>(work: Parameters<typeof server.database.asOrganisation<T>>[1]): Promise<T> {
  return server.database.asOrganisation(team.organisation, work);
}

test('a reader that goes from leaf to leaf while agents send misses nothing and reads nothing twice', async () => {
  const agentsAre = { done: false };
  const sending = Promise.all(
    agents.map(async (agent) => {
      for (let round = 0; round < 12; round++) await sendSome(agent, 1 + (round % 3));
    }),
  ).finally(() => {
    agentsAre.done = true;
  });
  const read: LoggedBatch[] = [];
  let leaf = 0;
  const readOn = async (): Promise<void> => {
    const page = await asTeam((on) => readLogFrom(on, { leaf, most: 7 }));
    read.push(...page.batches);
    leaf = page.next;
  };
  while (!agentsAre.done) await readOn();
  await sending;
  await expect
    .poll(
      async () => {
        await readOn();
        return read.reduce((sum, { entries }) => sum + entries.length, 0);
      },
      { timeout: 20_000 },
    )
    .toBe(sent.length);
  // Between them are leaves of acts.
  const leaves = read.map((batch) => batch.leaf);
  expect(leaves).toEqual([...new Set(leaves)].toSorted((a, b) => a - b));
  const lines = read.flatMap(({ agent, entries }) => entries.map(({ line }) => `${agent} ${line}`));
  expect(lines.toSorted()).toEqual(sent.toSorted());
});

test('a page holds whole batches, and at least one', async () => {
  await sendSome(agents[0] as TestAgent, 50);
  const last = async (): Promise<LoggedBatch | undefined> => {
    const { batches } = await asTeam((on) => readLogFrom(on, { leaf: 0, most: 100_000 }));
    return batches.at(-1);
  };
  await expect.poll(async () => (await last())?.entries.length, { timeout: 20_000 }).toBe(50);
  const { leaf = 0 } = (await last()) ?? {};
  const page = await asTeam((on) => readLogFrom(on, { leaf, most: 1 }));
  expect(page.batches.map(({ entries }) => entries.length)).toEqual([50]);
  expect(page.next).toBe(leaf + 1);
  expect(await asTeam((on) => readLogFrom(on, { leaf: page.next, most: 1 }))).toEqual({
    batches: [],
    next: page.next,
  });
});

test('another organisation has a log of its own', async () => {
  const other = await createTeam(server, 'other-followed');
  const found = await server.database.asOrganisation(other.organisation, (on) =>
    readLogFrom(on, { leaf: 0, most: 10 }),
  );
  expect(found).toEqual({ batches: [], next: 0 });
});

test('batches and their entries have one time of receipt', async () => {
  const apart = await inspect(
    server.databaseUrl,
    `select b.id from batches b join events e on e.agent = b.agent and e.seq between b.first_seq and b.last_seq
     where e.received_at <> b.received_at`,
  );
  expect(apart).toEqual([]);
});
