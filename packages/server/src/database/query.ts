import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { QueryResultRow } from 'pg';

/** What queries run on: a connection inside a transaction. */
export interface Connection {
  readonly query: (config: Statement) => Promise<{ readonly rows: readonly QueryResultRow[] }>;
}

export interface Statement {
  /** Absent if it is planned on each use. */
  readonly name: string | undefined;
  readonly text: string;
  readonly values: unknown[];
}

/** A row that is passed on unchanged. */
export type Row = Readonly<Record<string, unknown>>;

export type Query<R, P = void> = (
  on: Connection,
  ...given: P extends void ? [] : [values: P]
) => Promise<readonly R[]>;

export interface QueryOptions {
  /**
   * For a statement on a table that starts empty: a prepared one keeps the plan from when the table was small, until
   * the statistics are updated. Also for one whose best plan depends on its values.
   */
  readonly isPlannedEachTime?: boolean;
}

/**
 * Reads the statements of a folder, one per file and prepared once per connection. Parameters have names
 * (`:project`), and values never become statement text.
 */
export function queries(folder: string) {
  return function query<R extends QueryResultRow, P extends object | void = void>(
    file: string,
    { isPlannedEachTime = false }: QueryOptions = {},
  ): Query<Readonly<R>, Readonly<P>> {
    const { text, names } = numberParameters(readFileSync(join(folder, file), 'utf8'));
    // Two folders may have a file of the same name: the text is part of the statement's name.
    const name = isPlannedEachTime
      ? undefined
      : `${file.replace(/\.sql$/, '').slice(0, 40)}-${hash('sha256', text, 'hex').slice(0, 16)}`;
    return async (on, ...[given]) => {
      const values = new Map<string, unknown>(Object.entries(given ?? {}));
      if (values.size !== names.length || !names.every((each) => values.has(each)))
        throw new TypeError(`${file} takes ${names.join(', ')}, not ${[...values.keys()].join(', ')}`);
      const inOrder = names.map((each) => values.get(each));
      return (await on.query({ name, text, values: inOrder })).rows as readonly R[];
    };
  };
}

/** Comments, strings, quoted names and casts, which hold no parameters; then a parameter. */
const pieces = /--[^\n]*|'(?:[^']|'')*'|"[^"]*"|::|(?<![\w:]):([a-z]\w*)/gi;

/** `:name` -> `$1`, the same number at every occurrence. */
export function numberParameters(sql: string): { readonly text: string; readonly names: readonly string[] } {
  const names: string[] = [];
  const text = sql.replaceAll(pieces, (piece: string, name?: string) => {
    if (name === undefined) return piece;
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { text, names };
}

/** The row of a query that returns at most one. */
export async function first<R>(rows: Promise<readonly R[]>): Promise<R | undefined> {
  return (await rows)[0];
}

/** The row of a query that always returns one. */
export async function only<R>(rows: Promise<readonly R[]>): Promise<R> {
  const [row] = await rows;
  if (row === undefined) throw new Error('a query gave no row where it always gives one');
  return row;
}
