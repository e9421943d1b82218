import { Type } from 'typebox';
import {
  teamEntries,
  teamLog,
  teamStats,
  type TeamEntries,
  type TeamEntry,
} from '@permesso/protocol/console/activity';
import { approvalFigures } from '../approval/list-approvals.ts';
import { cursorAfter, printCursor, readCursor } from '../audit/entry-cursor.ts';
import { entriesByHour, entryFigures, listFindings, newestCheckpoint } from '../audit/entry-figures.ts';
import { newestPage, type EntryRow } from '../audit/search-entries.ts';
import type { Database } from '../database/database.ts';
import { first, only, query } from '../database/query.ts';
import { personRoute, type Route } from '../route/route.ts';
import { exact } from '../route/shapes.ts';

const folder = import.meta.dirname;
const mostAsked = query<Readonly<Record<string, unknown>>, { readonly days: number }>(
  folder,
  'most-asked.sql',
);

const statsDays = 7;
const pageSize = 100;

export interface ActivityRoutesOptions {
  readonly database: Database;
  readonly now: () => number;
}

/** The organisation's entries, as the activity page looks at them: the newest first. */
export function activityRoutes({ database, now }: ActivityRoutesOptions): readonly Route[] {
  return [
    personRoute(
      { role: 'viewer', scope: 'organisation' },
      {
        method: 'GET',
        path: '/api/activity',
        summary: 'For the console: entries that hold all the words, the newest first, a step at a time.',
        query: exact({
          words: Type.Optional(Type.String({ maxLength: 200 })),
          verdict: Type.Optional(Type.Enum(['', 'allow', 'ask', 'deny'])),
          more: Type.Optional(Type.String({ maxLength: 200 })),
        }),
        replies: { 200: teamEntries },
      },
      async ({ caller, query: { words = '', verdict = '', more } }) => {
        const cursor = more === undefined ? cursorAfter(new Date(now())) : readCursor(more);
        const wanted = words.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8);
        const { rows, back, next } = await database.asOrganisation(caller.organisation, (on) =>
          newestPage(on, cursor, { words: wanted, verdict: verdict || undefined, most: pageSize }),
        );
        return {
          status: 200,
          json: {
            entries: rows.map(shownEntry),
            ...(next === undefined ? {} : { more: printCursor(next) }),
            back: back.toISOString(),
          } satisfies TeamEntries,
        };
      },
    ),
    personRoute(
      { role: 'viewer', scope: 'organisation' },
      {
        method: 'GET',
        path: '/api/log',
        summary:
          'For the console: what is wrong with chains that agents sent, and the signed head of the log.',
        replies: { 200: teamLog },
      },
      async ({ caller }) => {
        const log = await database.asOrganisation(caller.organisation, async (on) => {
          const head = await first(newestCheckpoint(on));
          const findings = await listFindings(on);
          return {
            findings,
            ...(head === undefined ? {} : { checkpoint: { organisation: caller.organisation, ...head } }),
          };
        });
        return { status: 200, json: log };
      },
    ),
    personRoute(
      { role: 'viewer', scope: 'organisation' },
      {
        method: 'GET',
        path: '/api/stats',
        summary: 'For the console: calls, prompts, how often people say yes and how long it takes.',
        replies: { 200: teamStats },
      },
      async ({ caller }) => {
        const stats = await database.asOrganisation(caller.organisation, async (on) => {
          const figures = await entryFigures(on, { days: statsDays });
          const { approved, denied, medianSeconds } = await only(
            approvalFigures(on, { days: statsDays, projects: null }),
          );
          const answered = approved + denied;
          const count = (verdict: string): number =>
            figures.find((row) => row.type === 'decision' && row.verdict === verdict)?.count ?? 0;
          return {
            days: statsDays,
            decisions: { allow: count('allow'), ask: count('ask'), deny: count('deny') },
            ...(answered === 0 ? {} : { approvalRate: approved / answered }),
            ...(medianSeconds === null ? {} : { medianWaitMs: medianSeconds * 1000 }),
            hours: await entriesByHour(on),
            mostAsked: await mostAsked(on, { days: statsDays }),
          };
        });
        return { status: 200, json: stats };
      },
    ),
  ];
}

function shownEntry({ agent, agentName, seq, receivedAt, line }: EntryRow): TeamEntry {
  return {
    agent,
    agentName: agentName ?? agent,
    seq,
    receivedAt: receivedAt.toISOString(),
    entry: JSON.parse(line),
  };
}
