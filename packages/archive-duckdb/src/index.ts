/** The engine of `@permesso/server`'s archive: Parquet files of entries, written and searched by DuckDB inside the process. */
import { join } from 'node:path';
import {
  BIGINT,
  DuckDBInstance,
  DuckDBTimestampTZValue,
  LIST,
  TIMESTAMPTZ,
  VARCHAR,
  listValue,
  type DuckDBAppender,
  type DuckDBConnection,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';

/** A time, in microseconds since 1970. */
export interface Micros {
  readonly micros: bigint;
}

/** Nullable values are text. */
export type ArchiveValue = string | number | null | Micros | readonly string[];

/** As the database returns it: numbers and times (microseconds) as text. */
export interface ArchiveRow {
  readonly agent: string;
  readonly seq: string;
  readonly receivedAt: string;
  readonly at: string | null;
  readonly type: string;
  readonly verdict: string | null;
  readonly tool: string | null;
  readonly session: string | null;
  readonly line: string;
}

export interface PartToWrite {
  readonly organisation: string;
  readonly pages: AsyncIterable<readonly ArchiveRow[]>;
  /** In one of the engine's folders; made of names, never of values. */
  readonly path: string;
}

/** An engine that can read and write Parquet files in some folders, and nothing else. */
export interface ArchiveEngine {
  /** Runs one statement. Values never become part of its text. */
  readonly read: (text: string, values: readonly ArchiveValue[]) => Promise<readonly object[]>;
  /** Writes one file, in the order of the rows; nothing for no rows. The same rows give the same bytes. */
  readonly write: (part: PartToWrite) => Promise<void>;
  readonly close: () => void;
}

export interface EngineOptions {
  /** Folders with files; the first is for data that exceeds memory. */
  readonly folders: readonly [temporary: string, ...others: string[]];
}

const memory = '512MB';
const threads = '2';

export async function openEngine({ folders }: EngineOptions): Promise<ArchiveEngine> {
  const instance = await DuckDBInstance.create(':memory:', {
    threads,
    memory_limit: memory,
    temp_directory: join(folders[0], 'spill'),
  });
  const withConnection = async <T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> => {
    const connection = await instance.connect();
    try {
      return await work(connection);
    } finally {
      connection.closeSync();
    }
  };
  const allowed = folders.map((folder) => quoted(`${folder}/`)).join(', ');
  await withConnection(async (connection) => {
    // Runs last: afterwards no setting can be changed, and no file elsewhere opened.
    for (const statement of [
      'set autoinstall_known_extensions = false',
      'set autoload_known_extensions = false',
      `set allowed_directories = [${allowed}]`,
      'set enable_external_access = false',
      'set lock_configuration = true',
    ])
      await connection.run(statement);
  });
  return {
    read: (text, values) => withConnection((connection) => readRows(connection, text, values)),
    write: (part) => withConnection((connection) => writeRows(connection, part)),
    close: () => instance.closeSync(),
  };
}

async function readRows(
  connection: DuckDBConnection,
  text: string,
  values: readonly ArchiveValue[],
): Promise<readonly object[]> {
  const bound = values.map(bind);
  const result = await connection.runAndReadAll(
    text,
    bound.map(({ value }) => value),
    bound.map(({ type }) => type),
  );
  return result.getRowObjectsJS();
}

const makePart = `
  create or replace temp table part (
    organisation varchar not null, agent varchar not null, seq bigint not null, received_at timestamptz not null,
    "at" timestamptz, type varchar not null, verdict varchar, tool varchar, session varchar, line varchar not null
  )`;

/** Small groups: a page of some hundred entries is found without reading the rest of the file. */
const rowGroup = 8192;

async function writeRows(
  connection: DuckDBConnection,
  { organisation, pages, path }: PartToWrite,
): Promise<void> {
  await connection.run(makePart);
  const appender = await connection.createAppender('part', 'main', 'temp');
  let isEmpty = true;
  for await (const rows of pages)
    for (const row of rows) {
      appendRow(appender, organisation, row);
      isEmpty = false;
    }
  appender.closeSync();
  if (isEmpty) return;
  await connection.run(
    `copy part to ${quoted(path)} (format parquet, compression zstd, row_group_size ${rowGroup})`,
  );
}

function appendRow(appender: DuckDBAppender, organisation: string, row: ArchiveRow): void {
  const text = (value: string | null): void =>
    value === null ? appender.appendNull() : appender.appendVarchar(value);
  const time = (value: string | null): void =>
    value === null
      ? appender.appendNull()
      : appender.appendTimestampTZ(new DuckDBTimestampTZValue(BigInt(value)));
  text(organisation);
  text(row.agent);
  appender.appendBigInt(BigInt(row.seq));
  time(row.receivedAt);
  time(row.at);
  for (const field of [row.type, row.verdict, row.tool, row.session, row.line]) text(field);
  appender.endRow();
}

function bind(value: ArchiveValue): { readonly value: DuckDBValue; readonly type: DuckDBType } {
  if (typeof value === 'number') return { value: BigInt(value), type: BIGINT };
  if (typeof value === 'string' || value === null) return { value, type: VARCHAR };
  if ('micros' in value) return { value: new DuckDBTimestampTZValue(value.micros), type: TIMESTAMPTZ };
  return { value: listValue([...value]), type: LIST(VARCHAR) };
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
