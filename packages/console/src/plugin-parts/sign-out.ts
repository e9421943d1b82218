import { send } from '../api.ts';
import { plugins } from '../plugins/index.ts';

/** Runs plug-ins' sign-out too: the next user on this device must not receive this one's notifications. */
export async function signOut(): Promise<void> {
  try {
    for (const { onSignOut } of plugins) await onSignOut?.();
  } finally {
    // The server forgets this browser with the session, even if a push service fails.
    await send('POST', '/v1/sign-out');
  }
}
