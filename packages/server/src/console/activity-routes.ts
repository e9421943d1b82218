import { Type } from 'typebox';
import { approvalFigures } from '../approval/approval-routes.ts';
import { eventFigures, listFindings, newestCheckpoint } from '../audit/event-routes.ts';
import type { Database } from '../database/database.ts';
import { first, only, query } from '../database/query.ts';
import { personRoute, type Route } from '../route/route.ts';
import { exact } from '../route/shapes.ts';
import { newestEvents, type EventRow } from './newest-events.ts';
import type { TeamEntry } from './shapes.ts';
import { printPlace, readPlace, stepBack, type Place } from './step-back.ts';

const folder = import.meta.dirname;
const oldestEvent = query<{ readonly at: Date | null }, []>(folder, 'oldest-event.sql');
const hoursOfEvents = query<Readonly<Record<string, unknown>>, []>(folder, 'hours-of-events.sql');
const mostAsked = query<Readonly<Record<string, unknown>>, [days: number]>(folder, 'most-asked.sql');

const statsDays = 7;
const pageSize = 100;

export interface ActivityRoutesOptions {
  readonly database: Database;
  readonly now: () => number;
}

/** The organisation's record, as the activity page looks at it: the newest first. */
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
        replies: { 200: Type.Object({ entries: Type.Array(Type.Any()) }) },
      },
      async ({ caller, query: { words = '', verdict = '', more } }) => {
        const place = more === undefined ? stepBack(new Date(now())) : readPlace(more);
        const wanted = words.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8);
        const found = await database.asOrganisation(caller.organisation, async (on) => {
          const { from, to, agent, seq } = place;
          const rows = await newestEvents(on, from, to, agent, seq, verdict || null, wanted, null, pageSize);
          const { at } = await only(oldestEvent(on));
          return { rows, next: nextPlace(place, rows, at) };
        });
        return {
          status: 200,
          json: {
            entries: found.rows.map(shownEntry),
            ...(found.next === undefined ? {} : { more: printPlace(found.next) }),
            back: place.from.toISOString(),
          },
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
        replies: { 200: Type.Object({ findings: Type.Array(Type.Any()) }) },
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
        replies: { 200: Type.Object({ days: Type.Integer() }) },
      },
      async ({ caller }) => {
        const stats = await database.asOrganisation(caller.organisation, async (on) => {
          const events = await eventFigures(on, statsDays);
          const { approved, denied, medianSeconds } = await only(approvalFigures(on, statsDays, null));
          const answered = approved + denied;
          const count = (verdict: string): number =>
            events.find((row) => row.type === 'decision' && row.verdict === verdict)?.count ?? 0;
          return {
            days: statsDays,
            decisions: { allow: count('allow'), ask: count('ask'), deny: count('deny') },
            ...(answered === 0 ? {} : { approvalRate: approved / answered }),
            ...(medianSeconds === null ? {} : { medianWaitMs: medianSeconds * 1000 }),
            hours: await hoursOfEvents(on),
            mostAsked: await mostAsked(on, statsDays),
          };
        });
        return { status: 200, json: stats };
      },
    ),
  ];
}

/** Behind the last one that was found; else further back, as far as there is anything. */
function nextPlace(place: Place, rows: readonly EventRow[], oldest: Date | null): Place | undefined {
  const last = rows.at(-1);
  if (last !== undefined && rows.length === pageSize)
    return { from: place.from, to: last.receivedAt, agent: last.agent, seq: last.seq };
  return oldest === null || oldest >= place.from ? undefined : stepBack(place.from);
}

function shownEntry({ agent, agentName, seq, receivedAt, line }: EventRow): TeamEntry {
  return {
    agent,
    agentName: agentName ?? agent,
    seq,
    receivedAt: receivedAt.toISOString(),
    entry: JSON.parse(line),
  };
}
