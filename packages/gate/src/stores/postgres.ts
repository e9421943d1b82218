import type { Stores } from './stores.ts';
import type { LogStore } from '../log/entry/log.ts';
import { sqlStores } from './sql-stores.ts';
import { tablesOf, tableStatements, type SqlOptions, type SqlRow } from './sql.ts';

/** A `Pool` or `Client` of `pg`, or anything with that shape. Each statement is independent, so a pool is fine. */
export interface PostgresClient {
  readonly query: (text: string, values: unknown[]) => Promise<{ readonly rows: readonly unknown[] }>;
}

/** The PostgreSQL stores of an app, and the function that creates their tables. */
export type PostgresStores = Required<Stores> & {
  readonly log: LogStore;
  /** Creates missing tables. Call it once, before the first call; or put `postgresTables()` into your migrations. */
  readonly prepare: () => Promise<void>;
};

/**
 * Approvals, grants, limits, sessions and the log in PostgreSQL, shared by all servers of an app.
 *
 * @example
 * ```ts
 * import pg from 'pg';
 * import { createGate } from '@permesso/gate';
 * import { postgresStores } from '@permesso/gate/stores/postgres';
 * const stores = postgresStores(new pg.Pool());
 * await stores.prepare();
 * const gate = createGate({ policy: { ask: ['refund'] }, stores });
 * ```
 */
export function postgresStores(client: PostgresClient, options: SqlOptions = {}): PostgresStores {
  const run = async (text: string, values: readonly unknown[]): Promise<readonly SqlRow[]> =>
    (await client.query(text, [...values])).rows as readonly SqlRow[];
  return {
    ...sqlStores(run, tablesOf(options)),
    prepare: async () => {
      // Run one at a time: two servers that start at once would create the same table twice, which PostgreSQL
      // refuses.
      const statements = postgresTables(options).map((statement) => `${statement};`);
      await run(
        `do $permesso$ begin perform pg_advisory_xact_lock(${prepareLock}); ${statements.join(' ')} end $permesso$`,
        [],
      );
    },
  };
}

/** Any number, as long as nothing else in the database uses it. */
const prepareLock = 7_264_911_305;

/**
 * The statements that create the tables, for your own migrations.
 *
 * @example
 * ```ts
 * import { postgresTables } from '@permesso/gate/stores/postgres';
 * console.log(postgresTables({ prefix: 'agents_' }).join(';\n'));
 * ```
 */
export function postgresTables(options: SqlOptions = {}): readonly string[] {
  return tableStatements(tablesOf(options), 'bigint generated always as identity primary key');
}
