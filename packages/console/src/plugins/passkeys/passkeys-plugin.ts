import type { ConsolePlugin } from '../../plugin.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { signedRequest } from './signed-request.ts';

export const passkeysPlugin: ConsolePlugin = {
  name: 'passkeys',
  signedRequest,
  parts: {
    account: lazyPart(async () => (await import('./own-passkeys.tsx')).OwnPasskeys),
    lacksPasskey: lazyPart(async () => (await import('./add-passkey-link.tsx')).AddPasskeyLink),
    person: lazyPart(async () => (await import('./person-passkeys.tsx')).PersonPasskeys),
    settings: lazyPart(async () => (await import('./passkey-rule.tsx')).PasskeyRule),
  },
};
