import type { Stores } from './stores.ts';
import type { LogStore } from '../log/entry/log.ts';
import { sqlStores } from './sql-stores.ts';
import { tablesOf, tableStatements, type SqlOptions, type SqlRow, type SqlValue } from './sql.ts';

/** A `DatabaseSync` of `node:sqlite`, a database of `better-sqlite3`, or anything with that shape. */
export interface SqliteDatabase {
  readonly exec: (text: string) => unknown;
  readonly prepare: (text: string) => { readonly all: (...values: SqlValue[]) => unknown };
}

/**
 * Approvals, grants, limits, sessions and the log in one file, shared by the processes of a machine. Creates its
 * tables, and sets the database to write-ahead logging and to wait for other writers.
 *
 * @example
 * ```ts
 * import { DatabaseSync } from 'node:sqlite';
 * import { createGate } from '@permesso/gate';
 * import { sqliteStores } from '@permesso/gate/stores/sqlite';
 * const gate = createGate({ policy: { ask: ['refund'] }, stores: sqliteStores(new DatabaseSync('permesso.db')) });
 * ```
 */
export function sqliteStores(
  database: SqliteDatabase,
  options: SqlOptions = {},
): Required<Stores> & { readonly log: LogStore } {
  database.exec('pragma busy_timeout = 30000');
  database.exec('pragma journal_mode = wal');
  database.exec('pragma synchronous = full');
  const tables = tablesOf(options);
  for (const statement of tableStatements(tables, 'integer primary key autoincrement'))
    database.exec(statement);
  const run = async (text: string, values: readonly SqlValue[]): Promise<readonly SqlRow[]> =>
    // Numbered as in SQLite: a value may be used more than once.
    database.prepare(text.replaceAll(/\$(\d+)/g, '?$1')).all(...values) as readonly SqlRow[];
  return sqlStores(run, tables);
}
