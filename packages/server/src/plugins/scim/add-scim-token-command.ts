import { only } from '../../database/query.ts';
import { organisationNamed, recordAdminAction } from '../../identity/index.ts';
import { OperatorError, type OperatorCommand } from '../../operator-command.ts';
import { newToken } from '../../secrets/token.ts';
import { addScimToken } from './scim-token.ts';

const days = 366;

/** For the directory of an organisation; depends on no person. Shown this once. */
export const addScimTokenCommand: OperatorCommand = {
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
