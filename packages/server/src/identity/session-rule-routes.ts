import { organisationRoutes } from './organisation-route.ts';
import { Type } from 'typebox';
import { only, queries } from '../database/query.ts';
import type { ServerContext } from '../module.ts';
import { personRoute, type Route } from '../route/route.ts';
import { exact } from '../route/shapes.ts';
import { recordAdminAction } from './admin-audit.ts';

const sql = queries(import.meta.dirname);
const sessionRule = sql<{ hours: number }>('session-rule.sql');
const setSessionRule = sql<{ before: number }, { hours: number }>('set-session-rule.sql');

/** Twelve is the maximum, so that no admin can be more permissive than the product. */
const Rule = { hours: Type.Integer({ minimum: 1, maximum: 12 }) };

/** How long people stay signed in to their browsers. */
export function sessionRuleRoutes({ database }: ServerContext): readonly Route[] {
  const { readRoute } = organisationRoutes(database);
  return [
    readRoute(
      { role: 'viewer', scope: 'self' },
      {
        path: '/v1/session-rule',
        summary: 'Returns how many hours a browser session lasts.',
        reply: Type.Object(Rule),
      },
      (on) => only(sessionRule(on)),
    ),
    personRoute(
      { role: 'admin', scope: 'organisation' },
      {
        method: 'PUT',
        path: '/v1/session-rule',
        summary:
          'Sets how many hours a browser session lasts, at most twelve. Running sessions end no later.',
        body: exact(Rule),
        replies: { 200: Type.Object(Rule) },
      },
      async ({ caller, body: { hours } }) => {
        const { organisation } = caller;
        await database.asOrganisation(organisation, async (on) => {
          const { before } = await only(setSessionRule(on, { hours }));
          if (before === hours) return;
          const detail = { hours, before };
          await recordAdminAction(on, { by: caller, act: 'session-rule.set', subject: organisation, detail });
        });
        return { status: 200, json: { hours } };
      },
    ),
  ];
}
