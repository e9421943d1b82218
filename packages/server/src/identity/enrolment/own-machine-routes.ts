import { ownMachines } from '@permesso/protocol/console';
import { Type } from 'typebox';
import type { ServerContext } from '../../module.ts';
import { first, query, type Row } from '../../database/query.ts';
import { notFound } from '../../route/problem.ts';
import { personRoute, type Route } from '../../route/route.ts';
import { exact, Uuid } from '../../route/shapes.ts';
import { recordAdminAction } from '../admin-audit.ts';

const folder = import.meta.dirname;
const machinesOf = query<Row, { readonly person: string; readonly after: string | null }>(
  folder,
  'own-machines.sql',
);
const disownMachine = query<{ readonly id: string }, { readonly agent: string; readonly person: string }>(
  folder,
  'disown-machine.sql',
);

/** Every machine in the name of the signed-in person, no matter who enrolled it. */
export function ownMachineRoutes({ database }: ServerContext): readonly Route[] {
  return [
    personRoute(
      { role: 'viewer', scope: 'self' },
      {
        method: 'GET',
        path: '/v1/me/machines',
        summary: 'Lists machines in your name and how they joined. Pass `after` for the next page.',
        query: exact({ after: Type.Optional(Uuid) }),
        replies: { 200: ownMachines },
      },
      async ({ caller: { organisation, person }, query: { after = null } }) => ({
        status: 200,
        json: {
          machines: await database.asOrganisation(organisation, (on) => machinesOf(on, { person, after })),
        },
      }),
    ),
    personRoute(
      { role: 'viewer', scope: 'self' },
      {
        method: 'DELETE',
        path: '/v1/me/machines/{agent}',
        summary: 'Disowns a machine that is not yours or is lost. Its key stops working immediately.',
        params: exact({ agent: Uuid }),
        replies: { 204: 'none' },
      },
      async ({ caller, params: { agent } }) => {
        const { organisation, person } = caller;
        await database.asOrganisation(organisation, async (on) => {
          if ((await first(disownMachine(on, { agent, person }))) === undefined) throw notFound('machine');
          await recordAdminAction(on, { by: caller, act: 'agent.disown', subject: agent });
        });
        return { status: 204 };
      },
    ),
  ];
}
