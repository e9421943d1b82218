import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { emptyTail, type Tail } from '@permesso/protocol/entry';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { moveOrganisation, type Move } from '../move-organisation.ts';
import { openDatabase } from '../../../database/database.ts';
import { operator } from '../../../identity/operator.ts';
import { serve, type RunningServer } from '../../../serve.ts';
import { readSettings } from '../../../declared.ts';
import { createCluster, type Cluster } from '../../../../test/faults/cluster.ts';
import {
  ask,
  createTeam,
  enrol,
  inspect,
  type Answered,
  type Team,
  type TestAgent,
} from '../../../../test/harness.ts';
import { makeLines } from '../../../../test/lines.ts';
import { hasPgbouncer, startPgbouncer } from '../../../../test/pgbouncer.ts';
import { question } from '../../../../test/question.ts';

/** Cells as they are run: each a PostgreSQL of its own, with its own roles, the first one behind pgbouncer where there is one. */
let main: Cluster;
let second: Cluster;
let server: RunningServer;
let team: Team;
let agent: TestAgent;
let move: Move;
let teams = 0;
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  main = await createCluster();
  closing.push(main.remove);
  second = await createCluster();
  closing.push(second.remove);
  const pooled = new URL(main.url);
  if (hasPgbouncer) {
    const pooler = await startPgbouncer(main.url);
    closing.push(pooler.stop);
    pooled.port = String(pooler.port);
  }
  const settings = readSettings({
    DATABASE_URL: pooled.href,
    PERMESSO_DIRECT_URL: main.url,
    PERMESSO_CELLS: `second=${second.url}`,
    PERMESSO_SECRET: 'a secret of thirty-two characters',
    PERMESSO_PORT: '0',
  });
  const unlimited = { burst: 1e9, perSecond: 1e9 };
  server = await serve(settings, {
    log: pino({ level: 'silent' }),
    limits: { stranger: unlimited, caller: unlimited },
  });
  closing.push(server.stop);
}, 120_000);

afterAll(async () => {
  for (const close of closing.toReversed()) await close();
}, 60_000);

beforeEach(async () => {
  const { secret } = readSettings({
    DATABASE_URL: main.url,
    PERMESSO_SECRET: 'a secret of thirty-two characters',
  });
  const own = openDatabase({ url: main.url, connections: 2 });
  try {
    team = await createTeam(
      { url: server.url, operator: operator({ database: own, secret }) },
      `team-${++teams}`,
    );
  } finally {
    await own.close();
  }
  agent = await enrol(server, team.enrolment);
  move = {
    organisation: team.organisation,
    source: { name: 'main', url: main.url },
    target: { name: 'second', url: second.url },
  };
});

async function storedAt({ url }: Cluster): Promise<readonly number[]> {
  const rows = await inspect<{ seq: number }>(
    url,
    'select seq::int as seq from events where agent = $1 order by seq',
    [agent.id],
  );
  return rows.map(({ seq }) => seq);
}

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at + 1);

/** Sends batch after batch, each until it is acknowledged. */
function startSending(): { readonly end: () => Promise<number> } {
  const over = new AbortController();
  const sending = (async () => {
    let tail: Tail = emptyTail;
    while (!over.signal.aborted) {
      const made = makeLines(3, tail);
      const bytes = Buffer.from(made.lines.join(''));
      await expect
        .poll(async () => (await agent.ask('POST /v1/agent/entries', { bytes })).status, { timeout: 60_000 })
        .toBe(200);
      tail = made.tail;
    }
    return tail.seq;
  })();
  return {
    end: async () => {
      over.abort();
      return await sending;
    },
  };
}

interface Waiting {
  readonly id: string;
  readonly answered: Promise<Answered>;
}

async function startWaiting(callKey: string): Promise<Waiting> {
  const { json } = await agent.ask('POST /v1/agent/approvals', { body: question({ callKey }) });
  const id: string = json.id;
  return { id, answered: agent.ask(`GET /v1/agent/approvals/${id}?seconds=50`) };
}

const answer = (id: string): Promise<Answered> =>
  ask(server, `POST /v1/approvals/${id}/answer`, {
    token: team.token('approver'),
    body: { digest: 'a digest of the question', verdict: 'allow' },
  });

const use = (id: string, callKey: string, name: string): Promise<Answered> =>
  agent.ask(`POST /v1/agent/approvals/${id}/use`, {
    body: { callKey, digest: 'a digest of the question', use: name },
  });

async function expectApprovedOnce({ id, answered }: Waiting, callKey: string): Promise<void> {
  expect(await answer(id)).toMatchObject({ status: 200 });
  expect(await answered).toMatchObject({ status: 200, json: { state: 'approved' } });
  expect(await use(id, callKey, 'first')).toMatchObject({ status: 200 });
  expect((await use(id, callKey, 'first')).status).toBe(200);
  expect((await use(id, callKey, 'second')).status).toBe(409);
}

describe('an organisation moves to another cluster', { timeout: 120_000 }, () => {
  test('while its agent sends and waits for an answer, which comes after the move', async () => {
    const sending = startSending();
    const waiting = await startWaiting('across a move');
    await moveOrganisation(move);
    await expectApprovedOnce(waiting, 'across a move');
    const sent = await sending.end();
    expect(await storedAt(second)).toEqual(upTo(sent));
    expect(await storedAt(main)).toEqual([]);
  });

  test.each(['departing', 'arrived'])(
    'and its mover is killed after "%s" while an agent waits',
    async (step) => {
      const sending = startSending();
      const waiting = await startWaiting('a mover was killed');
      const program = ['--conditions=@permesso/source', join(import.meta.dirname, 'move-until.ts')];
      const mover = spawn(process.execPath, [...program, step, JSON.stringify(move)], { stdio: 'inherit' });
      expect((await once(mover, 'exit'))[1]).toBe('SIGKILL');
      await expectApprovedOnce(waiting, 'a mover was killed');
      const sent = await sending.end();
      const [home, away] = step === 'arrived' ? [second, main] : [main, second];
      expect(await storedAt(home)).toEqual(upTo(sent));
      await expect.poll(() => storedAt(away), { timeout: 30_000 }).toEqual([]);
    },
  );

  test('and the cluster that it moves to is lost on the way: it stays, and is served when that one is back', async () => {
    const sending = startSending();
    const waiting = await startWaiting('a cluster was lost');
    await expect(
      moveOrganisation(move, {
        onStep: async (step) => {
          if (step === 'copied') await second.crash();
        },
      }),
    ).rejects.toThrow(/connection/i);
    await second.start();
    await expect
      .poll(async () => (await ask(server, 'GET /v1/me', { token: team.token('admin') })).status, {
        timeout: 30_000,
      })
      .toBe(200);
    await expectApprovedOnce(waiting, 'a cluster was lost');
    const sent = await sending.end();
    expect(await storedAt(main)).toEqual(upTo(sent));
    expect(await storedAt(second)).toEqual([]);
  });
});
