import { Type } from 'typebox';
import { matchingCalls, Refused } from 'permesso/console';
import type { LogEntry } from 'permesso/team';
import type { Database } from '../database/database.ts';
import { Problem } from '../route/problem.ts';
import { personRoute, type Route } from '../route/route.ts';
import { exact, Uuid } from '../route/shapes.ts';
import { newestEvents } from './newest-events.ts';
import { stepBack } from './step-back.ts';

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
        replies: { 200: Type.Object({ of: Type.Integer(), matched: Type.Integer() }) },
      },
      async ({ caller, body: { project, rules } }) => {
        const { from, to, agent, seq } = stepBack(new Date(now()));
        const rows = await database.asOrganisation(caller.organisation, (on) =>
          newestEvents(on, from, to, agent, seq, null, [], project, mostTried),
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
