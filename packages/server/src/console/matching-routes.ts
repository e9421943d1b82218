import { Type } from 'typebox';
import { matchingCalls, Refused } from 'permesso/team-server';
import type { LogEntry } from '@permesso/protocol/entry/log-entry';
import { matching } from '@permesso/protocol/console/inbox';
import { cursorAfter } from '../audit/entry-cursor.ts';
import { newestPage } from '../audit/search-entries.ts';
import type { Database } from '../database/database.ts';
import { Problem } from '../route/problem.ts';
import { personRoute, type Route } from '../route/route.ts';
import { exact, Uuid } from '../route/shapes.ts';

const mostTried = 200;

export interface MatchingOptions {
  readonly database: Database;
  readonly now: () => number;
}

/** What a rule would have let through, before anybody says yes to it. */
export function matchingRoutes({ database, now }: MatchingOptions): readonly Route[] {
  return [
    personRoute(
      { role: 'viewer', scope: 'project' },
      {
        method: 'POST',
        path: '/api/matching',
        summary: 'For the console: how many of the last calls of a project a rule would have matched.',
        body: exact({
          project: Uuid,
          rules: Type.Array(Type.String({ maxLength: 1000 }), { minItems: 1, maxItems: 20 }),
        }),
        replies: { 200: matching },
      },
      async ({ caller, body: { project, rules } }) => {
        const { rows } = await database.asOrganisation(caller.organisation, (on) =>
          newestPage(on, cursorAfter(new Date(now())), { project, most: mostTried }),
        );
        const entries = rows.map(({ line }) => JSON.parse(line) as LogEntry);
        try {
          return { status: 200, json: matchingCalls(rules, entries) };
        } catch (error) {
          throw error instanceof Refused ? new Problem(422, error.message) : error;
        }
      },
    ),
  ];
}
