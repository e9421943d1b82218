import {
  cursorBefore,
  cursorAt,
  type EntryCursor,
  newestRows,
  newestSpan,
  oldestPage,
  pageOf,
  type EntryPage,
  type EntryRow,
  type EntrySearch,
  type EntrySpan,
  type NewestSearch,
} from '../../audit/index.ts';
import type { Database } from '../../database/database.ts';
import { queries } from '../../database/query.ts';
import { Problem } from '../../route/problem.ts';
import type { Archive } from './open-archive.ts';
import { microsOf, newestInArchive, oldestInArchive, type ArchivedRow } from './search-archive.ts';

/** A day that is read from files. */
interface LeftDay {
  readonly day: string;
  readonly files: readonly { readonly part: number; readonly digest: string }[];
}

/** From, and up to but excluding. */
interface SpanPiece {
  readonly from: string;
  readonly to: string;
  /** Undefined if the database has it. */
  readonly left?: LeftDay;
}

const dayMs = 24 * 60 * 60_000;

/** Splits a span into pieces, each in one store, in order of time. Days are given in that order. */
function spansOf(
  { from, to }: { readonly from: string; readonly to: string },
  days: readonly LeftDay[],
): readonly SpanPiece[] {
  const spans: SpanPiece[] = [];
  let at = from;
  for (const left of days) {
    const begins = `${left.day}T00:00:00.000Z`;
    const ends = new Date(Date.parse(begins) + dayMs).toISOString();
    spans.push(
      { from: at, to: earlier(begins, to) },
      { from: later(at, begins), to: earlier(ends, to), left },
    );
    at = later(at, ends);
  }
  spans.push({ from: at, to });
  return spans.filter((span) => microsOf(span.from).micros < microsOf(span.to).micros);
}

function earlier(a: string, b: string): string {
  return microsOf(a).micros < microsOf(b).micros ? a : b;
}

function later(a: string, b: string): string {
  return earlier(a, b) === a ? b : a;
}

const sql = queries(import.meta.dirname);
const leftDays = sql<LeftDay, { from: string; to: string }>('left-days.sql');
const namesOfAgents = sql<{ id: string; name: string }, { agents: readonly string[] }>('names-of-agents.sql');
const agentsOfProject = sql<{ id: string }, { project: string }>('agents-of-project.sql');

type OldestRow = Omit<EntryRow, 'agentName'>;

export interface EntrySearchOptions {
  readonly database: Database;
  readonly archive: Archive;
  readonly inDatabase: EntrySearch;
  readonly onUnreadable?: (error: unknown) => void;
  /** After this time a page searches no further days; the next page continues. */
  readonly patienceMs?: number;
}

export function entrySearch(options: EntrySearchOptions): EntrySearch {
  const { database, inDatabase } = options;
  return {
    oldest: async (organisation, span, page) => {
      const { cursor = cursorBefore(new Date(0)), most } = page;
      const isSpan = ![span.from, span.to].some((moment) => Number.isNaN(Date.parse(moment)));
      const from =
        isSpan && Date.parse(span.from) < cursor.time.getTime() ? cursor.time.toISOString() : span.from;
      const left = isSpan ? await daysLeft(database, organisation, { from, to: span.to }) : [];
      if (left.length === 0) return await inDatabase.oldest(organisation, span, page);
      const spans = spansOf({ from, to: span.to }, left);
      return await oldestEverywhere(options, { organisation, filter: span, spans, cursor, most });
    },
    newest: async (organisation, cursor, search) => {
      const { from, to } = newestSpan(cursor, search);
      const left = await daysLeft(database, organisation, { from: from.toISOString(), to: to.toISOString() });
      if (left.length === 0) return await inDatabase.newest(organisation, cursor, search);
      // Includes the cursor's own millisecond.
      const end = new Date(to.getTime() + 1);
      const spans = spansOf({ from: from.toISOString(), to: end.toISOString() }, left).toReversed();
      const rows = await newestEverywhere(options, { organisation, spans, cursor, search });
      return await database.asOrganisation(organisation, (on) => pageOf(on, rows, { from, ...search }));
    },
  };
}

async function daysLeft(
  database: Database,
  organisation: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly LeftDay[]> {
  return await database.asOrganisation(organisation, (on) => leftDays(on, { from, to }));
}

async function oldestEverywhere(
  { database, archive, onUnreadable, patienceMs = 10_000 }: EntrySearchOptions,
  {
    organisation,
    filter: { from: _from, to: _to, ...filter },
    spans,
    cursor,
    most,
  }: {
    readonly organisation: string;
    readonly filter: EntrySpan;
    readonly spans: readonly SpanPiece[];
    readonly cursor: EntryCursor;
    readonly most: number;
  },
): Promise<EntryPage<OldestRow>> {
  const began = performance.now();
  const rows: OldestRow[] = [];
  for (const [at, span] of spans.entries()) {
    const { from, to } = span;
    const wanted = { cursor, most: most - rows.length };
    const found =
      span.left === undefined
        ? (
            await database.asOrganisation(organisation, (on) =>
              oldestPage(on, { ...filter, from, to }, wanted),
            )
          ).rows
        : await readable({ organisation, span, onUnreadable }, (archived) =>
            oldestInArchive(archive, archived, { ...filter, ...wanted }),
          );
    rows.push(...found);
    const last = rows.at(-1);
    if (rows.length >= most && last !== undefined) return { rows, next: cursorAt(last) };
    const isMore = at + 1 < spans.length;
    if (isMore && performance.now() - began > patienceMs) return { rows, next: cursorBefore(new Date(to)) };
  }
  return { rows };
}

async function newestEverywhere(
  { database, archive, onUnreadable }: EntrySearchOptions,
  {
    organisation,
    spans,
    cursor,
    search,
  }: {
    readonly organisation: string;
    readonly spans: readonly SpanPiece[];
    readonly cursor: EntryCursor;
    readonly search: NewestSearch;
  },
): Promise<readonly EntryRow[]> {
  const rows: EntryRow[] = [];
  for (const [at, span] of spans.entries()) {
    const most = search.most - rows.length;
    if (most === 0) break;
    const before = at === 0 ? cursor : cursorBefore(new Date(span.to));
    if (span.left === undefined) {
      const from = new Date(span.from);
      rows.push(
        ...(await database.asOrganisation(organisation, (on) =>
          newestRows(on, { from, cursor: before }, { ...search, most }),
        )),
      );
    } else {
      const agents = await agentsWanted(database, organisation, search);
      const found = await readable({ organisation, span, onUnreadable }, (archived) =>
        newestInArchive(archive, archived, { ...search, cursor: before, agents, most }),
      );
      rows.push(...(await named(database, organisation, found)));
    }
  }
  return rows;
}

async function agentsWanted(
  database: Database,
  organisation: string,
  { agent, project }: NewestSearch,
): Promise<readonly string[] | undefined> {
  if (project === undefined) return agent === undefined ? undefined : [agent];
  const found = await database.asOrganisation(organisation, (on) => agentsOfProject(on, { project }));
  return found.map(({ id }) => id).filter((id) => agent === undefined || id === agent);
}

async function named(
  database: Database,
  organisation: string,
  rows: readonly ArchivedRow[],
): Promise<readonly EntryRow[]> {
  const agents = [...new Set(rows.map(({ agent }) => agent))];
  const found = await database.asOrganisation(organisation, (on) => namesOfAgents(on, { agents }));
  const names = new Map(found.map(({ id, name }) => [id, name]));
  return rows.map((row) => ({ ...row, agentName: names.get(row.agent) ?? null }));
}

/** Never returns an incomplete page: a read error fails it. */
async function readable<T>(
  {
    organisation,
    span,
    onUnreadable,
  }: {
    readonly organisation: string;
    readonly span: SpanPiece;
    readonly onUnreadable: ((error: unknown) => void) | undefined;
  },
  read: (archived: Parameters<typeof oldestInArchive>[1]) => Promise<T>,
): Promise<T> {
  const { day = '', files = [] } = span.left ?? {};
  try {
    return await read({
      organisation,
      files: files.map((file) => ({ ...file, organisation, day })),
      from: microsOf(span.from),
      to: microsOf(span.to),
    });
  } catch (error) {
    onUnreadable?.(error);
    throw new Problem(
      503,
      `entries of ${day} cannot be read: a file of the archive is missing or was changed`,
    );
  }
}
