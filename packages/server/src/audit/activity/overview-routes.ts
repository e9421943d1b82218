import { Type } from 'typebox';
import { overview } from '@permesso/protocol/console';
import { personRoute, type Route } from '../../route/route.ts';
import { exact } from '../../route/shapes.ts';
import { overviewFigures, periods } from './overview-figures.ts';
import type { ServerContext } from '../../module.ts';

/** The first page of an organisation. */
export function overviewRoutes({ database, now }: ServerContext): readonly Route[] {
  return [
    personRoute(
      { role: 'viewer', scope: 'organisation' },
      {
        method: 'GET',
        path: '/api/overview',
        summary:
          'For the console: a period compared with the previous one, the most frequent approval requests, and silent agents.',
        query: exact({ days: Type.Optional(Type.Enum(Object.keys(periods) as (keyof typeof periods)[])) }),
        replies: { 200: overview },
      },
      async ({ caller, query: { days = '30' } }) => ({
        status: 200,
        json: await database.asOrganisation(caller.organisation, (on) =>
          overviewFigures(on, { days: periods[days], now: now() }),
        ),
      }),
    ),
  ];
}
