import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { emptyTail, type Tail } from '@permesso/protocol/entry';
import { countEntries } from '../../src/audit/count-entries.ts';
import { createIngest } from '../../src/audit/ingest.ts';
import { joinDays } from '../../src/audit/join-days.ts';
import { readBatch, type SentBatch } from '../../src/audit/read-batch.ts';
import { openDatabase, type Database } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { operator } from '../../src/identity/operator.ts';
import { secretFrom } from '../../src/settings.ts';
import { setup as build } from '../../../permesso/test/build-before-tests.ts';
import { countDifferences } from '../count-differences.ts';
import { ask, createTeam, createTestDatabase, inspect } from '../harness.ts';
import { makeLines } from '../lines.ts';
import { fillEntries } from './fill-entries.ts';
import { middle, rate, type Rate } from './rate.ts';
import { secret, startServer } from './server-process.ts';
import { readOptions } from '../script-options.ts';

/** What counting in the ingest transaction costs, and what it saves the pages. */
const values = readOptions({
  name: 'npm run tools -- load:counts',
  says: 'What counting in the transaction that stores entries costs, with and without by turns, and what pages take beside counting entries.',
  options: {
    seconds: { type: 'string', default: '2', says: 'of each turn' },
    rounds: { type: 'string', default: '5', says: 'turns of each; the middle one counts' },
    'fill-seconds': { type: 'string', default: '120', says: 'how long entries are made for the pages' },
  },
  example: ['--fill-seconds 600', 'as many entries as are made in ten minutes'],
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);

/** What the statistics page asked before there were counts. */
const countingHours = `
  select date_trunc('hour', received_at) as hour, type, verdict, count(*)
  from events where received_at > now() - interval '30 days' group by 1, 2, 3`;

await build();
const made = await createTestDatabase();
/** Last opened, first closed. */
const closing: (() => unknown)[] = [made.drop];
try {
  const { url } = made;
  await migrate(url);
  const own = openDatabase({ url, connections: 16 });
  closing.push(own.close);
  const server = await startServer(url);
  closing.push(server.stop);
  const acting = operator({ database: own, secret: secretFrom(secret) });
  const team = await createTeam({ url: server.url, operator: acting }, 'counted');
  const agents = Array.from({ length: 1000 }, () => randomUUID());
  await inspect(
    url,
    `insert into agents (organisation, id, project, owner, name, public_key)
     select $1, id, $2, $3, 'simulated', decode(md5(id::text) || md5(id::text), 'hex') from unnest($4::uuid[]) as made (id)`,
    [team.organisation, team.project, team.people['owner']?.person, agents],
  );
  const tails: Tail[] = agents.map(() => emptyTail);

  async function turn(on: Database, { lanes, size }: { lanes: number; size: number }): Promise<Rate> {
    const ingest = createIngest({ database: on, now: Date.now, batchesTogether: 100 });
    return await rate(
      async (lane) => {
        const { lines, tail } = makeLines(size, tails[lane]);
        tails[lane] = tail;
        const agent = agents[lane] ?? '';
        const { organisation, project } = team;
        const caller = { kind: 'agent', organisation, project, agent, owner: '' } as const;
        const batch = await readBatch(Buffer.from(lines.join('')), undefined);
        const stored = await ingest(batch, { caller, acceptGap: false });
        if (!('stored' in stored)) throw new Error(`entry ${stored.expected} is missing`);
        return stored.stored;
      },
      { lanes, seconds },
    );
  }

  const cost: Record<string, unknown> = {};
  for (const [name, shape] of Object.entries({
    'one entry of each of 1,000 agents': { lanes: 1000, size: 1 },
    '1,000 entries of each of 8 agents': { lanes: 8, size: 1000 },
  })) {
    await turn(own, shape);
    const counted: Rate[] = [];
    const uncounted: Rate[] = [];
    for (let round = 0; round < rounds; round++) {
      counted.push(await turn(own, shape));
      uncounted.push(await turn(withoutCounts(own), shape));
      process.stderr.write(`${name}: ${counted.at(-1)?.perSecond} ${uncounted.at(-1)?.perSecond}\n`);
    }
    cost[name] = {
      counted: counted.map(({ perSecond }) => perSecond),
      uncounted: uncounted.map(({ perSecond }) => perSecond),
      ratio: Math.round((middle(counted).perSecond / middle(uncounted).perSecond) * 100) / 100,
    };
  }
  const tallyMicroseconds = await tallyCost(
    await readBatch(Buffer.from(makeLines(1000).lines.join('')), undefined),
  );
  // Turns without counts leave entries that nobody counted.
  await inspect(url, 'truncate events, entry_counts, agent_counts, agent_months, summed_days');
  const filled = await fillEntries(url, { team, agents, seconds: Number(values['fill-seconds']) });
  const differences = await countDifferences(url);
  const token = team.token('viewer');
  // As the hourly work does.
  await joinDays(own);
  const pages: Record<string, number> = {};
  // One after another: beside each other they would measure each other.
  for (const path of [
    '/api/stats',
    '/v1/entries/figures/30',
    '/api/overview?days=30',
    '/api/activity/counts?range=7d',
    '/api/activity/counts?range=30d',
    '/api/activity/counts?range=30d&tool=Bash',
    `/api/activity/counts?range=30d&agent=${agents[0]}`,
  ])
    pages[path.replace(/agent=.*/, 'agent=one')] = await timed(() => ask(server, `GET ${path}`, { token }));
  const counting = await timed(() => inspect(url, countingHours), 3);
  const report = {
    load: loadavg().map((value) => Math.round(value * 10) / 10),
    cost,
    tallyMicroseconds,
    filled,
    differences,
    pagesMs: pages,
    countingMs: counting,
    ratio: Object.fromEntries(
      Object.entries(pages).map(([path, ms]) => [path, `1/${Math.round(counting / ms)}`]),
    ),
  };
  process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
} finally {
  for (const close of closing.toReversed()) await close();
}

/** The same, but the statement that adds to the counts is not run. */
function withoutCounts(database: Database): Database {
  return {
    ...database,
    asIngest: (organisation, work) =>
      database.asIngest(organisation, (on) =>
        work({
          ...on,
          query: (statement) =>
            statement.name?.startsWith('add-counts') ? Promise.resolve({ rows: [] }) : on.query(statement),
        }),
      ),
  };
}

/** What tallying in this process takes, which both kinds of turns do. */
async function tallyCost({ entries }: SentBatch): Promise<number> {
  const nowhere = { query: () => Promise.resolve({ rows: [] }) };
  const run = { agent: randomUUID(), project: randomUUID(), fresh: entries };
  const turns = 500;
  const began = performance.now();
  for (let at = 0; at < turns; at++) await countEntries(nowhere, [run], new Date().toISOString());
  return Math.round(((performance.now() - began) * 1e5) / turns / entries.length) / 100;
}

/** Milliseconds, the middle of several. */
async function timed(work: () => Promise<unknown>, times = 9): Promise<number> {
  const took: number[] = [];
  for (let at = 0; at < times; at++) {
    const began = performance.now();
    await work();
    took.push(performance.now() - began);
  }
  return Math.round((took.toSorted((a, b) => a - b)[Math.floor(times / 2)] ?? 0) * 10) / 10;
}
