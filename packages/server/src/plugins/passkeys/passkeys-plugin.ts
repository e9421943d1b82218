import type { Plugin } from '../../plugin.ts';
import { adminPasskeyRoutes } from './admin-passkey-routes.ts';
import { ownPasskeyRoutes } from './own-passkey-routes.ts';
import { relyingParty } from './relying-party.ts';
import { usePasskey } from './use-passkey.ts';
import { first, queries } from '../../database/query.ts';
import { findByAddress, organisationNamed, recordAdminAction } from '../../identity/index.ts';
import { OperatorError, type OperatorCommand } from '../../operator-command.ts';

const removePasskeys = queries(import.meta.dirname)<{ id: string }, { person: string }>(
  'remove-passkeys.sql',
);

/** For a person who has lost all passkeys, when no other admin can help. */
const removePasskeysCommand: OperatorCommand = {
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

/** Registration and verification of passkeys. The core decides when one is required. */
export const passkeysPlugin: Plugin = {
  name: 'passkeys',
  commands: [removePasskeysCommand],
  open: () => ({
    routes: ({ database, publicUrl }) => {
      const party = relyingParty(publicUrl);
      return [...ownPasskeyRoutes({ database, party }), ...adminPasskeyRoutes({ database, party })];
    },
    checkPasskey: ({ database, publicUrl }) => {
      const place = { database, party: relyingParty(publicUrl) };
      return (caller, given) => usePasskey(place, caller, given);
    },
  }),
};
