import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { numberParameters } from '../../../database/query.ts';
import { openDatabase } from '../../../database/database.ts';
import { createTeam, inspect, type TestServer } from '../../../../test/harness.ts';
import { onServer } from '../../../../test/on-server.ts';

let server: TestServer;
let organisation: string;
let day: string;
const entries = 20_000;

onServer(async (made) => {
  server = made;
  ({ organisation } = await createTeam(server, 'acme'));
});

beforeAll(async () => {
  const url = server.databaseUrl;
  await inspect(url, 'select permesso.add_events_partition(current_date - 3)');
  await inspect(
    url,
    `insert into events (organisation, agent, seq, received_at, type, line)
     select $1, md5((n % 10)::text)::uuid, n, (current_date - 3)::timestamptz + n * interval '24 hours' / $2::int, 'decision', repeat('x', 200)
     from generate_series(0, $2::int - 1) n`,
    [organisation, entries],
  );
  await inspect(url, 'analyze events');
  const [found] = await inspect<{ day: string }>(url, 'select (current_date - 3)::text as day');
  day = found?.day ?? '';
});

interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** How many rows a statement of the archive reads, with the plan that a prepared statement ends up with. */
async function rowsRead(file: string, given: Readonly<Record<string, unknown>>): Promise<number> {
  const sql = readFileSync(join(import.meta.dirname, '..', file), 'utf8');
  const { text, names } = numberParameters(sql);
  const database = openDatabase({ url: server.databaseUrl, connections: 4 });
  try {
    const { rows } = await database.asOrganisation(organisation, async ({ client }) => {
      await client.query('set local plan_cache_mode = force_generic_plan');
      return await client.query<{ 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] }>({
        text: `explain (analyze, format json) ${text}`,
        values: names.map((name) => given[name]),
      });
    });
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    return plan === undefined ? Infinity : most(plan);
  } finally {
    await database.close();
  }
}

function most({ Plans = [], ...node }: PlanNode): number {
  return Math.max(node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0), ...Plans.map(most));
}

// Each page by the index: else writing a day takes the square of its entries.
test('a page of a closed day reads that page', async () => {
  const noon = BigInt(Date.parse(`${day}T12:00:00Z`)) * 1000n;
  const after = { afterAt: String(noon), afterAgent: '00000000-0000-0000-0000-000000000000', afterSeq: '-1' };
  expect(await rowsRead('rows-of-day.sql', { day, ...after, most: 100 })).toBeLessThanOrEqual(101);
});

test('an hour is counted without the rest of the day', async () => {
  expect(await rowsRead('count-hour.sql', { day, hour: 5 })).toBeLessThan(entries / 20);
});
