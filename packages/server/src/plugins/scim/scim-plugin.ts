import type { Plugin } from '../../plugin.ts';
import { addScimTokenCommand } from './add-scim-token-command.ts';
import { groups } from './group-resource.ts';
import { resourceRoutes } from './resource-routes.ts';
import { notImplemented, scimError } from './scim-reply.ts';
import { scimTokenRoutes } from './scim-token-routes.ts';
import { serviceRoutes } from './service-routes.ts';
import { users } from './user-resource.ts';

/** Parts of the standard that are left out: RFC 7644, 3.4.3, 3.7 and 3.11. */
const leftOut = /^\/scim\/v2\/(?:Bulk|Me|(?:\w+\/)?\.search)$/;

/** People and groups as a directory keeps them. */
export const scimPlugin: Plugin = {
  name: 'scim',
  commands: [addScimTokenCommand],
  open: () => ({
    routes: (context) => {
      const { database, publicUrl } = context;
      const base = `${publicUrl}/scim/v2`;
      return [
        ...scimTokenRoutes(context),
        ...serviceRoutes({ base }),
        ...resourceRoutes(users, { database, base }),
        ...resourceRoutes(groups, { database, base }),
      ];
    },
    refusals: {
      who: 'scim',
      below: '/scim/v2/',
      refuse: scimError,
      nothingAt: (path) => (leftOut.test(path) ? notImplemented('this part of SCIM') : undefined),
    },
  }),
};
