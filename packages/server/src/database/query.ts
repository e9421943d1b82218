import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { QueryResultRow } from 'pg';

/** What queries run on: a connection inside a transaction. */
export interface Connection {
  readonly query: (config: Statement) => Promise<{ readonly rows: readonly QueryResultRow[] }>;
}

interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

export type Query<R, V extends readonly unknown[]> = (on: Connection, ...values: V) => Promise<readonly R[]>;

/** One statement in a file of its own, prepared once on each connection. Values never become text of it. */
export function query<R extends QueryResultRow, V extends readonly unknown[]>(
  folder: string,
  file: string,
): Query<R, V> {
  const text = readFileSync(join(folder, file), 'utf8');
  // Two folders may have a file of one name: the text is part of the name.
  const name = `${file.replace(/\.sql$/, '').slice(0, 40)}-${hash('sha256', text, 'hex').slice(0, 16)}`;
  return async (on, ...values) => (await on.query({ name, text, values: [...values] })).rows as readonly R[];
}

/** The one row of a query that has one or none. */
export async function first<R>(rows: Promise<readonly R[]>): Promise<R | undefined> {
  return (await rows)[0];
}

/** The one row of a query that always gives one. */
export async function only<R>(rows: Promise<readonly R[]>): Promise<R> {
  const [row] = await rows;
  if (row === undefined) throw new Error('a query gave no row where it always gives one');
  return row;
}
