import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { dropConnection } from './drop-connection.ts';
import { oldServerProblem } from './old-server.ts';

/**
 * Numbered files, each of which runs once. The first is the whole schema of the first release. Older servers keep
 * running during and after a migration, so a migration only adds; one that makes older servers do something wrong
 * begins with `select permesso.refuse_servers_before(2);`, its own number: see `oldest_server` in the schema.
 */
const ownFolder = join(import.meta.dirname, '../../sql');

/** Keeps two servers that start together from both migrating. An arbitrary constant. */
const lock = 7_316_401;

export interface MigrateOptions {
  /** Gives up: another server that migrates may take its time. */
  readonly signal?: AbortSignal;
  /** The migrations' folder, for tests of future versions. */
  readonly folder?: string;
  /**
   * How long a migration may block servers while it waits for running transactions. Then it lets them continue for as
   * long, and tries again.
   */
  readonly holdUpMs?: number;
}

/** How often a migration tries to get its locks before it gives up. */
const mostTries = 30;

/** Migrates the database to the newest schema. Each numbered file runs once, in its own transaction. */
export async function migrate(
  url: string,
  { signal, folder = ownFolder, holdUpMs = 5000 }: MigrateOptions = {},
): Promise<readonly string[]> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'permesso migrate',
    connectionTimeoutMillis: 10_000,
    // A pooler rejects this: the lock below must not be taken on a shared connection.
    options: '-c timezone=UTC',
  });
  // Errors are reported to the callers of a statement.
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
    const names = migrationNames(folder);
    await checkNotTooOld(client, { done, names });
    const applied: string[] = [];
    await client.query(`set lock_timeout = ${holdUpMs}`);
    for (const name of names.filter((each) => !done.has(each))) {
      await untilNotHeldUp(() => apply(client, join(folder, name)), holdUpMs);
      applied.push(name);
    }
    if (applied.length > 0) {
      await client.query('set search_path = permesso');
      const after = readFileSync(join(ownFolder, 'after-migrations.sql'), 'utf8');
      await untilNotHeldUp(() => client.query(after), holdUpMs);
    }
    return applied;
  } catch (error) {
    throw whyNotMigrated(error, url);
  } finally {
    signal?.removeEventListener('abort', giveUp);
    await client.end();
  }
}

/** The first connection: if it fails, DATABASE_URL or its target is wrong. */
function whyUnreachable(error: unknown, url: string): string {
  const { hostname, port, pathname, username } = new URL(url);
  const name = decodeURIComponent(pathname.slice(1));
  const at = `${hostname || 'localhost'}:${port || '5432'}`;
  const { code, message } = error as { readonly code?: string; readonly message: string };
  if (message.includes('unsupported startup parameter'))
    return `a pooler answers at ${at} (${message}): set PERMESSO_DIRECT_URL to the address of PostgreSQL itself`;
  if (code === '3D000') return `no database ${name} at ${at}; create it with createdb ${name}`;
  if (code === '28P01' || code === '28000')
    return `PostgreSQL at ${at} does not let ${username || 'this user'} in: ${message} (see DATABASE_URL)`;
  if (code === undefined || !/^[\dA-Z]{5}$/.test(code))
    return `PostgreSQL does not answer at ${at}: ${message || code} (see DATABASE_URL)`;
  return message;
}

const noPrivilege = '42501';
const roles = ['permesso_tenant', 'permesso_system', 'permesso_ingest', 'permesso_backup', 'permesso_mover'];
/** Starts with creating the roles. Without the right to do that, nothing else is reached. */
const roleMigration = '0001-schema.sql';

/** Missing rights of DATABASE_URL's user are reported with the statements that grant them. */
function whyNotMigrated(error: unknown, url: string): unknown {
  const { code, message } = error as { readonly code?: string; readonly message: string };
  if (code !== noPrivilege) return error;
  const { pathname, username } = new URL(url);
  const user = pg.escapeIdentifier(decodeURIComponent(username));
  const database = pg.escapeIdentifier(decodeURIComponent(pathname.slice(1)));
  const fix = message.includes(roleMigration)
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

export function migrationNames(folder = ownFolder): readonly string[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}-[a-z-]+\.sql$/.test(name))
    .toSorted();
}

/** The version that a server reports to the database. */
export function newestMigration(folder?: string): number {
  return numberOf(migrationNames(folder).at(-1) ?? '0');
}

function numberOf(name: string): number {
  return Number.parseInt(name, 10);
}

/** A newer database that accepts servers of this version is left as it is. */
async function checkNotTooOld(
  client: pg.Client,
  { done, names }: { readonly done: ReadonlySet<string>; readonly names: readonly string[] },
): Promise<void> {
  const unknown = [...done].filter((name) => !names.includes(name));
  if (unknown.length === 0) return;
  const { rows } = await client.query<{ readonly knows: number }>('select knows from permesso.oldest_server');
  const knows = numberOf(names.at(-1) ?? '0');
  const oldest = rows[0]?.knows ?? Infinity;
  if (oldest > knows)
    throw new Error(
      `the database is newer than this server: it has ${unknown.join(', ')}. ${oldServerProblem({ knows, oldest })}`,
    );
}

/** Beside running servers: waits for their locks, and the database resolves deadlocks. */
async function untilNotHeldUp(work: () => Promise<unknown>, holdUpMs: number): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      await work();
      return;
    } catch (error) {
      if (!isHeldUp(error) || tries === mostTries) throw error;
      await wait(holdUpMs);
    }
}

/** A lock timeout, or a deadlock. */
function isHeldUp(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '55P03' || error.code === '40P01');
}

async function apply(client: pg.Client, file: string): Promise<void> {
  const name = basename(file);
  await client.query('begin');
  try {
    await client.query('set local search_path = permesso');
    await client.query(readFileSync(file, 'utf8'));
    await client.query('insert into permesso.migrations (name) values ($1)', [name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    const { message, code } = error as { readonly message: string; readonly code?: string };
    throw Object.assign(new Error(`migration ${name} failed: ${message}`, { cause: error }), { code });
  }
}
