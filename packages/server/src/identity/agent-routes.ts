import { Type } from 'typebox';
import { agentList } from '@permesso/protocol/console';
import type { ServerContext } from '../module.ts';
import { first, query, type Row } from '../database/query.ts';
import { projectsWith } from '../route/caller.ts';
import { notFound } from '../route/problem.ts';
import { agentRoute, personRoute, type Route } from '../route/route.ts';
import { exact, Uuid } from '../route/shapes.ts';
import { recordAdminAction } from './admin-audit.ts';

const folder = import.meta.dirname;
const listAgents = query<
  Row,
  {
    readonly project: string | null;
    readonly after: string | null;
    readonly projects: readonly string[] | null;
  }
>(folder, 'list-agents.sql');
const revokeAgent = query<{ readonly id: string }, { readonly agent: string }>(folder, 'revoke-agent.sql');

/** The agents of an organisation, once they are enrolled. */
export function agentRoutes({ database }: ServerContext): readonly Route[] {
  return [
    agentRoute(
      {
        method: 'GET',
        path: '/v1/agent/self',
        summary: 'Returns the identity of the calling agent. Fails if the agent was revoked.',
        replies: { 200: Type.Object({ agent: Uuid, project: Uuid }) },
      },
      async ({ caller: { agent, project } }) => ({ status: 200, json: { agent, project } }),
    ),
    personRoute(
      { role: 'viewer', scope: 'listed' },
      {
        method: 'GET',
        path: '/v1/agents',
        summary: 'Lists enrolled agents in your projects, ordered by id. Pass `after` for the next page.',
        query: exact({ project: Type.Optional(Uuid), after: Type.Optional(Uuid) }),
        replies: { 200: agentList },
      },
      async ({ caller, query: { project, after } }) => ({
        status: 200,
        json: {
          agents: await database.asOrganisation(caller.organisation, (on) =>
            listAgents(on, {
              project: project ?? null,
              after: after ?? null,
              projects: projectsWith(caller, 'viewer'),
            }),
          ),
        },
      }),
    ),
    personRoute(
      { role: 'admin', scope: 'agent' },
      {
        method: 'POST',
        path: '/v1/agents/{agent}/revoke',
        summary: 'Revokes an agent. Its key stops working immediately.',
        params: exact({ agent: Uuid }),
        replies: { 204: 'none' },
      },
      async ({ caller, params: { agent } }) => {
        await database.asOrganisation(caller.organisation, async (on) => {
          if ((await first(revokeAgent(on, { agent }))) === undefined) throw notFound('agent');
          await recordAdminAction(on, { by: caller, act: 'agent.revoke', subject: agent });
        });
        return { status: 204 };
      },
    ),
  ];
}
