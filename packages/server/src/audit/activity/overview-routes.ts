import { organisationRoutes } from '../../identity/index.ts';
import { Type } from 'typebox';
import { overview } from '@permesso/protocol/console';
import { type Route } from '../../route/route.ts';
import { exact } from '../../route/shapes.ts';
import { overviewFigures, periods } from './overview-figures.ts';
import type { ServerContext } from '../../module.ts';

/** An organisation's overview page. */
export function overviewRoutes({ database, now }: ServerContext): readonly Route[] {
  const { readRoute } = organisationRoutes(database);
  return [
    readRoute(
      { role: 'viewer', scope: 'organisation' },
      {
        path: '/api/overview',
        summary:
          'For the console: a period compared with the previous one, the most frequent approval requests, and silent agents.',
        query: exact({ days: Type.Optional(Type.Enum(Object.keys(periods) as (keyof typeof periods)[])) }),
        reply: overview,
      },
      (on, { query: { days = '30' } }) => overviewFigures(on, { days: periods[days], now: now() }),
    ),
  ];
}
