import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as DuckDb from '@duckdb/node-api';
import { numberParameters } from '../../database/query.ts';

/** An engine that reads Parquet files of some folders, and nothing else. */
export interface ArchiveEngine {
  readonly module: typeof DuckDb;
  readonly connect: () => Promise<DuckDb.DuckDBConnection>;
  readonly close: () => void;
}

export interface EngineOptions {
  /** The folders with files, and one for what does not fit into memory. */
  readonly folders: readonly [temporary: string, ...others: string[]];
}

const memory = '512MB';
const threads = '2';

/** The engine is native code of 68 MB: only who has an archive installs and loads it. */
export async function openEngine({ folders }: EngineOptions): Promise<ArchiveEngine> {
  const module = await loadModule();
  const instance = await module.DuckDBInstance.create(':memory:', {
    threads,
    memory_limit: memory,
    temp_directory: join(folders[0], 'spill'),
  });
  const connection = await instance.connect();
  const allowed = folders.map((folder) => `'${folder.replaceAll("'", "''")}/'`).join(', ');
  // Last of all: after that nothing of it can be changed, and no file elsewhere opened.
  for (const statement of [
    'set autoinstall_known_extensions = false',
    'set autoload_known_extensions = false',
    `set allowed_directories = [${allowed}]`,
    'set enable_external_access = false',
    'set lock_configuration = true',
  ])
    await connection.run(statement);
  connection.closeSync();
  return { module, connect: () => instance.connect(), close: () => instance.closeSync() };
}

async function loadModule(): Promise<typeof DuckDb> {
  try {
    return await import('@duckdb/node-api');
  } catch (error) {
    throw new Error('PERMESSO_ARCHIVE needs DuckDB; install it with: npm install @duckdb/node-api', {
      cause: error,
    });
  }
}

/** A moment, in microseconds since 1970. */
export interface Micros {
  readonly micros: bigint;
}

type Parameter = string | number | null | Micros | readonly string[];

export type ArchiveQuery<R, P> = (engine: ArchiveEngine, values: P) => Promise<readonly R[]>;

/**
 * One statement in a file of its own, as for the database: values never become text of it. What may be
 * null is text.
 */
export function query<R extends object, P extends object>(folder: string, file: string): ArchiveQuery<R, P> {
  const { text, names } = numberParameters(readFileSync(join(folder, file), 'utf8'));
  return async (engine, given) => {
    const values = new Map<string, Parameter>(Object.entries(given));
    const connection = await engine.connect();
    try {
      const bound = names.map((name) => bind(engine.module, values.get(name) ?? null));
      const result = await connection.runAndReadAll(
        text,
        bound.map(({ value }) => value),
        bound.map(({ type }) => type),
      );
      return result.getRowObjectsJS() as unknown as readonly R[];
    } finally {
      connection.closeSync();
    }
  };
}

function bind(
  { TIMESTAMPTZ, VARCHAR, BIGINT, LIST, listValue, DuckDBTimestampTZValue }: typeof DuckDb,
  value: Parameter,
): { readonly value: DuckDb.DuckDBValue; readonly type: DuckDb.DuckDBType } {
  if (typeof value === 'number') return { value: BigInt(value), type: BIGINT };
  if (typeof value === 'string' || value === null) return { value, type: VARCHAR };
  if ('micros' in value) return { value: new DuckDBTimestampTZValue(value.micros), type: TIMESTAMPTZ };
  return { value: listValue([...value]), type: LIST(VARCHAR) };
}
