import { randomBytes } from 'node:crypto';
import { userInfo } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

/** A database of its own, made for one test file and dropped after it. Fails where there is no PostgreSQL. */
export interface TestDatabase {
  readonly url: string;
  readonly drop: () => Promise<void>;
}

const around = process.env['DATABASE_URL'] ?? `postgres://${userInfo().username}@127.0.0.1:5432/postgres`;

export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `permesso_test_${randomBytes(8).toString('hex')}`;
  await administer(`create database ${name}`);
  const url = new URL(around);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () =>
      administer(`drop database if exists ${name} with (force)`, async (client) => {
        for (let look = 0; look < 40 && (await isUsed(client, name)); look++) await setTimeout(50);
      }),
  };
}

async function administer(
  statement: string,
  before: (client: pg.Client) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const client = new pg.Client({ connectionString: around });
  await client.connect();
  try {
    await before(client);
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * A pool has ended before PostgreSQL has read its goodbye. A connection that is dropped in between says so as an event that
 * nobody listens to any more, and the test run fails without a failed test.
 */
async function isUsed(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query('select 1 from pg_stat_activity where datname = $1 limit 1', [name]);
  return rows.length > 0;
}

/** One statement as the owner of the database: for looking at what no role of the server may see. */
export async function inspect<R extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<readonly R[]> {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=permesso' });
  // The statement says it too, and there somebody listens.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<R>(text, values)).rows;
  } finally {
    await client.end();
  }
}
