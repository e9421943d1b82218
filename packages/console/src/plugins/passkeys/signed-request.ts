import { problemCode, request } from '../../api.ts';
import type { SignedRequest } from '../../plugin.ts';

/** If the server requires a passkey, the browser asks for one, and the request is repeated with it. */
export const signedRequest: SignedRequest = async (shape, asked, act) => {
  try {
    return await request(shape, asked);
  } catch (error) {
    if (problemCode(error) !== 'passkey') throw error;
    // Most requests need none, so the first page loads without this.
    const { showPasskey } = await import('./browser-passkey.ts');
    const passkey = await showPasskey({ ...act, said: asked.body });
    return await request(shape, { ...asked, body: { ...asked.body, passkey } });
  }
};
