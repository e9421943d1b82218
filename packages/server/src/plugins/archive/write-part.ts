import { stat } from 'node:fs/promises';
import { query, type ArchiveEngine } from './duckdb.ts';
import { digestOf } from './verify-file.ts';

/** As the database gives it: numbers and times (microseconds) as text. */
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

export interface WrittenPart {
  readonly path: string;
  readonly digest: string;
  readonly bytes: number;
  readonly entries: number;
  readonly first: ArchiveRow;
  readonly last: ArchiveRow;
}

const folder = import.meta.dirname;
const makePart = `
  create or replace temp table part (
    organisation varchar not null, agent varchar not null, seq bigint not null, received_at timestamptz not null,
    "at" timestamptz, type varchar not null, verdict varchar, tool varchar, session varchar, line varchar not null
  )`;
const countPart = query<
  { readonly entries: number },
  { readonly files: readonly string[]; readonly organisation: string }
>(folder, 'count-part.sql');

/** Small groups: a page of some hundred entries is found without reading the rest of the file. */
const rowGroup = 8192;

/**
 * One Parquet file, in the order that entries are read in; nothing where there are no rows. The same rows give the same
 * bytes, so a server that was killed after it wrote a file writes it again under the same name.
 */
export async function writePart(
  engine: ArchiveEngine,
  {
    organisation,
    pages,
    path,
  }: {
    readonly organisation: string;
    readonly pages: AsyncIterable<readonly ArchiveRow[]>;
    /** In the folder of the engine's own: made of names, never of values. */
    readonly path: string;
  },
): Promise<WrittenPart | undefined> {
  const { DuckDBTimestampTZValue } = engine.module;
  const connection = await engine.connect();
  try {
    await connection.run(makePart);
    const appender = await connection.createAppender('part', 'main', 'temp');
    const text = (value: string | null): void =>
      value === null ? appender.appendNull() : appender.appendVarchar(value);
    const time = (value: string | null): void =>
      value === null
        ? appender.appendNull()
        : appender.appendTimestampTZ(new DuckDBTimestampTZValue(BigInt(value)));
    let first: ArchiveRow | undefined;
    let last: ArchiveRow | undefined;
    let entries = 0;
    for await (const rows of pages) {
      for (const row of rows) {
        text(organisation);
        text(row.agent);
        appender.appendBigInt(BigInt(row.seq));
        time(row.receivedAt);
        time(row.at);
        for (const field of [row.type, row.verdict, row.tool, row.session, row.line]) text(field);
        appender.endRow();
      }
      first ??= rows[0];
      last = rows.at(-1) ?? last;
      entries += rows.length;
    }
    appender.closeSync();
    if (first === undefined || last === undefined) return undefined;
    await connection.run(
      `copy part to '${path.replaceAll("'", "''")}' (format parquet, compression zstd, row_group_size ${rowGroup})`,
    );
    const [found] = await countPart(engine, { files: [path], organisation });
    if (found?.entries !== entries)
      throw new Error(`a file of ${entries} entries was written and ${found?.entries} can be read`);
    return { path, digest: await digestOf(path), bytes: (await stat(path)).size, entries, first, last };
  } finally {
    connection.closeSync();
  }
}
