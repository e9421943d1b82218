import { startEnvironment, startedBy } from '@permesso/gate/payloads';
import { launcherMark } from '../launch/launcher.ts';
import type { Notice } from './notice.ts';
import { findDesktop, notifyDesktop } from './notify-desktop.ts';

/** Shows a notification on the desktop of the person who started the agent program, where there is one. */
export function tellDesktop(notice: () => Notice, { state }: { readonly state: string }): void {
  const by = startedBy(launcherMark);
  if (by === undefined) return;
  try {
    const desktop = findDesktop({ variables: startEnvironment(by.host.pid) });
    if (desktop !== undefined) notifyDesktop({ notice: notice(), desktop, state });
  } catch (error) {
    // The answer to the call is the same with or without a notification.
    if (!(error instanceof Error)) throw error;
  }
}
