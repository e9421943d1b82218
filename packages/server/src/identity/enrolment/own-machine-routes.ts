import { organisationRoutes } from '../organisation-route.ts';
import { ownMachines } from '@permesso/protocol/console';
import { Type } from 'typebox';
import type { ServerContext } from '../../module.ts';
import { queries, type Row } from '../../database/query.ts';
import { existing } from '../../route/problem.ts';
import { type Route } from '../../route/route.ts';
import { exact, Uuid } from '../../route/shapes.ts';

const sql = queries(import.meta.dirname);
const machinesOf = sql<Row, { person: string; after: string | null }>('own-machines.sql');
const disownMachine = sql<{ id: string }, { agent: string; person: string }>('disown-machine.sql');

/** Every machine in the signed-in person's name, no matter who enrolled it. */
export function ownMachineRoutes({ database }: ServerContext): readonly Route[] {
  const { readRoute, actRoute } = organisationRoutes(database);
  return [
    readRoute(
      { role: 'viewer', scope: 'self' },
      {
        path: '/v1/me/machines',
        summary: 'Lists machines in your name and how they joined. Pass `after` for the next page.',
        query: exact({ after: Type.Optional(Uuid) }),
        reply: ownMachines,
      },
      async (on, { caller: { person }, query: { after = null } }) => ({
        machines: await machinesOf(on, { person, after }),
      }),
    ),
    actRoute(
      { role: 'viewer', scope: 'self' },
      {
        method: 'DELETE',
        path: '/v1/me/machines/{agent}',
        summary: 'Disowns a machine that is not yours or is lost. Its key stops working immediately.',
        params: exact({ agent: Uuid }),
        act: 'agent.disown',
      },
      async (on, { caller: { person }, params: { agent } }) => {
        await existing(disownMachine(on, { agent, person }), 'machine');
        return { subject: agent };
      },
    ),
  ];
}
