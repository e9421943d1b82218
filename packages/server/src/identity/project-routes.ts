import { organisationRoutes } from './organisation-route.ts';
import { Type } from 'typebox';
import type { ServerContext } from '../module.ts';
import { only, queries } from '../database/query.ts';
import { projectsWith } from '../route/caller.ts';
import { personRoute, type Route } from '../route/route.ts';
import { exact, Name, Uuid } from '../route/shapes.ts';
import { listProjects } from './list-projects.ts';
import { recordAdminAction } from './admin-audit.ts';

const sql = queries(import.meta.dirname);
const addProject = sql<{ id: string; name: string }, { name: string }>('add-project.sql');
const listActs = sql<{ id: string }, { before: string; since: string | null; until: string | null }>(
  'list-acts.sql',
  { isPlannedEachTime: true },
);
const Moment = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d(T[\\d:.]{5,15}Z)?$' });

const newest = '9223372036854775807';

export function projectRoutes({ database }: ServerContext): readonly Route[] {
  const { readRoute } = organisationRoutes(database);
  return [
    readRoute(
      { role: 'viewer', scope: 'listed' },
      {
        path: '/v1/projects',
        summary: 'Lists the projects you have a role in.',
        reply: Type.Object({ projects: Type.Array(Type.Object({ id: Uuid, name: Name })) }),
      },
      async (on, { caller }) => ({
        projects: await listProjects(on, { projects: projectsWith(caller, 'viewer') }),
      }),
    ),
    personRoute(
      { role: 'admin', scope: 'organisation' },
      {
        method: 'POST',
        path: '/v1/projects',
        summary: 'Creates a project: a set of agents that share a policy.',
        body: exact({ name: Name }),
        replies: { 201: Type.Object({ id: Uuid, name: Name }) },
      },
      async ({ caller, body }) => {
        const made = await database.asOrganisation(caller.organisation, async (on) => {
          const row = await only(addProject(on, { name: body.name }));
          await recordAdminAction(on, {
            by: caller,
            act: 'project.add',
            subject: row.id,
            detail: { name: body.name },
          });
          return row;
        });
        return { status: 201, json: made };
      },
    ),
    readRoute(
      { role: 'admin', scope: 'organisation' },
      {
        path: '/v1/acts',
        summary:
          'Lists administrative acts, newest first, with the address and session of who did them. Pass `before` for the next page; `since` and `until` are days or times (UTC).',
        query: exact({
          before: Type.Optional(Type.String({ pattern: '^\\d{1,18}$' })),
          since: Type.Optional(Moment),
          until: Type.Optional(Moment),
        }),
        reply: Type.Object({ acts: Type.Array(Type.Object({ id: Type.String(), act: Type.String() })) }),
      },
      async (on, { query: { before = newest, since = null, until = null } }) => ({
        acts: await listActs(on, { before, since, until }),
      }),
    ),
  ];
}
