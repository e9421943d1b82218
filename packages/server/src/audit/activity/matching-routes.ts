import { Type } from 'typebox';
import { matching } from '@permesso/protocol/console';
import { cursorAfter } from '../entry-cursor.ts';
import { newestPage } from '../search-entries.ts';
import { policyAnswer } from '../../policy/index.ts';
import { personRoute, type Route } from '../../route/route.ts';
import { exact, Uuid } from '../../route/shapes.ts';
import type { ServerContext } from '../../module.ts';

const mostTried = 200;

/** The calls that a rule would have allowed, before anybody approves it. */
export function matchingRoutes({ database, now }: ServerContext): readonly Route[] {
  return [
    personRoute(
      { role: 'viewer', scope: 'project' },
      {
        method: 'POST',
        path: '/api/matching',
        summary: "For the console: how many of a project's recent calls a rule would have matched.",
        body: exact({
          project: Uuid,
          rules: Type.Array(Type.String({ maxLength: 1000 }), { minItems: 1, maxItems: 20 }),
        }),
        replies: { 200: matching },
      },
      async ({ caller, body: { project, rules } }) => {
        const { organisation } = caller;
        const { rows } = await database.asOrganisation(organisation, (on) =>
          newestPage(on, cursorAfter(new Date(now())), { project, most: mostTried }),
        );
        const input = { rules, lines: rows.map(({ line }) => line) };
        return { status: 200, json: await policyAnswer({ is: 'matching', input }, organisation) };
      },
    ),
  ];
}
