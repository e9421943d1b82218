import type { LogStore } from '../log/entry/log.ts';
import { sqlStores } from './sql-stores.ts';
import { tablesOf, tableStatements, type SqlOptions, type SqlRow, type SqlValue } from './sql.ts';
import type { Stores } from './stores.ts';

/** `ctx.storage.sql` of a Durable Object with SQLite storage, or anything of that shape. */
export interface DurableObjectSql {
  readonly exec: (text: string, ...values: SqlValue[]) => { readonly toArray: () => unknown };
}

/** What a Durable Object answers: a class that has this method, and its stub in a Worker. */
export interface StatementRunner {
  readonly run: (text: string, values: readonly SqlValue[]) => Promise<readonly SqlRow[]>;
}

/**
 * In the class of a Durable Object: makes the tables, and runs the statements that `durableObjectStores` sends. An object does one
 * thing at a time and writes before it answers, so each statement is atomic and lasts.
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
    // Numbered as in SQLite: the same value may be used in several places.
    run: async (text, values) =>
      sql.exec(text.replaceAll(/\$(\d+)/g, '?$1'), ...values).toArray() as readonly SqlRow[],
  };
}

/**
 * Approvals, grants, limits, sessions and the log in one Durable Object: in a Worker with its stub, in the object itself with
 * `durableObjectStatements`. One object for each tenant, so that they do not wait for each other.
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
  // Called on the object: a stub has no methods of its own that could be taken off it.
  return sqlStores((text, values) => object.run(text, values), tablesOf(options));
}
