import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { openDatabase, type Database } from './database.ts';
import { migrate } from './migrate.ts';
import { numberParameters, only, queries } from './query.ts';

describe('named parameters', () => {
  test.each([
    ['select :a, :b', 'select $1, $2', ['a', 'b']],
    ['select :a where :b = :a', 'select $1 where $2 = $1', ['a', 'b']],
    ['select :ids::uuid[], x::text', 'select $1::uuid[], x::text', ['ids']],
    ["select ':a', 'it''s :b', \":c\" -- :d", "select ':a', 'it''s :b', \":c\" -- :d", []],
    ['select :useKey, (list)[1:2]', 'select $1, (list)[1:2]', ['useKey']],
  ])('%s', (sql, text, names) => {
    expect(numberParameters(sql)).toEqual({ text, names });
  });
});

describe('a query', () => {
  let folder: string;
  let made: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'permesso-query-'));
    writeFileSync(
      join(folder, 'both.sql'),
      'select :second::text as second, :first::text as first, :second::text as again',
    );
    made = await createTestDatabase();
    await migrate(made.url);
    database = openDatabase({ url: made.url, connections: 3 });
  });

  afterAll(async () => {
    await database.close();
    await made.drop();
    rmSync(folder, { recursive: true, maxRetries: 20 });
  });

  interface Both {
    readonly first: string;
    readonly second: string;
  }

  test('gives each value to the name it is for, and none becomes text of the statement', async () => {
    const both = queries(folder)<Both & { readonly again: string }, Both>('both.sql');
    const hostile = { first: "'; drop table approvals; --", second: ':first' };
    expect(await only(both(database.system, hostile))).toEqual({ ...hostile, again: ':first' });
  });

  test.each([
    ['too few', { first: 'a' }, 'both.sql takes second, first, not first'],
    ['another name', { first: 'a', third: 'b' }, 'both.sql takes second, first, not first, third'],
    [
      'too many',
      { first: 'a', second: 'b', third: 'c' },
      'both.sql takes second, first, not first, second, third',
    ],
  ])('refuses values under %s', async (_, values, message) => {
    const both = queries(folder)<Both, object>('both.sql');
    await expect(both(database.system, values)).rejects.toThrow(message);
  });
});
