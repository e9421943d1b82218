import type { Plugin } from '../../plugin.ts';
import { endTemporaryRoles } from './end-temporary-roles.ts';
import { temporaryRoleRoutes } from './temporary-role-routes.ts';

/** Roles for some time, with a reason. */
export const temporaryRolesPlugin: Plugin = {
  name: 'temporary-roles',
  open: () => ({
    routes: temporaryRoleRoutes,
    jobs: (_context, { database }) => [{ work: () => endTemporaryRoles(database) }],
  }),
};
