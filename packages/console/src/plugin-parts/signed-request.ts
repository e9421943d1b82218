import { request } from '../api.ts';
import type { SignedRequest } from '../plugin.ts';
import { plugins } from '../plugins/index.ts';

/** A request that may take a passkey; without the plug-in it is sent as it is. */
export const signedRequest: SignedRequest =
  plugins.find((plugin) => plugin.signedRequest !== undefined)?.signedRequest ?? request;
