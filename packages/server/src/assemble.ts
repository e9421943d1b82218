import type { Logger } from 'pino';
import type { Database } from './database/database.ts';
import { healthRoutes } from './http/health-routes.ts';
import { agentRoutes } from './identity/agent-routes.ts';
import { peopleRoutes } from './identity/people-routes.ts';
import { projectRoutes } from './identity/project-routes.ts';
import { signInRoutes } from './identity/sign-in-routes.ts';
import { tokenRoutes } from './identity/token-routes.ts';
import { guardedSend } from './outbound/send.ts';
import type { Route } from './route/route.ts';
import type { Settings } from './settings.ts';

export interface Parts {
  readonly settings: Settings;
  readonly publicUrl: string;
  readonly database: Database;
  readonly log: Logger;
  readonly version: string;
  readonly isStopping: () => boolean;
}

export interface Assembled {
  readonly routes: readonly Route[];
}

/** Every route of the server, with the parts of the server that it needs. */
export function assemble(parts: Parts): Assembled {
  const { settings, database, publicUrl } = parts;
  const { secret } = settings;
  const send = guardedSend({ permitted: settings.webhookHosts });
  const routes = [
    ...projectRoutes({ database }),
    ...peopleRoutes({ database }),
    ...tokenRoutes({ database }),
    ...agentRoutes({ database, channelOf: async () => '' }),
    ...signInRoutes({ database, secret, publicUrl, send }),
  ];
  return { routes: [...healthRoutes(parts, routes), ...routes] };
}
