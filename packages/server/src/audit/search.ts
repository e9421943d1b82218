import type { Database } from '../database/database.ts';
import { query } from '../database/query.ts';
import { Problem } from '../route/problem.ts';

interface EventRow {
  readonly agent: string;
  readonly seq: number;
  readonly receivedAt: Date;
  readonly line: string;
}

const searchEvents = query<
  EventRow,
  [
    from: string,
    to: string,
    afterTime: string | Date,
    afterAgent: string,
    afterSeq: number,
    agent: string | null,
    type: string | null,
    verdict: string | null,
    tool: string | null,
    session: string | null,
    text: string | null,
    most: number,
  ]
>(import.meta.dirname, 'search-events.sql');

export interface Search {
  readonly from: string;
  readonly to: string;
  readonly agent?: string;
  readonly type?: string;
  readonly verdict?: string;
  readonly tool?: string;
  readonly session?: string;
  readonly text?: string;
}

/** Where a page ends and the next begins. */
export interface Cursor {
  readonly time: string | Date;
  readonly agent: string;
  readonly seq: number;
}

export const start: Cursor = { time: '-infinity', agent: '00000000-0000-0000-0000-000000000000', seq: 0 };

export async function searchPage(
  database: Database,
  organisation: string,
  { search, cursor, most }: { readonly search: Search; readonly cursor: Cursor; readonly most: number },
): Promise<readonly EventRow[]> {
  const { from, to, agent, type, verdict, tool, session, text } = search;
  if ([from, to].some((moment) => Number.isNaN(Date.parse(moment))))
    throw new Problem(400, 'there is no such day');
  return await database.asOrganisation(organisation, (on) =>
    searchEvents(
      on,
      from,
      to,
      cursor.time,
      cursor.agent,
      cursor.seq,
      agent ?? null,
      type ?? null,
      verdict ?? null,
      tool ?? null,
      session ?? null,
      text ?? null,
      most,
    ),
  );
}

export function cursorAt({ receivedAt, agent, seq }: EventRow): Cursor {
  return { time: receivedAt, agent, seq };
}
