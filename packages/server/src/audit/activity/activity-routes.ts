import { organisationRoutes } from '../../identity/index.ts';
import { Type } from 'typebox';
import {
  activityCounts,
  callStats,
  type FoundEntries,
  foundEntries,
  type ListedEntry,
  teamLog,
} from '@permesso/protocol/console';
import type { LogEntry } from '@permesso/protocol/entry';
import type { EntryStanding } from '@permesso/protocol/export';
import { approvalFigures } from '../../approvals/index.ts';
import { cursorAfter, printCursor, readCursor } from '../entry-cursor.ts';
import { entryStandings } from '../entry-standings.ts';
import { entriesByHour, entryFigures, listFindings, newestCheckpoint } from '../entry-figures.ts';
import type { EntryRow } from '../search-entries.ts';
import { first, only, queries, type Row } from '../../database/query.ts';
import { personRoute, type Route } from '../../route/route.ts';
import { exact, Uuid } from '../../route/shapes.ts';
import { countActivity, ranges } from './activity-counts.ts';
import type { AuditContext } from '../audit-context.ts';

const sql = queries(import.meta.dirname);
const mostAsked = sql<Row, { days: number }>('most-asked.sql');

const statsDays = 7;
const pageSize = 100;

const Moment = Type.String({ pattern: '^\\d{1,14}$', description: 'In milliseconds since the epoch.' });
const callFilter = {
  verdict: Type.Optional(Type.Enum(['', 'allow', 'ask', 'deny'])),
  tool: Type.Optional(Type.String({ maxLength: 500 })),
  agent: Type.Optional(Uuid),
  project: Type.Optional(Uuid),
  from: Type.Optional(Moment),
  to: Type.Optional(Moment),
} as const;
const kindsOfEntries = ['decision', 'answer', 'start', 'end', 'grant', 'revoke', 'failure', 'mark'] as const;

/** The organisation's entries for the activity page, newest first. */
export function activityRoutes({ database, search, now }: AuditContext): readonly Route[] {
  const standingsOf = entryStandings(database);
  const { readRoute } = organisationRoutes(database);
  return [
    personRoute(
      { role: 'viewer', scope: 'organisation' },
      {
        method: 'GET',
        path: '/api/activity',
        summary:
          'For the console: searches entries that contain all the words, newest first, one page at a time.',
        query: exact({
          ...callFilter,
          words: Type.Optional(Type.String({ maxLength: 200 })),
          type: Type.Optional(Type.Enum([...kindsOfEntries])),
          session: Type.Optional(Type.String({ maxLength: 500 })),
          more: Type.Optional(Type.String({ maxLength: 200 })),
        }),
        replies: { 200: foundEntries },
      },
      async ({ caller, query: { words = '', verdict = '', more, from, to, ...filter } }) => {
        const end = Math.min(now(), to === undefined ? now() : Number(to));
        const cursor = more === undefined ? cursorAfter(new Date(end)) : readCursor(more);
        const wanted = words.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8);
        const { rows, back, next } = await search.newest(caller.organisation, cursor, {
          ...filter,
          words: wanted,
          verdict: verdict || undefined,
          since: from === undefined ? undefined : new Date(Number(from)),
          most: pageSize,
        });
        const read = rows.map(({ line, ...row }) => ({ ...row, entry: JSON.parse(line) as LogEntry }));
        const standings = await standingsOf(caller.organisation, read);
        return {
          status: 200,
          json: {
            entries: read.map((row, at) => shownEntry(row, standings[at] ?? {})),
            ...(next === undefined ? {} : { more: printCursor(next) }),
            back: back.toISOString(),
          } satisfies FoundEntries,
        };
      },
    ),
    readRoute(
      { role: 'viewer', scope: 'organisation' },
      {
        path: '/api/activity/counts',
        summary: 'For the console: calls over time and by kind, for a filter.',
        query: exact({
          ...callFilter,
          range: Type.Optional(Type.Enum(Object.keys(ranges) as (keyof typeof ranges)[])),
        }),
        reply: activityCounts,
      },
      (on, { query: { range = '7d', verdict = '', from, to, ...filter } }) =>
        countActivity(
          on,
          { ...filter, verdict: verdict || undefined },
          {
            range,
            now: now(),
            part: {
              from: from === undefined ? undefined : Number(from),
              to: to === undefined ? undefined : Number(to),
            },
          },
        ),
    ),
    readRoute(
      { role: 'viewer', scope: 'organisation' },
      {
        path: '/api/log',
        summary: 'For the console: problems in the chains agents sent, and the signed head of the log.',
        reply: teamLog,
      },
      async (on, { caller }) => {
        const head = await first(newestCheckpoint(on));
        const found = await listFindings(on);
        const findings = found.filter(({ acknowledgedAt }) => acknowledgedAt === null);
        return {
          findings,
          ...(head === undefined ? {} : { checkpoint: { organisation: caller.organisation, ...head } }),
        };
      },
    ),
    readRoute(
      { role: 'viewer', scope: 'organisation' },
      {
        path: '/api/stats',
        summary: 'For the console: calls, approval requests, approval rate and response times.',
        reply: callStats,
      },
      async (on) => {
        const figures = await entryFigures(on, { days: statsDays, now: now() });
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
      },
    ),
  ];
}

function shownEntry(
  { agent, agentName, seq, receivedAt, entry }: Omit<EntryRow, 'line'> & { readonly entry: unknown },
  standing: EntryStanding,
): ListedEntry {
  return {
    agent,
    agentName: agentName ?? agent,
    seq,
    receivedAt: receivedAt.toISOString(),
    entry,
    standing,
  };
}
