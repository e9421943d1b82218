import { baseline } from '@permesso/protocol/console';
import type { ServerContext } from '../module.ts';
import { only, query } from '../database/query.ts';
import { personRoute, type Route } from '../route/route.ts';
import { baselineOf } from './policy-channel.ts';

const loadVersion = query<{ readonly text: string }, { readonly project: string; readonly number: number }>(
  import.meta.dirname,
  'load-version.sql',
);

/** What every agent of the organisation obeys. Its versions, reviews and rollout are those of `/v1/projects/{id}`. */
export function baselineRoutes({ database }: ServerContext): readonly Route[] {
  return [
    personRoute(
      { role: 'viewer', scope: 'self' },
      {
        method: 'GET',
        path: '/v1/baseline',
        summary:
          "Returns the organisation's baseline: the active version, and the id to use in place of a project in the routes of a " +
          'policy.',
        replies: { 200: baseline },
      },
      async ({ caller }) => {
        const found = await database.asOrganisation(caller.organisation, async (on) => {
          const { project, current } = await baselineOf(on);
          const text =
            current === null ? null : (await only(loadVersion(on, { project, number: current }))).text;
          return { id: project, version: current, text };
        });
        return { status: 200, json: found };
      },
    ),
  ];
}
