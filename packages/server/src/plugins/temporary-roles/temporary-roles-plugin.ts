import type { Plugin } from '../../plugin.ts';
import { temporaryRoleRoutes } from './temporary-role-routes.ts';
import type { Database } from '../../database/database.ts';
import { queries } from '../../database/query.ts';
import { recordAdminAction } from '../../identity/index.ts';

interface EndedRole {
  readonly person: string;
  readonly role: string;
  readonly project: string | null;
  readonly reason: string;
}

const sql = queries(import.meta.dirname);
const organisationsDue = sql<{ organisation: string }>('organisations-due.sql');
const endRoles = sql<EndedRole>('end-roles.sql');

/** Removes expired roles. Each removal is recorded. */
async function endTemporaryRoles(database: Database): Promise<void> {
  for (const { organisation } of await database.asSystem(organisationsDue))
    await database.asOrganisation(organisation, async (on) => {
      for (const { person, ...detail } of await endRoles(on))
        await recordAdminAction(on, { by: 'server', act: 'person.role-ended', subject: person, detail });
    });
}

/** Roles for a limited time, with a reason. */
export const temporaryRolesPlugin: Plugin = {
  name: 'temporary-roles',
  open: () => ({
    routes: temporaryRoleRoutes,
    jobs: (_context, { database }) => [{ work: () => endTemporaryRoles(database) }],
  }),
};
