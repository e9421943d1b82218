import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import pg from 'pg';
import { pino, type Logger } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { emptyTail } from '@permesso/protocol/entry';
import { openDatabase, type Database } from '../src/database/database.ts';
import { migrate, newestMigration } from '../src/database/migrate.ts';
import { OldServerError } from '../src/database/old-server.ts';
import type { Statement } from '../src/database/query.ts';
import { serve, type RunningServer } from '../src/serve.ts';
import { countDifferences } from './count-differences.ts';
import { ask, createTeam, enrol, inspect, startTestServer, type Team, type TestServer } from './harness.ts';
import { makeLines } from './lines.ts';

/** What versions to come might bring. */
const additive = 'alter table agents add column colour text;';
const breaking = `select permesso.refuse_servers_before(9002);
  alter table agents add column weight integer not null default 1;`;

let server: TestServer;
let team: Team;
let said: Record<string, unknown>[];
let folder: string;
let newer: RunningServer | undefined;

function logInto(lines: Record<string, unknown>[]): Logger {
  const write = (chunk: Buffer, _encoding: string, done: () => void): void => {
    lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
    done();
  };
  return pino({ level: 'warn' }, new Writable({ write }));
}

beforeEach(async () => {
  said = [];
  server = await startTestServer({ log: logInto(said) });
  team = await createTeam(server, 'acme');
  folder = mkdtempSync(join(tmpdir(), 'permesso-migrations-'));
  cpSync(join(import.meta.dirname, '../sql'), folder, { recursive: true });
});

afterEach(async () => {
  await newer?.stop();
  newer = undefined;
  await server.end();
  rmSync(folder, { recursive: true });
});

/** A server of a version that brings these migrations as well. */
async function startNewer(migrations: Readonly<Record<string, string>>): Promise<RunningServer> {
  for (const [name, text] of Object.entries(migrations)) writeFileSync(join(folder, name), text);
  newer = await serve(
    { ...server.settings, port: 0 },
    { migrations: folder, log: pino({ level: 'silent' }) },
  );
  return newer;
}

/** Not that no console was built. */
const isNews = ({ msg }: Record<string, unknown>): boolean =>
  msg !== 'the pages of the console are not there';
const storedEntries = (): Promise<readonly { seq: number }[]> =>
  inspect(server.databaseUrl, 'select seq::int as seq from events order by seq');
async function rolledBack(): Promise<number> {
  const [row] = await inspect<{ count: number }>(
    server.databaseUrl,
    'select xact_rollback::int as count from pg_stat_database where datname = current_database()',
  );
  return row?.count ?? 0;
}
const upTo = (count: number): readonly { seq: number }[] =>
  Array.from({ length: count }, (_, at) => ({ seq: at + 1 }));

test('a server goes on beside a newer one whose migration only adds, and can be started again', async () => {
  const agent = await enrol(server, team.enrolment);
  const next = await startNewer({ '9001-colours.sql': additive });
  const first = makeLines(5);
  const second = makeLines(5, first.tail);
  const send = (url: string, { lines }: typeof first): Promise<{ status: number }> =>
    agent.askAt(url, 'POST /v1/agent/entries', { bytes: Buffer.from(lines.join('')) });
  expect((await send(server.url, first)).status).toBe(200);
  expect((await send(next.url, second)).status).toBe(200);
  expect((await ask(server, 'GET /readyz')).status).toBe(200);
  const again = await serve({ ...server.settings, port: 0 }, { log: pino({ level: 'silent' }) });
  const third = makeLines(5, second.tail);
  expect((await send(again.url, third)).status).toBe(200);
  await again.stop();
  expect(await storedEntries()).toEqual(upTo(15));
  expect(said.filter(isNews)).toEqual([]);
});

describe('a newer server whose migration refuses older ones', () => {
  test('nothing is taken by the older one, which says why, once; the newer one takes it', async () => {
    const agent = await enrol(server, team.enrolment);
    const first = makeLines(5, emptyTail);
    const second = makeLines(5, first.tail);
    const bytes = Buffer.from(second.lines.join(''));
    await agent.ask('POST /v1/agent/entries', { bytes: Buffer.from(first.lines.join('')) });
    const before = await rolledBack();
    const next = await startNewer({ '9001-colours.sql': additive, '9002-weights.sql': breaking });

    const refused = await agent.ask('POST /v1/agent/entries', { bytes });
    expect(refused).toMatchObject({ status: 503, json: { status: 503 } });
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(JSON.stringify(refused.json)).toContain('Start the newer version of the server');
    const people = await ask(server, 'GET /v1/people', { token: team.token('admin') });
    expect(people.status).toBe(503);
    const ready = await ask(server, 'GET /readyz');
    expect([ready.status, JSON.stringify(ready.json)]).toEqual([
      503,
      expect.stringContaining('this server is older than the database'),
    ]);
    expect((await ask(server, 'GET /healthz')).status).toBe(200);
    // Sweeps are refused as well; none of them says it again.
    await vi.waitUntil(async () => (await rolledBack()) > before + 4, { timeout: 60_000, interval: 200 });
    expect(said.filter(isNews)).toMatchObject([
      { level: 50, knows: newestMigration(), oldest: 9002, msg: expect.stringContaining('Start the newer') },
    ]);

    expect((await agent.askAt(next.url, 'POST /v1/agent/entries', { bytes })).status).toBe(200);
    expect((await ask(next, 'GET /readyz')).status).toBe(200);
    expect(await storedEntries()).toEqual(upTo(10));
    expect(await countDifferences(server.databaseUrl)).toEqual([]);
  });

  test('an older server does not start again', async () => {
    await startNewer({ '9002-weights.sql': breaking });
    await expect(serve({ ...server.settings, port: 0 })).rejects.toThrow(
      'the database is newer than this server: it has 9002-weights.sql',
    );
  });

  test('a database that is restored from a backup of before takes the older server again', async () => {
    await startNewer({ '9002-weights.sql': breaking });
    expect((await ask(server, 'GET /v1/people', { token: team.token('admin') })).status).toBe(503);
    await inspect(server.databaseUrl, 'update oldest_server set knows = 1');
    expect((await ask(server, 'GET /v1/people', { token: team.token('admin') })).status).toBe(200);
    await vi.waitUntil(async () => (await ask(server, 'GET /readyz')).status === 200);
  });
});

describe('the moment of the migration', () => {
  let older: Database;
  let mayEnd: PromiseWithResolvers<void>;
  beforeEach(async () => {
    mayEnd = Promise.withResolvers();
    // Its sweeps would wait as well.
    await server.stop();
    older = openDatabase({ url: server.databaseUrl, connections: 8 });
  });
  afterEach(async () => {
    mayEnd.resolve();
    await older.close();
  });

  const addProject = (name: string): Statement => ({
    name: 'add-a-project',
    text: 'insert into projects (organisation, name) values (permesso.organisation(), $1)',
    values: [name],
  });
  const nothing = { name: 'nothing', text: 'select 1', values: [] };

  /** Until somebody waits for the lock of the schema, so many of them. */
  async function waitingForSchema(count: number): Promise<void> {
    await vi.waitUntil(async () => {
      const rows = await inspect(
        server.databaseUrl,
        "select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())",
      );
      return rows.length === count;
    });
  }

  test('what an older server began before it is over before anything changes; what it begins meanwhile is refused', async () => {
    const order: string[] = [];
    const hasBegun = Promise.withResolvers<void>();
    const before = older.asOrganisation(team.organisation, async (on) => {
      await on.query(addProject('before'));
      hasBegun.resolve();
      await mayEnd.promise;
      order.push('the older server ends');
    });
    await Promise.race([hasBegun.promise, before]);
    writeFileSync(join(folder, '9002-weights.sql'), breaking);
    const migrated = migrate(server.databaseUrl, { folder }).then(() => order.push('migrated'));
    await waitingForSchema(1);
    const meanwhile = [
      older.asOrganisation(team.organisation, (on) => on.query(addProject('meanwhile'))),
      older.asIngest(team.organisation, (on) => on.query(nothing)),
      older.asSystem((on) => on.query(nothing)),
    ].map((each) =>
      each.then(
        () => 'went on',
        (error: unknown) => error,
      ),
    );
    await waitingForSchema(4);
    expect(order).toEqual([]);
    mayEnd.resolve();
    await before;
    await migrated;
    expect(order).toEqual(['the older server ends', 'migrated']);
    for (const each of meanwhile) expect(await each).toBeInstanceOf(OldServerError);
    await expect(older.asSystem(async () => undefined)).rejects.toThrow(OldServerError);
    const written = await inspect(server.databaseUrl, "select from projects where name = 'meanwhile'");
    expect(written).toEqual([]);
  });

  test('a migration that has to wait for a long transaction lets servers go on, and tries again', async () => {
    const long = new pg.Client({ connectionString: server.databaseUrl });
    await long.connect();
    try {
      await long.query('begin; select pg_advisory_xact_lock_shared(permesso.schema_lock())');
      writeFileSync(join(folder, '9002-weights.sql'), breaking);
      const migrated = migrate(server.databaseUrl, { folder, holdUpMs: 300 });
      await waitingForSchema(1);
      // Behind the migration, until it steps back.
      await older.asOrganisation(team.organisation, (on) => on.query(addProject('between')));
      await long.query('commit');
      expect(await migrated).toEqual(['9002-weights.sql']);
    } finally {
      await long.end();
    }
  });
});
