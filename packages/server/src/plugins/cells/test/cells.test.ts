import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { emptyTail, type Tail } from '@permesso/protocol/entry';
import { type Evidence, evidenceProblems } from '@permesso/protocol/proof';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runServeCommand } from '../../../command.ts';
import { moveOrganisation, moveSteps, settleMove, type Move } from '../move-organisation.ts';
import { movedTables } from '../moved-tables.ts';
import { serve } from '../../../serve.ts';
import { countDifferences } from '../../../../test/count-differences.ts';
import {
  ask,
  createTeam,
  createTestDatabase,
  enrol,
  startTestServer,
  type Answered,
  type Team,
  type TestAgent,
  type TestDatabase,
  type TestServer,
} from '../../../../test/harness.ts';
import { makeLines } from '../../../../test/lines.ts';
import { publish } from '../../../../test/publish.ts';

let server: TestServer;
let second: TestDatabase;
let team: Team;
let other: Team;
let agent: TestAgent;
let move: Move;
let back: Move;

beforeEach(async () => {
  second = await createTestDatabase();
  server = await startTestServer({ settings: { cells: [{ name: 'second', url: second.url }] } });
  team = await createTeam(server, 'acme');
  other = await createTeam(server, 'other');
  agent = await enrol(server, team.enrolment);
  const main = { name: 'main', url: server.databaseUrl };
  const target = { name: 'second', url: second.url };
  move = { organisation: team.organisation, source: main, target };
  back = { organisation: team.organisation, source: target, target: main };
});

afterEach(async () => {
  await server.end();
  await second.drop();
});

/** An agent that sends one batch after the other, each until it is acknowledged, as the real one does. */
function sender(by: TestAgent): {
  readonly batch: (count: number) => Promise<void>;
  readonly sent: () => number;
  readonly refused: () => readonly number[];
} {
  let tail: Tail = emptyTail;
  const refused: number[] = [];
  return {
    batch: async (count) => {
      const made = makeLines(count, tail);
      const bytes = Buffer.from(made.lines.join(''));
      await expect
        .poll(async () => {
          const { status } = await by.ask('POST /v1/agent/entries', { bytes });
          if (status !== 200) refused.push(status);
          return status;
        })
        .toBe(200);
      tail = made.tail;
    },
    sent: () => tail.seq,
    refused: () => refused,
  };
}

/** As who moves organisations: sees the rows of this one, wherever they are. */
async function asMover<R extends pg.QueryResultRow>(url: string, text: string): Promise<readonly R[]> {
  const options = `-c search_path=permesso -c role=permesso_mover -c permesso.organisation=${team.organisation}`;
  const client = new pg.Client({ connectionString: url, options });
  await client.connect();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Sequence numbers of the organisation's entries in one database, in order. */
async function stored(url: string): Promise<readonly number[]> {
  const rows = await asMover<{ readonly seq: string }>(url, 'select seq from events order by seq');
  return rows.map(({ seq }) => Number(seq));
}

const policy = (denied: string): string => `deny: [${denied}]\ntests: [{ call: Bash(rm x), expect: deny }]\n`;
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at + 1);
const me = (of: Team): Promise<Answered> => ask(server, 'GET /v1/me', { token: of.token('admin') });

describe('an organisation moves', () => {
  test('while its agent sends: nothing lost, nothing twice, and it is told nothing but to try again', async () => {
    const own = sender(agent);
    await own.batch(20);
    const over = new AbortController();
    const sending = (async () => {
      while (!over.signal.aborted) await own.batch(3);
    })();
    const { rows } = await moveOrganisation(move);
    expect(rows).toBeGreaterThan(20);
    over.abort();
    await sending;
    await own.batch(5);
    expect(own.refused().filter((status) => status !== 503)).toEqual([]);
    expect(await stored(second.url)).toEqual(upTo(own.sent()));
    expect(await stored(server.databaseUrl)).toEqual([]);
    expect(await countDifferences(second.url)).toEqual([]);
  });

  test('and people, policies, proofs and serials come with it', async () => {
    await publish(server, team, { text: policy('Bash(rm:*)') });
    const own = sender(agent);
    await own.batch(10);
    const evidence = async (since?: number): Promise<Evidence | undefined> => {
      const { status, json } = await agent.ask(
        `GET /v1/agent/evidence${since === undefined ? '' : `?since=${since}`}`,
      );
      return status === 200 ? (json as Evidence) : undefined;
    };
    const covered = async (): Promise<number> => (await evidence())?.batches.at(-1)?.last ?? 0;
    await expect.poll(covered).toBe(10);
    const before = (await evidence()) as Evidence;
    const manifest = await ask(server, `GET /v1/bundles/${agent.channel}`);
    await moveOrganisation(move);
    expect(await me(team)).toMatchObject({ status: 200 });
    expect((await evidence())?.checkpoint).toEqual(before.checkpoint);
    expect((await ask(server, `GET /v1/bundles/${agent.channel}`)).json).toEqual(manifest.json);
    await own.batch(10);
    await expect.poll(covered).toBe(20);
    // The log there continues the one that was proven here.
    const after = (await evidence(before.checkpoint.size)) as Evidence;
    expect(evidenceProblems(before, agent.organisationKey)).toEqual([]);
    const proof = after.consistency?.proof ?? [];
    const continued = { ...after, consistency: { from: before.checkpoint, proof } };
    expect(evidenceProblems(continued, agent.organisationKey)).toEqual([]);
    await publish(server, team, { text: policy('Bash(rm:*), Bash(dd:*)') });
    expect(await me(other)).toMatchObject({ status: 200 });
  });

  test('and back again, with numbers that go on', async () => {
    const own = sender(agent);
    await own.batch(5);
    await moveOrganisation(move);
    await own.batch(5);
    await moveOrganisation(back);
    await own.batch(5);
    expect(await stored(server.databaseUrl)).toEqual(upTo(15));
    expect(await stored(second.url)).toEqual([]);
  });

  test('and a server that does not know the other cell refuses it, with a word to come again', async () => {
    await sender(agent).batch(5);
    const { cells: _cells, ...alone } = server.settings;
    const stale = await serve(alone);
    try {
      await moveOrganisation(move, {
        onStep: async (step) => {
          if (step !== 'departing') return;
          const bytes = Buffer.from(makeLines(1).lines.join(''));
          const answer = await agent.askAt(stale.url, 'POST /v1/agent/entries', { bytes });
          expect(answer.status).toBe(503);
          expect(answer.headers.get('retry-after')).toBe('1');
        },
      });
    } finally {
      await stale.stop();
    }
  });
});

test('a role that row-level security does not hold moves and removes nothing', async () => {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    await expect(movedTables(client)).rejects.toThrow('row-level security does not hold this role');
  } finally {
    await client.end();
  }
});

describe('a mover that is killed', () => {
  test.each(moveSteps)('after "%s" leaves the organisation in exactly one cell', async (step) => {
    const own = sender(agent);
    await own.batch(10);
    const mover = spawn(
      process.execPath,
      [
        '--conditions=@permesso/source',
        join(import.meta.dirname, 'move-until.ts'),
        step,
        JSON.stringify(move),
      ],
      { stdio: 'inherit' },
    );
    const [, signal] = (await once(mover, 'exit')) as [number | null, string | null];
    expect(signal).toBe('SIGKILL');
    await own.batch(10);
    const hasMoved = step === 'arrived' || step === 'removed';
    const [home, away] = hasMoved ? [second.url, server.databaseUrl] : [server.databaseUrl, second.url];
    expect(await stored(home)).toEqual(upTo(20));
    await expect.poll(() => stored(away)).toEqual([]);
    expect(own.refused().filter((status) => status !== 503)).toEqual([]);
    expect(await me(team)).toMatchObject({ status: 200 });
    // It can be moved again, from wherever it is.
    await moveOrganisation(hasMoved ? back : move);
    await own.batch(5);
    expect(await stored(away)).toEqual(upTo(25));
  });

  test('is not followed while it lives', async () => {
    const held = moveOrganisation(move, {
      onStep: async (step) => {
        if (step === 'copied') expect(await settleMove(move)).toBe(false);
      },
    });
    await expect(held).resolves.toMatchObject({ rows: expect.any(Number) as number });
  });
});

describe('permesso serve move-organisation', () => {
  async function say(...operands: readonly string[]): Promise<string> {
    const said: string[] = [];
    await runServeCommand({
      operands: ['move-organisation', ...operands],
      roles: [],
      json: true,
      env: {
        DATABASE_URL: server.databaseUrl,
        PERMESSO_CELLS: `second=${second.url}`,
        PERMESSO_SECRET: 'a secret of thirty-two characters',
      },
      print: (text) => said.push(text),
      ended: new Promise(() => undefined),
    });
    return said.join('\n');
  }

  test('says where it was and where it is', async () => {
    expect(JSON.parse(await say('acme', 'second'))).toMatchObject({ from: 'main', to: 'second' });
    expect(await me(team)).toMatchObject({ status: 200 });
    await expect(say('acme', 'second')).rejects.toThrow('acme lives in the cell second already');
    await expect(say('acme', 'third')).rejects.toThrow('there is no cell third');
    await expect(say('nobody', 'second')).rejects.toThrow('nobody');
  });

  test('two at once: one moves it, the other is told', async () => {
    const both = await Promise.allSettled([moveOrganisation(move), moveOrganisation(move)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await me(team)).toMatchObject({ status: 200 });
  });
});
