import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runServeCommand, ServeUsageError } from '../src/index.ts';
import { createTestDatabase, inspect, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** What a person types behind `permesso serve`, and what they read. */
async function type(
  operands: readonly string[],
  { roles = [], ...env }: { readonly roles?: readonly string[]; readonly [name: string]: unknown } = {},
): Promise<string> {
  const said: string[] = [];
  await runServeCommand({
    operands,
    roles,
    json: false,
    env: { DATABASE_URL: database.url, PERMESSO_SECRET: 'x'.repeat(32), PERMESSO_LOG: 'silent', ...env },
    print: (text) => said.push(text),
    // A server that is told to stop while it starts prints nothing more.
    ended: new Promise(() => undefined),
  });
  return said.join('\n');
}

describe('what cannot be done is said with its fix', () => {
  test('a database that is not there', async () => {
    const url = new URL(database.url);
    url.pathname = '/permesso_nowhere';
    await expect(type([], { DATABASE_URL: url.href })).rejects.toThrow(
      /no database permesso_nowhere at .*; create it with createdb permesso_nowhere/,
    );
  });

  test('nobody who answers', async () => {
    await expect(type([], { DATABASE_URL: 'postgres://me@127.0.0.1:1/a' })).rejects.toThrow(
      /PostgreSQL does not answer at 127\.0\.0\.1:1: .*\(see DATABASE_URL\)/,
    );
  });

  test('a port that is taken, and nothing stays open behind it', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    try {
      await expect(type([], { PERMESSO_PORT: String(port) })).rejects.toThrow(`127.0.0.1:${port} is taken`);
    } finally {
      other.close();
    }
    const open = await inspect<{ count: number }>(
      database.url,
      "select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = 'permesso'",
    );
    expect(open).toEqual([{ count: 0 }]);
  });

  test.each([
    [['frobnicate'], {}, 'unknown command `frobnicate`'],
    [['add-organisation', 'Acme Ltd'], {}, 'missing organisation'],
    [['add-person', 'nowhere', 'anna@acme.example'], { roles: ['admin'] }, 'add-organisation nowhere'],
    [['add-person', 'acme', 'anna'], { roles: ['admin'] }, 'anna is not a mail address'],
    [['add-person', 'acme', 'anna@acme.example'], {}, 'missing --role'],
  ])('%j', async (operands, options, words) => {
    const refused = type(operands, options);
    await expect(refused).rejects.toThrow(words);
    await expect(refused).rejects.toBeInstanceOf(ServeUsageError);
  });
});

test('an organisation is added once, and a person is shown a token', async () => {
  expect(await type(['add-organisation', 'acme'])).toMatch(/^organisation {2}[\da-f-]{36}$/);
  await expect(type(['add-organisation', 'acme'])).rejects.toThrow('the organisation acme already exists');
  expect(await type(['add-person', 'acme', 'anna@acme.example'], { roles: ['admin'] })).toMatch(
    /^person {8}[\da-f-]{36}\ntoken {9}pmt_/,
  );
});
