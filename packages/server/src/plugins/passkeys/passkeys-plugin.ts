import type { Plugin } from '../../plugin.ts';
import { adminPasskeyRoutes } from './admin-passkey-routes.ts';
import { ownPasskeyRoutes } from './own-passkey-routes.ts';
import { removePasskeysCommand } from './remove-passkeys-command.ts';
import { relyingParty } from './relying-party.ts';
import { usePasskey } from './use-passkey.ts';

/** Passkeys registered, shown and checked. When one must be shown is decided by the core. */
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
