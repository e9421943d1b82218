import { send } from '../api.ts';
import { plugins } from '../plugins/index.ts';

/** Also for plug-ins: the next user on this device must not receive notifications of this one. */
export async function signOut(): Promise<void> {
  try {
    for (const { onSignOut } of plugins) await onSignOut?.();
  } finally {
    // The server forgets this browser with the session, whatever a push service says.
    await send('POST', '/v1/sign-out');
  }
}
