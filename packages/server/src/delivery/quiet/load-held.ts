import { query, first, type Connection } from '../../database/query.ts';
import { loadNotice } from '../alerts/send-notice.ts';
import type { ChannelKind } from '../send-message.ts';
import { changesAtTheEnd, type HeldRequest } from './held-digest.ts';
import type { MachineChange } from '../alerts/notice-message.ts';

const folder = import.meta.dirname;
const heldRequests = query<HeldRequest, { readonly carrier: string }>(folder, 'held-requests.sql');
const heldNotices = query<{ readonly id: string }, { readonly carrier: string }>(folder, 'held-notices.sql');
const loadTarget = query<HeldTarget, { readonly hook: string }>(folder, 'load-target.sql');

interface HeldTarget {
  readonly kind: ChannelKind;
  readonly sealedTarget: Buffer;
  readonly at: Date;
}

export interface HeldForTarget {
  readonly target: HeldTarget;
  readonly requests: readonly HeldRequest[];
  readonly changes: readonly MachineChange[];
}

/** Nothing where the target's person has not confirmed it, or is disabled. */
export async function loadHeld(
  on: Connection,
  { carrier, hook }: { readonly carrier: string; readonly hook: string },
): Promise<HeldForTarget | undefined> {
  const target = await first(loadTarget(on, { hook }));
  if (target === undefined) return undefined;
  const changes: MachineChange[] = [];
  for (const { id } of await heldNotices(on, { carrier }))
    changes.push(...((await first(loadNotice(on, { hook, notice: id })))?.changes ?? []));
  return { target, requests: await heldRequests(on, { carrier }), changes: changesAtTheEnd(changes) };
}
