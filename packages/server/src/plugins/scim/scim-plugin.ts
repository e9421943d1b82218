import type { Plugin } from '../../plugin.ts';
import { groups } from './group-resource.ts';
import { resourceRoutes } from './resource-routes.ts';
import { notImplemented, scimError } from './scim-reply.ts';
import { scimTokenRoutes } from './scim-token-routes.ts';
import { serviceRoutes } from './service-routes.ts';
import { users } from './user-resource.ts';
import { only } from '../../database/query.ts';
import { organisationNamed, recordAdminAction } from '../../identity/index.ts';
import { OperatorError, type OperatorCommand } from '../../operator-command.ts';
import { newToken } from '../../secrets/token.ts';
import { addScimToken } from './scim-token.ts';

const days = 366;

/** For an organisation's directory; independent of any person. Shown only once. */
const addScimTokenCommand: OperatorCommand = {
  name: 'add-scim-token',
  read: ([name, extra]) => {
    if (name === undefined || extra !== undefined)
      throw new OperatorError('usage: add-scim-token ORGANISATION');
    return async ({ database }) => {
      const { hash, text } = newToken('scim');
      const id = await database.asOrganisation(await organisationNamed(database, name), async (on) => {
        const token = { name: 'by the operator', hash, days, person: null, lineage: [], until: null };
        const row = await only(addScimToken(on, token));
        await recordAdminAction(on, { by: 'operator', act: 'scim-token.add', subject: row.id });
        return row.id;
      });
      return { id, token: text };
    };
  },
};

/** Parts of the standard that are not implemented: RFC 7644, 3.4.3, 3.7 and 3.11. */
const leftOut = /^\/scim\/v2\/(?:Bulk|Me|(?:\w+\/)?\.search)$/;

/** People and groups, managed by a directory. */
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
