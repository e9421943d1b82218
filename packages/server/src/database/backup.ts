import { spawn } from 'node:child_process';
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import pg from 'pg';

/** Shown to the operator. */
export class BackupError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BackupError';
  }
}

export interface BackupOptions {
  readonly url: string;
  readonly file: string;
}

/** A consistent snapshot of the whole database as a file for pg_restore. It appears complete or not at all. */
export async function backUp({ url, file }: BackupOptions): Promise<void> {
  const part = `${file}.part`;
  // Created new, so that nobody else can read it from the first byte on, and no link of theirs is followed.
  rmSync(part, { force: true });
  closeSync(openSync(part, 'wx', 0o600));
  try {
    await runPostgresProgram('pg_dump', url, [
      '--format=custom',
      '--schema=permesso',
      '--no-owner',
      // This role alone can see all rows; without the second option pg_dump refuses, because it does not know that.
      '--role=permesso_backup',
      '--enable-row-security',
      `--file=${part}`,
    ]);
    const written = openSync(part, 'r');
    fsyncSync(written);
    closeSync(written);
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/** Into a database without our schema, all or nothing. */
export async function restore({ url, file }: BackupOptions): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query("select from pg_namespace where nspname = 'permesso'");
    if (rows.length > 0)
      throw new BackupError(
        'there is a server in this database already; restore into an empty one (createdb), and set DATABASE_URL to it',
      );
  } finally {
    await client.end();
  }
  await runPostgresProgram('pg_restore', url, [
    '--no-owner',
    '--exit-on-error',
    '--single-transaction',
    file,
  ]);
}

/** The URL is passed in the environment: everybody on the machine can see arguments. */
function environmentOf(url: string): Readonly<Record<string, string | undefined>> {
  const { hostname, port, pathname, username, password, searchParams } = new URL(url);
  const sslmode = searchParams.get('sslmode');
  return {
    ...process.env,
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...(hostname === '' ? {} : { PGHOST: decodeURIComponent(hostname) }),
    ...(port === '' ? {} : { PGPORT: port }),
    ...(username === '' ? {} : { PGUSER: decodeURIComponent(username) }),
    ...(password === '' ? {} : { PGPASSWORD: decodeURIComponent(password) }),
    ...(sslmode === null ? {} : { PGSSLMODE: sslmode }),
  };
}

async function runPostgresProgram(program: string, url: string, args: readonly string[]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const env = environmentOf(url);
  // pg_restore writes to standard output unless it is given a database.
  const child = spawn(program, program === 'pg_restore' ? [...args, `--dbname=${env['PGDATABASE']}`] : args, {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (data: Buffer) => (said = (said + String(data)).slice(-4000)));
  child.on('error', (error: NodeJS.ErrnoException) =>
    reject(
      error.code === 'ENOENT'
        ? new BackupError(
            `${program} is not installed: on Debian, apt-get install postgresql-client (at least as new as the database)`,
          )
        : error,
    ),
  );
  child.on('close', (code) =>
    code === 0 ? resolve() : reject(new BackupError(`${program} failed (${code}): ${said.trim()}`)),
  );
  await promise;
}
