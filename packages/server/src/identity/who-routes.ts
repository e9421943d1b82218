import { organisationRoutes } from './organisation-route.ts';
import type { ServerContext } from '../module.ts';
import { only, queries } from '../database/query.ts';
import { listProjects } from './list-projects.ts';
import { projectsWith } from '../route/caller.ts';
import { type Route } from '../route/route.ts';
import { type TeamWho, teamWho } from '@permesso/protocol/console';

const organisationNow = queries(import.meta.dirname)<{ name: string; frozen: string | null }>(
  'organisation-now.sql',
);

/** The pages' first request: the server's features, and the signed-in person. */
export function whoRoutes({
  database,
  plugins,
}: Pick<ServerContext, 'database'> & { readonly plugins: readonly string[] }): readonly Route[] {
  const { readRoute } = organisationRoutes(database);
  return [
    readRoute(
      { role: 'viewer', scope: 'listed' },
      {
        path: '/api/who',
        summary: 'For the console: the signed-in person and the pages available to them.',
        reply: teamWho,
      },
      async (on, { caller }): Promise<TeamWho> => {
        const { person, email, roles } = caller;
        const { name, frozen } = await only(organisationNow(on));
        const visible = await listProjects(on, { projects: projectsWith(caller, 'viewer') });
        const projects = visible.map((row) => ({ id: row.id, name: row.name, frozen: row.frozen }));
        return { mode: 'team', organisation: name, frozen, person, email, roles, plugins, projects };
      },
    ),
  ];
}
