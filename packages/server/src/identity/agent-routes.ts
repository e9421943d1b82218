import { organisationRoutes } from './organisation-route.ts';
import { Type } from 'typebox';
import { agentList } from '@permesso/protocol/console';
import type { ServerContext } from '../module.ts';
import { queries, type Row } from '../database/query.ts';
import { projectsWith } from '../route/caller.ts';
import { existing } from '../route/problem.ts';
import { agentRoute, type Route } from '../route/route.ts';
import { exact, Uuid } from '../route/shapes.ts';

const sql = queries(import.meta.dirname);
const listAgents = sql<
  Row,
  { project: string | null; after: string | null; projects: readonly string[] | null }
>('list-agents.sql');
const revokeAgent = sql<{ id: string }, { agent: string }>('revoke-agent.sql');

/** An organisation's enrolled agents. */
export function agentRoutes({ database }: ServerContext): readonly Route[] {
  const { readRoute, actRoute } = organisationRoutes(database);
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
    readRoute(
      { role: 'viewer', scope: 'listed' },
      {
        path: '/v1/agents',
        summary: 'Lists enrolled agents in your projects, ordered by id. Pass `after` for the next page.',
        query: exact({ project: Type.Optional(Uuid), after: Type.Optional(Uuid) }),
        reply: agentList,
      },
      async (on, { caller, query: { project, after } }) => ({
        agents: await listAgents(on, {
          project: project ?? null,
          after: after ?? null,
          projects: projectsWith(caller, 'viewer'),
        }),
      }),
    ),
    actRoute(
      { role: 'admin', scope: 'agent' },
      {
        method: 'POST',
        path: '/v1/agents/{agent}/revoke',
        summary: 'Revokes an agent. Its key stops working immediately.',
        params: exact({ agent: Uuid }),
        act: 'agent.revoke',
      },
      async (on, { params: { agent } }) => {
        await existing(revokeAgent(on, { agent }), 'agent');
        return { subject: agent };
      },
    ),
  ];
}
