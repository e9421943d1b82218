import { request } from '../api.ts';
import type { SignedRequest } from '../plugin.ts';
import { plugins } from '../plugins/index.ts';

/** A request that may need a passkey; without the plug-in it is sent unchanged. */
export const signedRequest: SignedRequest =
  plugins.find((plugin) => plugin.signedRequest !== undefined)?.signedRequest ?? request;
