import type { ServerContext } from '../module.ts';
import { only, query } from '../database/query.ts';
import { listProjects } from './list-projects.ts';
import { projectsWith } from '../route/caller.ts';
import { personRoute, type Route } from '../route/route.ts';
import { type TeamWho, teamWho } from '@permesso/protocol/console';

const organisationNow = query<{ readonly name: string; readonly frozen: string | null }>(
  import.meta.dirname,
  'organisation-now.sql',
);

/** The first thing that the pages ask: what they talk to, and for whom. */
export function whoRoutes({
  database,
  plugins,
}: Pick<ServerContext, 'database'> & { readonly plugins: readonly string[] }): readonly Route[] {
  return [
    personRoute(
      { role: 'viewer', scope: 'listed' },
      {
        method: 'GET',
        path: '/api/who',
        summary: 'For the console: the signed-in person and the pages available to them.',
        replies: { 200: teamWho },
      },
      async ({ caller }) => {
        const { organisation, person, email, roles } = caller;
        const who = await database.asOrganisation(organisation, async (on): Promise<TeamWho> => {
          const { name, frozen } = await only(organisationNow(on));
          const visible = await listProjects(on, { projects: projectsWith(caller, 'viewer') });
          const projects = visible.map((row) => ({ id: row.id, name: row.name, frozen: row.frozen }));
          return { mode: 'team', organisation: name, frozen, person, email, roles, plugins, projects };
        });
        return { status: 200, json: who };
      },
    ),
  ];
}
