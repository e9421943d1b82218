import { organisationRoutes } from '../../identity/index.ts';
import type { Plugin } from '../../plugin.ts';
import { addServiceAccountCommand } from './add-service-account-command.ts';
import { workloadRoutes } from './workload-routes.ts';
import { Type } from 'typebox';
import { queries } from '../../database/query.ts';
import type { ServerContext } from '../../module.ts';
import { type Route } from '../../route/route.ts';
import { Uuid } from '../../route/shapes.ts';

const listServiceAccounts = queries(import.meta.dirname)<{ id: string; name: string }>(
  'list-service-accounts.sql',
);

/** For people: the jobs that act here. They can be disabled like people. */
function serviceAccountRoutes({ database }: ServerContext): readonly Route[] {
  const { readRoute } = organisationRoutes(database);
  return [
    readRoute(
      { role: 'admin', scope: 'organisation' },
      {
        path: '/v1/service-accounts',
        summary:
          'Lists service accounts: the issuer, audience and claims of the tokens that each takes, its project, its roles, and who owns its machines.',
        reply: Type.Object({
          accounts: Type.Array(Type.Object({ id: Uuid, name: Type.String() })),
        }),
      },
      async (on) => ({ accounts: await listServiceAccounts(on) }),
    ),
  ];
}

/** Jobs of a CI platform or a cluster that prove their identity with its tokens: no secret is stored for them. */
export const workloadPlugin: Plugin = {
  name: 'workload',
  commands: [addServiceAccountCommand],
  open: () => ({
    routes: (context) => [...serviceAccountRoutes(context), ...workloadRoutes(context)],
  }),
};
