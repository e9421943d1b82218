import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, migrationNames } from '../src/database/migrate.ts';
import { createTestDatabase, inspect, type TestDatabase } from './harness.ts';

const id = '00000000-0000-4000-8000-000000000001';
let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'permesso-migrations-'));
  cpSync(join(import.meta.dirname, '../sql'), folder, { recursive: true });
  for (const name of migrationNames().filter((each) => each >= '0125')) rmSync(join(folder, name));
  await migrate(database.url, { folder });
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

test('counts by half hour become counts by day with the same half hours', async () => {
  // Without projects and people, which an agent would need.
  await inspect(
    database.url,
    `set session_replication_role = replica; set timezone = 'UTC';
     insert into organisations (id, name) values ('${id}', 'acme');
     insert into agents (organisation, id, project, owner, name, public_key)
     values ('${id}', '${id}', '${id}', '${id}', 'laptop', decode(repeat('00', 32), 'hex'));
     insert into entry_counts (organisation, period, shard, project, type, verdict, tool, rule, count)
     select '${id}', period, shard, '${id}', 'decision', 'allow', 'Bash', 'a rule', count from (values
       (timestamptz '2026-01-01 00:00Z', 0, 1), ('2026-01-01 09:00Z', 3, 2), ('2026-01-01 09:00Z', 7, 5),
       ('2026-01-01 23:30Z', 1, 3000000000), ('2026-01-02 00:00Z', 0, 4)) as old (period, shard, count);
     insert into agent_counts (organisation, period, agent, verdict, tool, count)
     values ('${id}', '2026-01-01 09:00Z', '${id}', 'ask', 'Read', 6), ('${id}', '2026-01-01 09:30Z', '${id}', 'ask', 'Read', 1)`,
  );
  expect(await migrate(database.url)).toEqual(migrationNames().filter((each) => each >= '0125'));
  const halves = (table: string): Promise<readonly unknown[]> =>
    inspect(
      database.url,
      `select day::text as day, count::float8 as count, half, half_hours[half] as of_half
       from ${table}, generate_subscripts(half_hours, 1) as half where half_hours[half] is not null order by 1, 3`,
    );
  expect(await halves('entry_counts')).toEqual([
    { day: '2026-01-01', count: 3_000_000_008, half: 1, of_half: 1 },
    { day: '2026-01-01', count: 3_000_000_008, half: 19, of_half: 7 },
    // As many as fit.
    { day: '2026-01-01', count: 3_000_000_008, half: 48, of_half: 2_147_483_647 },
    { day: '2026-01-02', count: 4, half: 1, of_half: 4 },
  ]);
  expect(await halves('agent_counts')).toEqual([
    { day: '2026-01-01', count: 7, half: 19, of_half: 6 },
    { day: '2026-01-01', count: 7, half: 20, of_half: 1 },
  ]);
});
