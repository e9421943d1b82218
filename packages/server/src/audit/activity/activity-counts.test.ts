import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { ActivityCounts } from '@permesso/protocol/console';
import { emptyTail, seal, type Tail } from '@permesso/protocol/entry';
import { createTeam, enrol, inspect, ask, type Team, type TestServer } from '../../../test/harness.ts';
import { countDifferences } from '../../../test/count-differences.ts';
import { onServer } from '../../../test/on-server.ts';
import { createIngest } from '../ingest.ts';
import { joinDays } from '../join-days.ts';
import { maintainPartitions } from '../partitions.ts';
import { readBatch } from '../read-batch.ts';
import { ranges } from './activity-counts.ts';

let server: TestServer;
let team: Team;
let agents: readonly string[];

onServer(async (made) => {
  server = made;
  team = await createTeam(server, 'seen');
});

const halfHour = 1_800_000;
const day = 48 * halfHour;

beforeAll(async () => {
  agents = await Promise.all([1, 2, 3].map(async () => (await enrol(server, team.enrolment)).id));
  await inspect(
    server.databaseUrl,
    'select permesso.add_events_partition(current_date - day) from generate_series(0, 40) as day',
  );
  let at = Date.now();
  const ingest = createIngest({ database: server.database, now: () => at, batchesTogether: 1 });
  const tails = new Map<string, Tail>();
  const { organisation, project } = team;
  // Near the edges of days, and anywhere; more of some agents than of others.
  // The older ones come late: their days, and those after them, are summed again.
  for (const back of [0, 1, 2, 3, 9, 47, 48, 49, 95, 96, 330, 335, 336, 337, 700, 1439, 1440, 1441, 1900]) {
    for (const [place, agent] of agents.entries()) {
      at = Date.now() - back * halfHour;
      const lines = Array.from({ length: 1 + ((back + place * 5) % 7) }, () => {
        const tail = tails.get(agent) ?? emptyTail;
        const sealed = seal(
          new Map([
            ['type', '"decision"'],
            ['at', '"2026-01-01T00:00:00.000Z"'],
            ['verdict', JSON.stringify(['allow', 'ask', 'deny'][tail.seq % 3])],
            ['call', JSON.stringify({ tool: ['Bash', 'Read', 'Edit', 'Bash'][tail.seq % 4], input: {} })],
            ['receipt', '{"parts":[],"rules":[]}'],
          ]),
          tail,
        );
        tails.set(agent, { seq: sealed.seq, hash: sealed.hash });
        return sealed.line;
      });
      const caller = { kind: 'agent', organisation, project, agent, owner: '' } as const;
      await ingest(await readBatch(Buffer.from(lines.join('')), undefined), { caller, acceptGap: false });
    }
    await joinDays(server.database);
  }
});

test('counts equal entries', async () => {
  expect(await countDifferences(server.databaseUrl)).toEqual([]);
});

interface Counted {
  readonly verdict: string;
  readonly tool: string;
  readonly agent: string;
  readonly count: number;
}

/** In whole half hours, as the counts are. */
const counted = (from: number, to: number): Promise<readonly Counted[]> =>
  inspect<Counted>(
    server.databaseUrl,
    `select verdict, tool, agent::text as agent, count(*)::int as count from events
     where type = 'decision' and received_at >= $1 and received_at < $2 group by 1, 2, 3`,
    [new Date(Math.floor(from / halfHour) * halfHour), new Date(Math.ceil(to / halfHour) * halfHour)],
  );

const filterOf = fc.record({
  verdict: fc.constantFrom('', 'allow', 'ask', 'deny'),
  tool: fc.constantFrom('', 'Bash', 'Read', 'nothing'),
  agent: fc.constantFrom(-1, -1, 0, 1, 2),
});
const brushOf = fc.option(
  fc.tuple(fc.nat(40 * 48), fc.integer({ min: 1, max: 40 * 48 })).map(([back, long]) => ({
    back: back * (halfHour / 2),
    long: long * (halfHour / 2),
  })),
);

test('what the page shows is what counting the entries gives, for any part and filter', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...(Object.keys(ranges) as (keyof typeof ranges)[])),
      brushOf,
      filterOf,
      async (range, brush, { verdict, tool, agent }) => {
        const now = Date.now();
        const part = brush === null ? {} : { from: now - brush.back - brush.long, to: now - brush.back };
        const given = Object.entries({
          range,
          verdict,
          tool,
          agent: agents[agent] ?? '',
          from: String(part.from ?? ''),
          to: String(part.to ?? ''),
        }).filter(([, value]) => value !== '');
        const shown: ActivityCounts = (
          await ask(server, `GET /api/activity/counts?${new URLSearchParams(given).toString()}`, {
            token: team.token('viewer'),
          })
        ).json;
        const all = await counted(shown.from, shown.to);
        const brushed = await counted(part.from ?? shown.from, part.to ?? shown.to);
        const wanted = { verdict, tool, agent: agents[agent] ?? '' };
        const sum = (rows: readonly Counted[], except?: keyof typeof wanted): Record<string, number> => {
          const matching = rows.filter((row) =>
            (['verdict', 'tool', 'agent'] as const).every(
              (name) => name === except || wanted[name] === '' || wanted[name] === row[name],
            ),
          );
          const found: Record<string, number> = {};
          for (const row of matching) {
            const name = except === undefined ? 'all' : row[except];
            found[name] = (found[name] ?? 0) + row.count;
          }
          return found;
        };
        const facet = (rows: readonly { name: string; count: number }[] | undefined) =>
          Object.fromEntries((rows ?? []).map(({ name, count }) => [name, count]));
        expect({
          matched: shown.matched,
          all: shown.all,
          bars: shown.points.reduce((total, point) => total + point.allow + point.ask + point.deny, 0),
          verdict: facet(shown.facets.verdict),
          tool: facet(shown.facets.tool),
          agent: facet(shown.facets.agent),
        }).toEqual({
          matched: sum(brushed)['all'] ?? 0,
          all: all.reduce((total, { count }) => total + count, 0),
          bars: sum(all)['all'] ?? 0,
          verdict: sum(brushed, 'verdict'),
          tool: sum(brushed, 'tool'),
          agent: sum(brushed, 'agent'),
        });
      },
    ),
    { numRuns: 150 },
  );
});

test('figures and the overview too', async () => {
  const get = async (path: string) =>
    (await ask(server, `GET ${path}`, { token: team.token('viewer') })).json;
  const now = Date.now();
  for (const days of [1, 7, 30]) {
    const rows = await counted(now - days * day, now);
    const { figures } = await get(`/v1/entries/figures/${days}`);
    expect(figures.reduce((total: number, { count }: Counted) => total + count, 0)).toBe(
      rows.reduce((total, { count }) => total + count, 0),
    );
    const overview = await get(`/api/overview?days=${days}`);
    const step = days === 1 ? 2 * halfHour : day;
    const from = Math.floor(now / step) * step + step - (days === 1 ? 24 : days) * step;
    const seen = await counted(from, now);
    const asked = seen
      .filter(({ verdict }) => verdict === 'ask')
      .reduce((total, { count }) => total + count, 0);
    expect([overview.now.ask, asked > 0]).toEqual([asked, true]);
  }
});

test('agents are told by the sums of days that are over, as far as retention keeps them', async () => {
  const told = async (): Promise<Record<string, number>> => {
    const { json } = await ask(server, 'GET /api/activity/counts?range=30d', { token: team.token('viewer') });
    const shown: ActivityCounts = json;
    return Object.fromEntries((shown.facets.agent ?? []).map(({ name, count }) => [name, count]));
  };
  const before = await told();
  await inspect(server.databaseUrl, 'delete from agent_counts where day < current_date - 1');
  expect(await told()).toEqual(before);
  await maintainPartitions(server.database, { retentionDays: 5 });
  const left: Record<string, number> = {};
  for (const { agent, count } of await counted(0, Date.now())) left[agent] = (left[agent] ?? 0) + count;
  expect(await told()).toEqual(left);
  expect(left).not.toEqual(before);
});
