import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { emptyTail, seal as sealEntry, type Tail } from '@permesso/protocol/entry';
import { countDifferences } from '../../test/count-differences.ts';
import {
  ask,
  createTeam,
  enrol,
  inspect,
  type Team,
  type TestAgent,
  type TestServer,
} from '../../test/harness.ts';
import { onServer } from '../../test/on-server.ts';
import { createIngest, type Ingest } from './ingest.ts';
import { joinDays } from './join-days.ts';
import { maintainPartitions } from './partitions.ts';
import { readBatch } from './read-batch.ts';

let server: TestServer;
let team: Team;
let agents: readonly TestAgent[];
let ingest: Ingest;

onServer(async (made) => {
  server = made;
  team = await createTeam(server, 'counted');
});

beforeAll(async () => {
  agents = await Promise.all(Array.from({ length: 3 }, () => enrol(server, team.enrolment)));
  ingest = createIngest({ database: server.database, now: Date.now, batchesTogether: 100 });
});

const odd = fc.oneof(
  fc.constantFrom('Bash', 'Read', '', 'a\tb\\N', 'line\nbreak', 'null \u0000 inside', 'x'.repeat(300)),
  fc.string({ unit: 'binary', maxLength: 250 }),
);
const entryOf = fc.record({
  type: fc.constantFrom('decision', 'decision', 'answer', 'start', 'mark'),
  verdict: fc.oneof(fc.constantFrom('allow', 'ask', 'deny'), fc.constant(undefined), fc.constant(7)),
  tool: fc.oneof(odd, fc.constant(undefined), fc.constant(null)),
  rule: fc.oneof(odd, fc.constant(undefined), fc.constant({ no: 'text' })),
});
type Made = typeof entryOf extends fc.Arbitrary<infer T> ? T : never;

const tails = new Map<string, Tail>();

/** As an agent might write it that is not ours. */
function linesOf(agent: string, made: readonly Made[]): readonly string[] {
  let tail = tails.get(agent) ?? emptyTail;
  const lines = made.map(({ type, verdict, tool, rule }) => {
    const sealed = sealEntry(
      new Map([
        ['type', JSON.stringify(type)],
        ['at', '"2026-01-01T00:00:00.000Z"'],
        ...(verdict === undefined ? [] : [['verdict', JSON.stringify(verdict)] as const]),
        ['call', JSON.stringify({ tool, input: {} })],
        ['receipt', JSON.stringify({ parts: [], rules: rule === undefined ? [] : [{ text: rule }] })],
      ]),
      tail,
    );
    tail = { seq: sealed.seq, hash: sealed.hash };
    return sealed.line;
  });
  tails.set(agent, tail);
  return lines;
}

async function send(agent: TestAgent, lines: readonly string[]): Promise<void> {
  const batch = await readBatch(Buffer.from(lines.join('')), undefined);
  const { organisation, project } = team;
  const caller = { kind: 'agent', organisation, project, agent: agent.id, owner: '' } as const;
  await ingest(batch, { caller, acceptGap: false });
}

describe('counts', () => {
  test('equal what counting gives, whatever agents send, and however often', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(2), fc.array(entryOf, { maxLength: 12 }), fc.boolean()), { maxLength: 8 }),
        async (batches) => {
          await Promise.all(
            batches.map(async ([at, made, isAgain]) => {
              const agent = agents[at] as TestAgent;
              const lines = linesOf(agent.id, made);
              await send(agent, lines);
              if (isAgain) await Promise.all([send(agent, lines), send(agent, lines)]);
            }),
          );
          expect(await countDifferences(server.databaseUrl)).toEqual([]);
        },
      ),
      { numRuns: 25 },
    );
    const [row] = await inspect<{ entries: number }>(
      server.databaseUrl,
      'select count(*)::int as entries from events',
    );
    expect(row?.entries).toBeGreaterThan(0);
  });

  test('by rule', async () => {
    const agent = await enrol(server, team.enrolment);
    const rules = ['Bash(npm test)', 'Bash(npm test)', 'Read(**)'];
    await send(
      agent,
      linesOf(
        agent.id,
        rules.map((rule) => ({ type: 'decision', verdict: 'ask', tool: 'by rule', rule })),
      ),
    );
    const rows = await inspect(
      server.databaseUrl,
      "select rule, sum(count)::int as count from entry_counts where tool = 'by rule' group by 1 order by 1",
    );
    expect(rows).toEqual([
      { rule: 'Bash(npm test)', count: 2 },
      { rule: 'Read(**)', count: 1 },
    ]);
  });

  test('a difference would be noticed', async () => {
    const change = 'update entry_counts set count = count + 1 where rule = $1 returning type';
    await inspect(server.databaseUrl, change, ['Read(**)']);
    expect(await countDifferences(server.databaseUrl)).toEqual([
      expect.stringMatching(/ 0 .*by rule: 0 entries, counted 1$/),
    ]);
    await inspect(server.databaseUrl, change.replace('+', '-'), ['Read(**)']);
    await inspect(server.databaseUrl, "update agent_counts set count = 9 where tool = 'by rule'");
    expect(await countDifferences(server.databaseUrl)).toEqual([
      expect.stringMatching(/ 0 .*by rule: 0 entries, counted 6$/),
    ]);
    await inspect(server.databaseUrl, "update agent_counts set count = 3 where tool = 'by rule'");
    const move = (by: number): Promise<unknown> =>
      inspect(
        server.databaseUrl,
        `update agent_counts set half_hours = array_fill(3, array[1], array[array_lower(half_hours, 1) + $1::int]) where tool = 'by rule'`,
        [by],
      );
    await move(-1);
    expect(await countDifferences(server.databaseUrl)).toHaveLength(2);
    await move(1);
    expect(await countDifferences(server.databaseUrl)).toEqual([]);
  });

  test('go with the days that retention drops', async () => {
    await inspect(server.databaseUrl, 'select permesso.add_events_partition(current_date - 31)');
    const back = "interval '31 days'";
    await inspect(
      server.databaseUrl,
      `insert into events select organisation, agent, seq + 1000000, received_at - ${back}, at, type, verdict, tool, session, line from events`,
    );
    for (const table of ['entry_counts', 'agent_counts']) {
      const columns =
        table === 'entry_counts' ? 'shard, project, type, verdict, tool, rule' : 'agent, verdict, tool';
      await inspect(
        server.databaseUrl,
        `insert into ${table} (organisation, day, ${columns}, count, half_hours) select organisation, day - 31, ${columns}, count, half_hours from ${table}`,
      );
    }
    expect(await countDifferences(server.databaseUrl)).toEqual([]);
    const [before] = await inspect<{ entries: number }>(
      server.databaseUrl,
      'select count(*)::int as entries from events',
    );
    expect(await maintainPartitions(server.database, { retentionDays: 30 })).toHaveLength(1);
    expect(await countDifferences(server.databaseUrl)).toEqual([]);
    const [after] = await inspect<{ entries: number }>(
      server.databaseUrl,
      'select count(*)::int as entries from events',
    );
    expect(after?.entries).toBe((before?.entries ?? 0) / 2);
  });

  test('of days that are over are joined, while others add to them', async () => {
    // Two days ago: yesterday is joined only when an hour of today is over.
    const then = Date.now() - 2 * 86_400_000;
    await inspect(server.databaseUrl, 'select permesso.add_events_partition(current_date - 2)');
    const late = createIngest({ database: server.database, now: () => then, batchesTogether: 1 });
    const { organisation, project } = team;
    const sent = async (agent: TestAgent): Promise<void> => {
      for (const verdict of ['allow', 'ask', 'deny', 'allow', 'ask'] as const) {
        const lines = linesOf(agent.id, [{ type: 'decision', verdict, tool: 'Bash', rule: 'a rule' }]);
        const batch = await readBatch(Buffer.from(lines.join('')), undefined);
        const caller = { kind: 'agent', organisation, project, agent: agent.id, owner: '' } as const;
        await late(batch, { caller, acceptGap: false });
        await joinDays(server.database);
      }
    };
    // Rows of several shards, whichever connections are used.
    await sent(agents[0] as TestAgent);
    await inspect(
      server.databaseUrl,
      'update entry_counts set shard = 7 where day < current_date and shard = 0',
    );
    // One that is on its way to another cell keeps nobody's days from being joined, and is not joined here.
    const departs = await createTeam(server, 'departs');
    await inspect(
      server.databaseUrl,
      `insert into entry_counts (organisation, day, shard, project, type, verdict, tool, rule, count, half_hours)
       values ($1, current_date - 3, 3, $2, 'start', '', '', '', 1, array[1])`,
      [departs.organisation, departs.project],
    );
    await inspect(
      server.databaseUrl,
      'insert into departures (organisation, goes_to, move) values ($1, $2, $1)',
      [departs.organisation, 'elsewhere'],
    );
    await Promise.all(agents.map(sent));
    await joinDays(server.database);
    const left = 'select shard from entry_counts where organisation = $1';
    expect(await inspect(server.databaseUrl, left, [departs.organisation])).toEqual([{ shard: 3 }]);
    await inspect(server.databaseUrl, 'delete from entry_counts where organisation = $1', [
      departs.organisation,
    ]);
    expect(
      await inspect(
        server.databaseUrl,
        `select shard, sum(count)::int as count from entry_counts where day < current_date and rule = 'a rule' group by 1`,
      ),
    ).toEqual([{ shard: 0, count: 20 }]);
    expect(await countDifferences(server.databaseUrl)).toEqual([]);
  });

  test('are what the pages read: entries that are not counted are not shown', async () => {
    const look = async (path: string): Promise<unknown> => {
      const { json } = await ask(server, `GET ${path}`, { token: team.token('viewer') });
      // Since when there are entries says the oldest of them.
      const { isEmpty: _, comparable: __, ...figures } = json;
      return figures;
    };
    const paths = [
      '/v1/entries/figures/7',
      '/api/stats',
      '/api/overview?days=1',
      '/api/overview?days=30',
      ...['24h', '7d', '30d', '90d'].flatMap((range) =>
        ['', `&agent=${agents[0]?.id}`, '&tool=Bash&verdict=ask'].map(
          (filter) => `/api/activity/counts?range=${range}${filter}`,
        ),
      ),
    ];
    const before = await Promise.all(paths.map(look));
    await inspect(server.databaseUrl, 'delete from events');
    const after = await Promise.all(paths.map(look));
    expect(after).toEqual(before);
  });
});
