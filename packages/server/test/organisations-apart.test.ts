import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createTeam, enrol, inspect, type Team, type TestServer } from './harness.ts';
import { onServer } from './on-server.ts';

let server: TestServer;
let ours: Team;
let theirs: Team;
let tables: readonly { readonly name: string; readonly key: string }[];

onServer(async (made) => {
  server = made;
  ours = await createTeam(server, 'ours');
  theirs = await createTeam(server, 'theirs');
  await enrol(server, ours.enrolment);
  await enrol(server, theirs.enrolment);
  tables = await inspect(
    server.databaseUrl,
    `select c.relname as name, a.attname as key from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'permesso'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and (a.attname = 'organisation' or (c.relname = 'organisations' and a.attname = 'id'))`,
  );
});

/** Which organisations one sees in a table; nothing where the role may not look at all. */
async function seen(as: string, name: string, key: string): Promise<readonly string[]> {
  try {
    return await server.database.asOrganisation(as, async ({ client }) => {
      const { rows } = await client.query<{ id: string }>(`select distinct ${key} as id from ${name}`);
      return rows.map(({ id }) => id);
    });
  } catch (error) {
    if (/permission denied/.test(String(error))) return [];
    throw error;
  }
}

test('there are rows of both to be seen', async () => {
  expect(tables.length).toBeGreaterThan(10);
  expect(await seen(ours.organisation, 'agents', 'organisation')).toEqual([ours.organisation]);
  expect(await seen(theirs.organisation, 'agents', 'organisation')).toEqual([theirs.organisation]);
});

test('nobody sees a row of another organisation in any table', async () => {
  for (const { name, key } of tables) {
    const found = await seen(ours.organisation, name, key);
    expect([name, found.filter((id) => id !== ours.organisation)]).toEqual([name, []]);
    expect([name, await seen(randomUUID(), name, key)]).toEqual([name, []]);
  }
});

describe('as one organisation, a row of another', () => {
  test.each([
    [
      'cannot be added',
      "insert into projects (organisation, name) values ($1, 'planted')",
      /row-level security/,
    ],
    ['cannot be given away', 'update projects set organisation = $1', /row-level security/],
    ['cannot be changed', "update projects set name = 'changed' where organisation = $1", undefined],
    ['cannot be removed', 'delete from api_tokens where organisation = $1', undefined],
  ])('%s', async (_what, statement, refusal) => {
    const work = server.database.asOrganisation(ours.organisation, ({ client }) =>
      client.query(statement, [theirs.organisation]),
    );
    if (refusal === undefined) expect((await work).rowCount).toBe(0);
    else await expect(work).rejects.toThrow(refusal);
  });
});

test('the organisation of a transaction is a UUID and nothing else', async () => {
  const work = server.database.asOrganisation(`${ours.organisation}'; reset role; --`, async () => 1);
  await expect(work).rejects.toThrow('named by a UUID');
});

test('the setting ends with its transaction', async () => {
  await server.database.asOrganisation(ours.organisation, async () => undefined);
  const left = await server.database.asSystem(async ({ client }) => {
    const { rows } = await client.query<{ name: string }>('select permesso.organisation()::text as name');
    return rows[0]?.name;
  });
  expect(left).toBeNull();
});
