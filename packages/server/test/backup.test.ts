import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase, type Database } from '../src/database/database.ts';
import { operator } from '../src/identity/operator.ts';
import { runServeCommand } from '../src/index.ts';
import { serve, type RunningServer } from '../src/serve.ts';
import { readSettings } from '../src/declared.ts';
import { countDifferences } from './count-differences.ts';
import { ask, createTeam, enrol, type Team, type TestAgent } from './harness.ts';
import { joinedMachine, soon, type Machine } from './machine.ts';
import { publish } from './publish.ts';
import { question } from './question.ts';
import { createTestDatabase, inspect, type TestDatabase } from './test-database.ts';

const run = promisify(execFile);
const page = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');
const secret = 'x'.repeat(32);
const unlimited = { burst: 1e9, perSecond: 1e9 };

/** Owns its database and may make roles; sees no row that it is not shown. Managed PostgreSQL gives no more. */
const user = `backup_owner_${randomBytes(6).toString('hex')}`;
let around: TestDatabase;
beforeAll(async () => {
  around = await createTestDatabase();
  await inspect(around.url, `create role ${user} login createrole`);
  // A role of the cluster that another user made must be granted by an administrator.
  for (const role of ['tenant', 'system', 'ingest', 'backup'])
    await inspect(
      around.url,
      `do $$ begin if not exists (select from pg_roles where rolname = 'permesso_${role}') then
         create role permesso_${role} nologin nobypassrls; end if;
       exception when duplicate_object or unique_violation then null; end $$;
       grant permesso_${role} to ${user}`,
    );
});
afterAll(async () => {
  await around.drop();
  await inspect(around.url.replace(/permesso_test_\w+/, 'postgres'), `drop role ${user}`);
});

const closing: (() => unknown)[] = [];
let files: string;
let url: string;
let server: RunningServer & { readonly operator: ReturnType<typeof operator> };
let database: Database;
let team: Team;
let machine: Machine;
let agent: TestAgent;

async function ownedDatabase(): Promise<string> {
  const made = await createTestDatabase();
  closing.unshift(() => made.drop());
  const own = new URL(made.url);
  await inspect(made.url, `alter database ${own.pathname.slice(1)} owner to ${user}`);
  own.username = user;
  return own.href;
}

const envOf = (databaseUrl: string, port = '0'): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  PERMESSO_SECRET: secret,
  PERMESSO_PORT: port,
  PERMESSO_LOG: 'silent',
});

async function start(databaseUrl: string, port = '0'): Promise<void> {
  const settings = readSettings(envOf(databaseUrl, port));
  const running = await serve(settings, {
    log: pino({ level: 'silent' }),
    limits: { stranger: unlimited, caller: unlimited },
  });
  database = openDatabase({ url: databaseUrl, connections: 3 });
  server = { ...running, operator: operator({ database, secret: settings.secret }) };
}

async function stop(): Promise<void> {
  await server.stop();
  await database.close();
}

async function type(databaseUrl: string, ...operands: readonly string[]): Promise<string> {
  const said: string[] = [];
  await runServeCommand({
    operands,
    roles: [],
    json: false,
    env: envOf(databaseUrl),
    print: (text) => said.push(text),
    ended: new Promise(() => undefined),
  });
  return said.join('\n');
}

const policy = (denied: string): string =>
  `allow: ['Bash(npm test)']\nask: ['Bash(git push:*)']\ndeny: ['Bash(${denied}:*)']\ntests: [{ call: Bash(${denied} x), expect: deny }]\n`;

async function synced(wanted: RegExp): Promise<{ readonly stdout: string; readonly stderr: string }> {
  let last = { stdout: '', stderr: '' };
  let notices = '';
  await soon(async () => {
    last = await machine.permesso('team', 'sync');
    notices += last.stderr;
    return wanted.test(last.stdout);
  });
  return { stdout: last.stdout, stderr: notices };
}

async function storedEntries(): Promise<number> {
  const { json } = await ask(server, 'GET /v1/entries?from=2020-01-01&to=2100-01-01', {
    token: team.token('admin'),
  });
  return json.entries.length;
}

async function serial(): Promise<number> {
  const [row] = await inspect<{ serial: string }>(
    adminUrl(url),
    'select max(serial) as serial from channels',
  );
  return Number(row?.serial);
}

/** As a superuser: tests look at every row. */
function adminUrl(owned: string): string {
  const admin = new URL(owned);
  admin.username = new URL(around.url).username;
  return admin.href;
}

beforeEach(async () => {
  files = mkdtempSync(join(tmpdir(), 'permesso-backup-'));
  closing.push(() => rmSync(files, { recursive: true, force: true }));
  url = await ownedDatabase();
  await start(url);
  team = await createTeam(server, 'acme');
  agent = await enrol(server, team.enrolment);
  machine = await joinedMachine(server, team);
  closing.push(() => machine.remove());
  await publish(server, team, { text: policy('curl') });
  await synced(/Policy version 1/);
  await machine.hook('npm test');
  await synced(/Policy version 1, [1-9]/);
});

afterEach(async () => {
  await stop();
  for (const close of closing.splice(0)) await close();
});

/** What happens after the backup and is lost with the database. */
async function goOn(): Promise<void> {
  await publish(server, team, { text: policy('ssh') });
  await synced(/Policy version 2/);
  expect(await machine.hook('npm test')).toBe('allow');
  await synced(/Policy version 2, [1-9]/);
}

async function startAgain(restored: string): Promise<void> {
  const { port } = new URL(server.url);
  await stop();
  url = restored;
  await start(url, port);
}

describe('backup and restore by an owner of the database who is not a superuser', () => {
  test('serials go on, agents notice, lost entries come back, nothing is used twice', async () => {
    const asked = question();
    const { id } = (await agent.ask('POST /v1/agent/approvals', { body: asked })).json;
    const { digest, callKey } = asked.request as Record<string, string>;
    const yes = { verdict: 'allow', digest };
    await ask(server, `POST /v1/approvals/${id}/answer`, { token: team.token('approver'), body: yes });
    const file = join(files, 'team.dump');
    expect(await type(url, 'backup', file)).toBe(`backup        ${file}`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const used = await agent.ask(`POST /v1/agent/approvals/${id}/use`, { body: { callKey, digest } });
    expect(used.status).toBe(200);
    await goOn();
    const [before, entries] = [await serial(), await storedEntries()];

    const other = await ownedDatabase();
    expect(await type(other, 'restore', file)).toBe('organisations 1');
    await startAgain(other);
    expect(await serial()).toBeGreaterThan(before);
    expect(await storedEntries()).toBeLessThan(entries);
    const { stdout, stderr } = await synced(/Policy version 1/);
    expect(stdout).toMatch(/Policy version 1, [1-9]\d* entries sent/);
    expect(stderr).toContain('notice: the team server was restored from a backup at 20');
    expect(await storedEntries()).toBe(entries);
    expect(await countDifferences(adminUrl(other))).toEqual([]);
    // Said once.
    expect((await machine.permesso('team', 'sync')).stderr).toBe('');

    const again = await agent.ask(`POST /v1/agent/approvals/${id}/use`, { body: { callKey, digest } });
    expect([again.status, again.json.title ?? again.json.detail]).toEqual([409, expect.anything()]);
    await expect(enrol(server, team.enrolment)).rejects.toThrow('enrolling failed');

    // The number 2 is given again, with another text: agents must not keep the one that is lost.
    await publish(server, team, { text: policy('telnet') });
    await synced(/Policy version 2/);
    expect(await machine.hook('telnet x')).toBe('deny');
    await synced(/Policy version 2/);
    const proof = join(files, 'proof.json');
    expect((await machine.permesso('team', 'evidence', proof)).code).toBe(0);
    const verified = await machine.permesso('log', 'verify', '--server', proof);
    expect(verified.stdout).toContain("The server's log is proven to hold");

    const once = await serial();
    const third = await ownedDatabase();
    await type(third, 'restore', file);
    await startAgain(third);
    expect(await serial()).toBeGreaterThan(once);
    const acts = await ask(server, 'GET /v1/acts', { token: team.token('admin') });
    expect(JSON.stringify(acts.json)).toContain('server.restored');
  });

  test('pg_dump and pg_restore as the page says: the server finds out by itself', async () => {
    const [, dump = '', load = ''] =
      /## Backup[\s\S]*?```sh\n(pg_dump [^\n]+)\n(pg_restore [^\n]+)\n```/.exec(page) ?? [];
    expect(dump).toContain('pg_dump');
    const other = await ownedDatabase();
    const env = { ...process.env, DATABASE_URL: url, NEW_DATABASE_URL: other };
    await run('bash', ['-ec', dump], { cwd: files, env });
    await goOn();
    const before = await serial();
    await run('bash', ['-ec', load], { cwd: files, env });
    await startAgain(other);
    await soon(async () => (await serial()) > before);
    const { stderr } = await synced(/Policy version 1/);
    expect(stderr).toContain('restored from a backup');
  });

  test('a restore that the database does not show is said by hand', async () => {
    const before = await serial();
    expect(await type(url, 'restored')).toBe('organisations 1');
    expect(await serial()).toBeGreaterThan(before);
    // The running server is told by a notification, so the first syncs may still see the manifest from before.
    await soon(async () =>
      (await machine.permesso('team', 'sync')).stderr.includes('restored from a backup'),
    );
  });
});

test('a backup holds every row of every table, also of one that a migration adds later', async () => {
  await inspect(url, 'create table later (organisation uuid not null references organisations)');
  await inspect(
    url,
    'alter table later enable row level security; alter table later force row level security',
  );
  await inspect(adminUrl(url), 'insert into later select id from organisations');
  // As when that migration is applied: after each one, whatever was added is shown to backups.
  await inspect(url, readFileSync(join(import.meta.dirname, '../sql/after-migrations.sql'), 'utf8'));
  const file = join(files, 'all.dump');
  // Nothing is sealed or swept between the backup and the counting.
  const { port } = new URL(server.url);
  await stop();
  await type(url, 'backup', file);
  const { stdout } = await run('pg_restore', ['--data-only', '--file=-', file]);
  const tables = await inspect<{ name: string }>(
    adminUrl(url),
    "select relname as name from pg_class where relnamespace = 'permesso'::regnamespace and relkind = 'r'",
  );
  expect(tables.length).toBeGreaterThan(25);
  for (const { name } of tables) {
    const [row] = await inspect<{ count: number }>(adminUrl(url), `select count(*)::int from "${name}"`);
    const [, rows = ''] =
      new RegExp(`^COPY permesso\\.${name} .*\\n((?:(?!\\\\\\.).*\\n)*)`, 'm').exec(stdout) ?? [];
    expect([name, rows.split('\n').length - 1]).toEqual([name, row?.count]);
  }
  await start(url, port);
});

test('a backup that fails leaves no file, and one is restored only into an empty database', async () => {
  const file = join(files, 'team.dump');
  const nowhere = new URL(url);
  nowhere.pathname = '/permesso_nowhere';
  await expect(type(nowhere.href, 'backup', file)).rejects.toThrow('pg_dump failed (1)');
  expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false]);
  await type(url, 'backup', file);
  await expect(type(url, 'restore', file)).rejects.toThrow('restore into an empty one');
  await expect(type(url, 'backup')).rejects.toThrow('missing file');
});

test('the role of backups changes nothing', async () => {
  const own = new URL(adminUrl(url));
  own.searchParams.set('options', '-c role=permesso_backup -c search_path=permesso');
  for (const statement of [
    'delete from people',
    "update people set email = 'x'",
    "insert into organisations (name) values ('evil')",
    'drop table people',
    'truncate events',
  ])
    await expect(inspect(own.href, `set role permesso_backup; ${statement}`)).rejects.toThrow(
      /permission denied|must be owner/,
    );
});
