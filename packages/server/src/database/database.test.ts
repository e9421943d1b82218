import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openProxy } from '../../test/faults/proxy.ts';
import { createTestDatabase, inspect, type TestDatabase } from '../../test/harness.ts';
import { openDatabase, type Database } from './database.ts';
import { migrate } from './migrate.ts';

let made: TestDatabase;
let database: Database;
const errors: Error[] = [];

beforeAll(async () => {
  made = await createTestDatabase();
  await migrate(made.url);
  database = openDatabase({ url: made.url, connections: 2, onError: (error) => errors.push(error) });
});

afterAll(async () => {
  await database.close();
  await made.drop();
});

test('a connection that breaks between two statements ends its transaction, not the process', async () => {
  const work = database.asSystem(async ({ client }) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    await inspect(made.url, 'select pg_terminate_backend($1)', [rows[0]?.pid]);
    await expect.poll(() => errors.length, { timeout: 120_000 }).toBeGreaterThan(0);
    await client.query('select 1');
  });
  await expect(work).rejects.toThrow(/terminat|not queryable/);
  expect(errors.length).toBeGreaterThan(0);
  expect(await database.problem()).toBeUndefined();
});

test('a network that swallows everything costs a request, not a connection for ever', async () => {
  const proxy = await openProxy(() => Number(new URL(made.url).port));
  const url = new URL(made.url);
  url.port = String(proxy.port);
  const far = openDatabase({ url: url.href, connections: 1, readTimeout: 300 });
  try {
    await far.asSystem(async () => undefined);
    proxy.set({ is: 'hole' });
    await expect(far.asSystem(({ client }) => client.query('select 1'))).rejects.toThrow(
      /timeout|terminated/i,
    );
    proxy.set({ is: 'clear' });
    expect(await far.problem()).toBeUndefined();
  } finally {
    await far.close();
    await proxy.close();
  }
});

test('a connection is never the owner of the data, in a transaction or out of one', async () => {
  const organisation = '3f6c1c1e-8a4e-4b53-9a0f-2a6e0c9d7b11';
  const who = async (client: PoolClient): Promise<unknown> =>
    (
      (await client.query<{ who: string }>('reset role; select current_user as who')) as unknown as {
        rows: { who: string }[];
      }[]
    )[1]?.rows[0]?.who;
  expect(await database.asOrganisation(organisation, ({ client }) => who(client))).toBe('permesso_tenant');
  expect(await database.asSystem(({ client }) => who(client))).toBe('permesso_system');
  expect(await database.asIngest(organisation, ({ client }) => who(client))).toBe('permesso_ingest');
  const outside = database.asOrganisation(organisation, async ({ client }) => {
    await client.query('commit');
    const { rows } = await client.query(
      'select permesso.organisation() as organisation, current_user as who',
    );
    await client.query('begin');
    return rows[0];
  });
  expect(await outside).toEqual({ organisation: null, who: 'permesso_tenant' });
});

test('what fails in a transaction leaves nothing of it, also what was said ahead', async () => {
  const organisation = '3f6c1c1e-8a4e-4b53-9a0f-2a6e0c9d7b11';
  const work = database.asOrganisation(organisation, async ({ client }) => {
    const settled = await Promise.allSettled([
      client.query('create temporary table left_over (a integer)'),
      client.query('select 1 / 0'),
      client.query('select 1'),
    ]);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    throw new Error('given up');
  });
  await expect(work).rejects.toThrow('given up');
  const look = await database.asOrganisation(organisation, ({ client }) =>
    client.query<{ there: boolean }>("select to_regclass('left_over') is not null as there"),
  );
  expect(look.rows[0]?.there).toBe(false);
});
