import type { Shape } from '@permesso/protocol/console';
import { problemCode, request, type PageRequest } from '../api.ts';
import type { PasskeyAct } from './browser-passkey.ts';

export interface SignedRequest extends PageRequest {
  readonly body: object;
}

/** A request that may take a passkey: where the server says so, the browser asks for one, and it is sent again with it. */
export async function signedRequest<T>(shape: Shape<T>, asked: SignedRequest, act: PasskeyAct): Promise<T> {
  try {
    return await request(shape, asked);
  } catch (error) {
    if (problemCode(error) !== 'passkey') throw error;
    // Most requests take none: the first page does without this.
    const { showPasskey } = await import('./browser-passkey.ts');
    const passkey = await showPasskey({ ...act, said: asked.body });
    return await request(shape, { ...asked, body: { ...asked.body, passkey } });
  }
}
