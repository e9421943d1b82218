import { first, query } from '../../database/query.ts';
import { findByAddress, organisationNamed, recordAdminAction } from '../../identity/index.ts';
import { OperatorError, type OperatorCommand } from '../../operator-command.ts';

const removePasskeys = query<{ readonly id: string }, { readonly person: string }>(
  import.meta.dirname,
  'remove-passkeys.sql',
);

/** For somebody who has lost them all, where no other admin could do it. */
export const removePasskeysCommand: OperatorCommand = {
  name: 'remove-passkeys',
  read: ([name, email, extra]) => {
    if (name === undefined || email === undefined || extra !== undefined)
      throw new OperatorError('say: remove-passkeys ORGANISATION EMAIL');
    return async ({ database }) =>
      await database.asOrganisation(await organisationNamed(database, name), async (on) => {
        const found = await first(findByAddress(on, { address: email }));
        if (found === undefined) throw new OperatorError(`there is nobody with the address ${email}`);
        const removed = await removePasskeys(on, { person: found.id });
        const detail = { person: found.id };
        for (const { id } of removed)
          await recordAdminAction(on, { by: 'operator', act: 'passkey.remove', subject: id, detail });
        return { removed: String(removed.length) };
      });
  },
};
