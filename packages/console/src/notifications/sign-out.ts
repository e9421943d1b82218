import { send } from '../api.ts';
import { unsubscribe } from './push.ts';

/** Also for the push service: the next user on this device must not receive notifications of this one. */
export async function signOut(): Promise<void> {
  try {
    await unsubscribe();
  } finally {
    // The server forgets this browser with the session, whatever the push service says.
    await send('POST', '/v1/sign-out');
  }
}
