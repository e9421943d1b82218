import { organisationRoutes } from '../identity/index.ts';
import { baseline } from '@permesso/protocol/console';
import type { ServerContext } from '../module.ts';
import { only, queries } from '../database/query.ts';
import { type Route } from '../route/route.ts';
import { baselineOf } from './policy-channel.ts';

const loadVersion = queries(import.meta.dirname)<{ text: string }, { project: string; number: number }>(
  'load-version.sql',
);

/**
 * The policy that every agent of the organisation follows. Its versions, reviews and rollout use the routes of
 * `/v1/projects/{id}`.
 */
export function baselineRoutes({ database }: ServerContext): readonly Route[] {
  const { readRoute } = organisationRoutes(database);
  return [
    readRoute(
      { role: 'viewer', scope: 'self' },
      {
        path: '/v1/baseline',
        summary:
          "Returns the organisation's baseline: the active version, and the id to use in place of a project in the routes of a " +
          'policy.',
        reply: baseline,
      },
      async (on) => {
        const { project, current } = await baselineOf(on);
        const text =
          current === null ? null : (await only(loadVersion(on, { project, number: current }))).text;
        return { id: project, version: current, text };
      },
    ),
  ];
}
