import type { Route } from '../route/route.ts';
import { activityRoutes, type ActivityRoutesOptions } from './activity-routes.ts';
import { exchangeRoutes } from './exchange-routes.ts';
import { liveRoutes, type LiveRoutesOptions } from './live-routes.ts';
import { matchingRoutes } from './matching-routes.ts';
import { overviewRoutes } from './overview-routes.ts';
import { ruleRoutes } from './rule-routes.ts';
import { stopRoutes } from './stop-routes.ts';
import { whoRoutes } from './who-routes.ts';

/** What the console's pages ask of a team server beside what everybody may ask of it. */
export function consoleRoutes(options: LiveRoutesOptions & ActivityRoutesOptions): readonly Route[] {
  return [
    ...whoRoutes(options),
    ...liveRoutes(options),
    ...ruleRoutes(options),
    ...activityRoutes(options),
    ...overviewRoutes(options),
    ...matchingRoutes(options),
    ...exchangeRoutes(options),
    ...stopRoutes(options),
  ];
}
