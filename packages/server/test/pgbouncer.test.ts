import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../src/database/migrate.ts';
import { openDatabase, type Database } from '../src/database/database.ts';
import { hasPgbouncer, startPgbouncer, type Pooler } from './pgbouncer.ts';
import { createTestDatabase, inspect, type TestDatabase } from './test-database.ts';

describe.skipIf(!hasPgbouncer)('behind pgbouncer in transaction mode', () => {
  let made: TestDatabase;
  let pooler: Pooler;
  let url: string;
  let database: Database;
  beforeAll(async () => {
    made = await createTestDatabase();
    pooler = await startPgbouncer(made.url);
    const pooled = new URL(made.url);
    pooled.port = String(pooler.port);
    url = pooled.href;
    await migrate(made.url);
    database = openDatabase({ url, isPooled: true, connections: 40 });
  });
  afterAll(async () => {
    await database.close();
    await pooler.stop();
    await made.drop();
  });

  test('forty transactions at once on three connections see their own organisation and role, and leave nothing', async () => {
    const organisations = Array.from(
      { length: 40 },
      (_, at) => `3f6c1c1e-8a4e-4b53-9a0f-${String(at).padStart(12, '0')}`,
    );
    const seen = await Promise.all(
      organisations.map((id) =>
        database.asOrganisation(id, async (on) => {
          const look = {
            name: 'look',
            text: 'select permesso.organisation() as id, current_user as who',
            values: [],
          };
          const once = await on.query(look);
          const again = await on.query(look);
          return [once.rows[0], again.rows[0]];
        }),
      ),
    );
    expect(seen).toEqual(
      organisations.map((id) => [
        { id, who: 'permesso_tenant' },
        { id, who: 'permesso_tenant' },
      ]),
    );
    const { rows } = await database.system.query({
      name: 'who',
      text: "select current_user as who, nullif(current_setting('permesso.organisation', true), '') as id",
      values: [],
    });
    expect(rows).toEqual([{ who: 'permesso_system', id: null }]);
    // What the next client of the pooler gets is as it was.
    const bare = await inspect(made.url, 'select 1').then(() => plain(url));
    expect(bare).toMatchObject({ role: 'none' });
  });

  test('no statement stays prepared on its connections', async () => {
    await Promise.all(
      Array.from({ length: 20 }, () =>
        database.asSystem((on) => on.query({ name: 'same', text: 'select $1::int as n', values: [1] })),
      ),
    );
    const { prepared } = await plain(url);
    expect(prepared).toBe(0);
  });

  test('an address of a pooler without the direct one is refused with the fix', async () => {
    await expect(migrate(url)).rejects.toThrow('set PERMESSO_DIRECT_URL to the address of PostgreSQL itself');
  });

  test.each(['src/approvals/approval.test.ts', 'src/audit/audit.test.ts'])(
    '%s passes through it',
    async (file) => {
      const root = join(import.meta.dirname, '../../..');
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [
          join(root, 'node_modules/vitest/vitest.mjs'),
          'run',
          '--project',
          'server',
          `packages/server/${file}`,
        ],
        {
          cwd: root,
          env: { ...process.env, NO_COLOR: '1', PERMESSO_TEST_POOLER_PORT: String(pooler.port) },
          maxBuffer: 1e8,
        },
      );
      expect(stdout).toMatch(/Tests {2}\d+ passed \(\d+\)/);
    },
  );

  /** As a client that says nothing before. */
  async function plain(address: string): Promise<{ readonly role: string; readonly prepared: number }> {
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    try {
      const { rows } = await client.query<{ role: string; prepared: number }>(
        "select current_setting('role') as role, (select count(*)::int from pg_prepared_statements where name <> '') as prepared",
      );
      return rows[0] ?? { role: '', prepared: -1 };
    } finally {
      await client.end();
    }
  }
});
