import type { Micros } from '@permesso/archive';
import type { EntryCursor, EntryFilter, EntryRow, FilterValues, NewestSearch } from '../../audit/index.ts';
import type { ArchivedFile } from './archive-storage.ts';
import { query } from './archive-query.ts';
import type { Archive } from './open-archive.ts';

/** An entry as read from a file; its agent's name is in the database. */
export type ArchivedRow = Omit<EntryRow, 'agentName'>;

interface FoundRow {
  readonly agent: string;
  readonly seq: number;
  /** Microseconds. */
  readonly receivedAt: number;
  readonly line: string;
}

const folder = import.meta.dirname;
const oldestArchived = query<
  FoundRow,
  {
    readonly files: readonly string[];
    readonly organisation: string;
    readonly from: Micros;
    readonly to: Micros;
    readonly afterTime: Micros;
    readonly afterAgent: string;
    readonly afterSeq: number;
    readonly most: number;
  } & FilterValues
>(folder, 'oldest-archived.sql');
const newestArchived = query<
  FoundRow,
  {
    readonly files: readonly string[];
    readonly organisation: string;
    readonly from: Micros;
    readonly to: Micros;
    readonly agent: string;
    readonly seq: number;
    readonly verdict: string | null;
    readonly type: string | null;
    readonly tool: string | null;
    readonly session: string | null;
    readonly agents: readonly string[];
    readonly isAnyAgent: number;
    readonly words: readonly string[];
    readonly most: number;
  }
>(folder, 'newest-archived.sql');

/** One archived day of an organisation, and the part of it to search. */
export interface ArchivedSpan {
  readonly organisation: string;
  readonly files: readonly ArchivedFile[];
  readonly from: Micros;
  readonly to: Micros;
}

export async function oldestInArchive(
  archive: Archive,
  span: ArchivedSpan,
  { cursor, most, ...filter }: EntryFilter & { readonly cursor: EntryCursor; readonly most: number },
): Promise<readonly ArchivedRow[]> {
  const { agent = null, type = null, verdict = null, tool = null, session = null, text = null } = filter;
  return await readChecked(archive, span, (files) =>
    oldestArchived(archive.engine, {
      files,
      organisation: span.organisation,
      from: span.from,
      to: span.to,
      agent,
      type,
      verdict,
      tool,
      session,
      text,
      most,
      afterTime: microsOf(cursor.time),
      afterAgent: cursor.agent,
      afterSeq: cursor.seq,
    }),
  );
}

/** The entries before a cursor in the span, newest first. */
export async function newestInArchive(
  archive: Archive,
  span: ArchivedSpan,
  {
    cursor,
    agents,
    ...search
  }: Omit<NewestSearch, 'project' | 'agent' | 'since'> & {
    readonly cursor: EntryCursor;
    /** Only these agents; all when absent. */
    readonly agents?: readonly string[] | undefined;
  },
): Promise<readonly ArchivedRow[]> {
  return await readChecked(archive, span, (files) =>
    newestArchived(archive.engine, {
      files,
      organisation: span.organisation,
      from: span.from,
      to: microsOf(cursor.time),
      agent: cursor.agent,
      seq: cursor.seq,
      verdict: search.verdict ?? null,
      type: search.type ?? null,
      tool: search.tool ?? null,
      session: search.session ?? null,
      agents: agents ?? [],
      isAnyAgent: agents === undefined ? 1 : 0,
      words: search.words ?? [],
      most: search.most,
    }),
  );
}

/** Every file is checked against its digest before it is read, and again afterwards. */
async function readChecked(
  archive: Archive,
  { files }: ArchivedSpan,
  read: (paths: readonly string[]) => Promise<readonly FoundRow[]>,
): Promise<readonly ArchivedRow[]> {
  const checked: { readonly path: string; readonly digest: string }[] = [];
  for (const file of files) checked.push({ path: await archive.fetchChecked(file), digest: file.digest });
  const rows = await read(checked.map(({ path }) => path));
  for (const { path, digest } of checked) await archive.checks.recheck(path, digest);
  return rows.map(({ receivedAt, ...row }) => ({
    ...row,
    receivedAt: new Date(Math.floor(receivedAt / 1000)),
  }));
}

export function microsOf(moment: Date | string): Micros {
  if (moment instanceof Date) return { micros: BigInt(moment.getTime()) * 1000n };
  const [, finer = ''] = /\.\d{3}(\d{1,3})Z$/.exec(moment) ?? [];
  return { micros: BigInt(Date.parse(moment)) * 1000n + BigInt(finer.padEnd(3, '0')) };
}
