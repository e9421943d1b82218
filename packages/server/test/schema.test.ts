import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, migrationNames } from '../src/database/migrate.ts';
import { createTestDatabase, inspect, type TestDatabase } from './harness.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await migrate(database.url);
});

afterAll(() => database.drop());

test('a second run changes nothing', async () => {
  expect(await migrate(database.url)).toEqual([]);
});

test('several servers that start at once migrate once', async () => {
  const fresh = await createTestDatabase();
  try {
    const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(fresh.url)));
    expect(applied.flat().toSorted()).toEqual(migrationNames());
  } finally {
    await fresh.drop();
  }
});

test('a database that is newer than the server is left alone, and refused where it takes newer servers only', async () => {
  await inspect(database.url, "insert into migrations (name) values ('9999-later.sql')");
  expect(await migrate(database.url)).toEqual([]);
  const [before] = await inspect<{ knows: number }>(database.url, 'select knows from oldest_server');
  await inspect(database.url, 'select permesso.refuse_servers_before(9999)');
  await expect(migrate(database.url)).rejects.toThrow('the database is newer than this server');
  await inspect(database.url, "delete from migrations where name = '9999-later.sql'");
  await inspect(database.url, 'update oldest_server set knows = $1', [before?.knows]);
});

test('every table keeps organisations apart by itself', async () => {
  const open = await inspect<{ name: string }>(
    database.url,
    `select relname as name from pg_class
     where relnamespace = 'permesso'::regnamespace and relkind in ('r', 'p')
       and not (relrowsecurity and relforcerowsecurity)`,
  );
  expect(open.map(({ name }) => name)).toEqual(['migrations']);
});

test('what asks for an organisation bypasses nothing', async () => {
  const roles = await inspect<{ name: string }>(
    database.url,
    "select rolname as name from pg_roles where rolname like 'permesso\\_%' and (rolsuper or rolbypassrls or rolcanlogin or rolcreaterole)",
  );
  expect(roles).toEqual([]);
});
