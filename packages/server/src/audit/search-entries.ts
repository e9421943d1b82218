import type { Database } from '../database/database.ts';
import { queries, type Connection } from '../database/query.ts';
import { Problem } from '../route/problem.ts';
import { cursorAfter, cursorAt, cursorBefore, type EntryCursor } from './entry-cursor.ts';

export interface EntryRow {
  readonly agent: string;
  readonly agentName: string | null;
  readonly seq: number;
  readonly receivedAt: Date;
  readonly line: string;
}

const sql = queries(import.meta.dirname);
const searchEntries = sql<
  Omit<EntryRow, 'agentName'>,
  {
    from: string;
    to: string;
    afterTime: Date;
    afterAgent: string;
    afterSeq: number;
    most: number;
  } & FilterValues
>('search-entries.sql');
const newestEntries = sql<
  EntryRow,
  {
    from: Date;
    to: Date;
    agent: string;
    seq: number;
    verdict: string | null;
    words: readonly string[];
    project: string | null;
    type: string | null;
    tool: string | null;
    session: string | null;
    /** The agent whose entries are wanted. */
    of: string | null;
    most: number;
  }
>('newest-entries.sql');
const oldestEntry = sql<{ at: Date | null }>('oldest-entry.sql');

export interface EntryFilter {
  readonly agent?: string;
  readonly type?: string;
  readonly verdict?: string;
  readonly tool?: string;
  readonly session?: string;
  readonly text?: string;
}

/** In the form that queries take. */
export type FilterValues = { readonly [K in keyof EntryFilter]-?: string | null };

export interface EntrySpan extends EntryFilter {
  readonly from: string;
  readonly to: string;
}

export interface EntryPage<Row> {
  readonly rows: readonly Row[];
  /** Undefined if there are no more. */
  readonly next?: EntryCursor;
}

/**
 * Searches an organisation's entries, wherever they are stored: the same rows in the same order, with cursors that
 * work in every store.
 */
export interface EntrySearch {
  readonly oldest: (
    organisation: string,
    span: EntrySpan,
    page: { readonly cursor?: EntryCursor | undefined; readonly most: number },
  ) => Promise<EntryPage<Omit<EntryRow, 'agentName'>>>;
  readonly newest: (
    organisation: string,
    cursor: EntryCursor,
    search: NewestSearch,
  ) => Promise<EntryPage<EntryRow> & { readonly back: Date }>;
}

/** The search over entries that are all in the database. */
export function databaseSearch(database: Database): EntrySearch {
  return {
    oldest: (organisation, span, page) =>
      database.asOrganisation(organisation, (on) => oldestPage(on, span, page)),
    newest: (organisation, cursor, search) =>
      database.asOrganisation(organisation, (on) => newestPage(on, cursor, search)),
  };
}

/** Entries of a span of time, oldest first. */
export async function oldestPage(
  on: Connection,
  { from, to, ...filter }: EntrySpan,
  {
    cursor = cursorBefore(new Date(0)),
    most,
  }: { readonly cursor?: EntryCursor | undefined; readonly most: number },
): Promise<EntryPage<Omit<EntryRow, 'agentName'>>> {
  if ([from, to].some((moment) => Number.isNaN(Date.parse(moment))))
    throw new Problem(400, 'there is no such day');
  const { agent = null, type = null, verdict = null, tool = null, session = null, text = null } = filter;
  const rows = await searchEntries(on, {
    from,
    to,
    agent,
    type,
    verdict,
    tool,
    session,
    text,
    most,
    afterTime: cursor.time,
    afterAgent: cursor.agent,
    afterSeq: cursor.seq,
  });
  const last = rows.at(-1);
  return { rows, ...(last === undefined || rows.length < most ? {} : { next: cursorAt(last) }) };
}

export interface NewestSearch {
  readonly words?: readonly string[];
  readonly verdict?: string | undefined;
  readonly project?: string | undefined;
  readonly type?: string | undefined;
  readonly tool?: string | undefined;
  readonly session?: string | undefined;
  readonly agent?: string | undefined;
  /** A lower bound on the time. */
  readonly since?: Date | undefined;
  readonly most: number;
}

/** The most time searched in one step: a long log never blocks a page. */
const stepMs = 24 * 60 * 60_000;

/** The span that one step before a cursor searches. */
export function newestSpan(
  { time: to }: EntryCursor,
  { since = new Date(0) }: NewestSearch,
): { readonly from: Date; readonly to: Date } {
  return { from: new Date(Math.max(since.getTime(), to.getTime() - stepMs)), to };
}

/** Entries of the day before a cursor, newest first. */
export async function newestPage(
  on: Connection,
  cursor: EntryCursor,
  search: NewestSearch,
): Promise<EntryPage<EntryRow> & { readonly back: Date }> {
  const { from } = newestSpan(cursor, search);
  return await pageOf(on, await newestRows(on, { from, cursor }, search), { from, ...search });
}

export async function newestRows(
  on: Connection,
  { from, cursor }: { readonly from: Date; readonly cursor: EntryCursor },
  { words = [], most, ...search }: NewestSearch,
): Promise<readonly EntryRow[]> {
  const { time: to, agent, seq } = cursor;
  return await newestEntries(on, {
    from,
    to,
    agent,
    seq,
    words,
    most,
    verdict: search.verdict ?? null,
    project: search.project ?? null,
    type: search.type ?? null,
    tool: search.tool ?? null,
    session: search.session ?? null,
    of: search.agent ?? null,
  });
}

/** The rows of one step as a page, with whether there is more before it. */
export async function pageOf(
  on: Connection,
  rows: readonly EntryRow[],
  { from, since = new Date(0), most }: NewestSearch & { readonly from: Date },
): Promise<EntryPage<EntryRow> & { readonly back: Date }> {
  const last = rows.at(-1);
  if (last !== undefined && rows.length === most) return { rows, back: from, next: cursorAt(last) };
  const [oldest] = await oldestEntry(on);
  const isAll = from <= since || oldest === undefined || oldest.at === null || oldest.at >= from;
  return { rows, back: from, ...(isAll ? {} : { next: cursorAfter(from) }) };
}
