import type { LogStore } from '../log/entry/log.ts';
import { sqlStores } from './sql-stores.ts';
import { tablesOf, tableStatements, type SqlOptions, type SqlRow, type SqlValue } from './sql.ts';
import type { Stores } from './stores.ts';

/** `ctx.storage.sql` of a Durable Object with SQLite storage, or anything with that shape. */
export interface DurableObjectSql {
  readonly exec: (text: string, ...values: SqlValue[]) => { readonly toArray: () => unknown };
}

/** The method that your Durable Object class must have, also available on its stub in a Worker. */
export interface StatementRunner {
  readonly run: (text: string, values: readonly SqlValue[]) => Promise<readonly SqlRow[]>;
}

/**
 * For your Durable Object class: creates the tables, and runs the statements that `durableObjectStores` sends. An
 * object does one thing at a time and writes before it responds, so each statement is atomic and durable.
 *
 * @example
 * ```ts
 * import { DurableObject } from 'cloudflare:workers';
 * import { durableObjectStatements, type StatementRunner } from '@permesso/gate/stores/durable-object';
 * export class PermessoStore extends DurableObject {
 *   readonly #statements = durableObjectStatements(this.ctx.storage.sql);
 *   run(...statement: Parameters<StatementRunner['run']>) { return this.#statements.run(...statement); }
 * }
 * ```
 */
export function durableObjectStatements(sql: DurableObjectSql, options: SqlOptions = {}): StatementRunner {
  for (const statement of tableStatements(tablesOf(options), 'integer primary key autoincrement'))
    sql.exec(statement);
  return {
    // Numbered as in SQLite: a value may be used more than once.
    run: async (text, values) =>
      sql.exec(text.replaceAll(/\$(\d+)/g, '?$1'), ...values).toArray() as readonly SqlRow[],
  };
}

/**
 * Approvals, grants, limits, sessions and the log in one Durable Object: pass its stub in a Worker, or
 * `durableObjectStatements` in the object itself. Use one object per tenant, so that tenants do not wait for each
 * other.
 *
 * @example
 * ```ts
 * import { createGate, fixedWorld } from '@permesso/gate';
 * import { durableObjectStores, type StatementRunner } from '@permesso/gate/stores/durable-object';
 * const gateOver = (stub: StatementRunner) =>
 *   createGate({ policy: { ask: ['refund'] }, stores: durableObjectStores(stub), world: () => fixedWorld() });
 * ```
 */
export function durableObjectStores(
  object: StatementRunner,
  options: SqlOptions = {},
): Required<Stores> & { readonly log: LogStore } {
  // Called as a method: a stub's methods cannot be detached from it.
  return sqlStores((text, values) => object.run(text, values), tablesOf(options));
}
