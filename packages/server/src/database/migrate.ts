import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { dropConnection } from './drop-connection.ts';

const folder = join(import.meta.dirname, '../../sql');

/** So that two servers that start together do not both migrate. Any number, always the same. */
const lock = 7_316_401;

export interface MigrateOptions {
  /** Gives up: another server that migrates may take its time. */
  readonly signal?: AbortSignal;
}

/** Brings the database to the newest schema. Each numbered file runs once, in a transaction of its own. */
export async function migrate(url: string, { signal }: MigrateOptions = {}): Promise<readonly string[]> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'permesso migrate',
    connectionTimeoutMillis: 10_000,
    // A pooler refuses this: the lock below must not be taken on a connection that somebody else gets next.
    options: '-c timezone=UTC',
  });
  // A connection that breaks says so to callers that wait for a statement.
  client.on('error', () => undefined);
  const giveUp = (): void => dropConnection(client);
  signal?.addEventListener('abort', giveUp, { once: true });
  signal?.throwIfAborted();
  try {
    await client.connect();
  } catch (error) {
    throw new Error(whyUnreachable(error, url), { cause: error });
  }
  try {
    await client.query('select pg_advisory_lock($1)', [lock]);
    await client.query('create schema if not exists permesso');
    await client.query(
      'create table if not exists permesso.migrations (name text primary key, at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string }>('select name from permesso.migrations');
    const done = new Set(rows.map(({ name }) => name));
    const unknown = [...done].filter((name) => !migrationNames().includes(name));
    if (unknown.length > 0)
      throw new Error(`the database is newer than this server: it has ${unknown.join(', ')}`);
    const applied: string[] = [];
    for (const name of migrationNames().filter((each) => !done.has(each))) {
      await apply(client, name);
      applied.push(name);
    }
    if (applied.length > 0) {
      await client.query('set search_path = permesso');
      await client.query(readFileSync(join(folder, 'after-migrations.sql'), 'utf8'));
    }
    return applied;
  } catch (error) {
    throw whyNotMigrated(error, url);
  } finally {
    signal?.removeEventListener('abort', giveUp);
    await client.end();
  }
}

/** The first connection of all: what is wrong with it is wrong with DATABASE_URL, or with what it names. */
function whyUnreachable(error: unknown, url: string): string {
  const { hostname, port, pathname, username } = new URL(url);
  const name = decodeURIComponent(pathname.slice(1));
  const at = `${hostname || 'localhost'}:${port || '5432'}`;
  const { code, message } = error as { readonly code?: string; readonly message: string };
  if (message.includes('unsupported startup parameter'))
    return `a pooler answers at ${at} (${message}): set PERMESSO_DIRECT_URL to the address of PostgreSQL itself`;
  if (code === '3D000') return `there is no database ${name} at ${at}: make it with createdb ${name}`;
  if (code === '28P01' || code === '28000')
    return `PostgreSQL at ${at} does not let ${username || 'this user'} in: ${message} (see DATABASE_URL)`;
  if (code === undefined || !/^[\dA-Z]{5}$/.test(code))
    return `PostgreSQL does not answer at ${at}: ${message || code} (see DATABASE_URL)`;
  return message;
}

const noPrivilege = '42501';
const roles = ['permesso_tenant', 'permesso_system', 'permesso_ingest', 'permesso_backup', 'permesso_mover'];
const roleMigrations = ['0001-roles.sql', '0050-restore.sql', '0095-cells.sql'];

/** What the user of DATABASE_URL may not do is said with the statements that let it. */
function whyNotMigrated(error: unknown, url: string): unknown {
  const { code, message } = error as { readonly code?: string; readonly message: string };
  if (code !== noPrivilege) return error;
  const { pathname, username } = new URL(url);
  const user = pg.escapeIdentifier(decodeURIComponent(username));
  const database = pg.escapeIdentifier(decodeURIComponent(pathname.slice(1)));
  const fix = roleMigrations.some((name) => message.includes(name))
    ? [
        `the user of DATABASE_URL may not make or use the roles that keep organisations apart (${message}).`,
        'Fix: as an administrator of PostgreSQL, run once those of these that are missing:',
        ...roles.map((role) => `  create role ${role} nologin nobypassrls;`),
        `  grant ${roles.join(', ')} to ${user};`,
        `or let it make them: alter role ${user} createrole;`,
      ]
    : [
        `the user of DATABASE_URL may not change the schema (${message}).`,
        `Fix: as an administrator of PostgreSQL: alter database ${database} owner to ${user};`,
      ];
  return new Error(fix.join('\n'), { cause: error });
}

export function migrationNames(): readonly string[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}-[a-z-]+\.sql$/.test(name))
    .toSorted();
}

async function apply(client: pg.Client, name: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query('set local search_path = permesso');
    await client.query(readFileSync(join(folder, name), 'utf8'));
    await client.query('insert into permesso.migrations (name) values ($1)', [name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    const { message, code } = error as { readonly message: string; readonly code?: string };
    throw Object.assign(new Error(`migration ${name} failed: ${message}`, { cause: error }), { code });
  }
}
