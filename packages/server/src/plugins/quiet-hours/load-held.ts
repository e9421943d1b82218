import { queries, first, type Connection } from '../../database/query.ts';
import {
  approvalsPage,
  type HeldForTarget,
  loadNotice,
  type MachineChange,
} from '../../notifications/index.ts';
import { changesAtTheEnd, toldDigest, type HeldRequest } from './held-digest.ts';

const sql = queries(import.meta.dirname);
const heldRequests = sql<HeldRequest, { carrier: string }>('held-requests.sql');
const heldNotices = sql<{ id: string }, { carrier: string }>('held-notices.sql');
const loadTarget = sql<HeldForTarget['target'], { hook: string }>('load-target.sql');

/** Undefined if the target's person has not confirmed it, or is disabled. */
export async function loadHeld(
  on: Connection,
  {
    carrier,
    hook,
    publicUrl,
  }: { readonly carrier: string; readonly hook: string; readonly publicUrl: string },
): Promise<HeldForTarget | undefined> {
  const target = await first(loadTarget(on, { hook }));
  if (target === undefined) return undefined;
  const all: MachineChange[] = [];
  for (const { id } of await heldNotices(on, { carrier }))
    all.push(...((await first(loadNotice(on, { hook, notice: id })))?.changes ?? []));
  const changes = changesAtTheEnd(all);
  const requests = await heldRequests(on, { carrier });
  const [one] = requests;
  if (one === undefined && changes.length === 0) return { target };
  // A single request is sent like any other.
  if (one !== undefined && one.waiting === 1 && changes.length === 0) return { target, only: one.approval };
  const page = one === undefined ? `${publicUrl}/#/machines` : approvalsPage(publicUrl);
  return { target, told: toldDigest({ requests, changes, page }) };
}
