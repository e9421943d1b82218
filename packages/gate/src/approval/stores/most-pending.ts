import { definedFields, fill } from '@permesso/engine/call';
import { type Approval, type ApprovalRequest, expiredBy, requestName } from '@permesso/protocol/approval';
import { unansweredTexts } from '../../messages/denials.ts';
import type { Clock } from '../clock.ts';
import { inTime } from '../in-time.ts';
import { type ApprovalStore, type Opening, stillAsked } from './approval-store.ts';

/** Per tenant. More than this is a loop, or an inbox that nobody reads. */
export const defaultMostPending = 500;

/** Its message is for the model: nobody was asked. */
export class TooManyRequests extends Error {
  constructor(most: number) {
    super(fill(unansweredTexts.tooMany, { count: most }));
    this.name = 'TooManyRequests';
  }
}

/** The last request per store: a process creates them one after the other. */
const lastAsked = new WeakMap<ApprovalStore, Promise<unknown>>();

/**
 * Creates the request, unless the tenant has reached its maximum. An identical pending request can always be joined.
 * Each of several processes checks again once its own request is stored, so there are never more, and perhaps one
 * fewer.
 */
export async function openWithin(
  store: ApprovalStore,
  request: ApprovalRequest,
  { clock, ...within }: Within & { readonly clock: Clock },
): Promise<Approval> {
  const opened = (lastAsked.get(store) ?? Promise.resolve()).then(() => openNext(store, request, within));
  // A request that the store never accepts delays the next ones no longer than its own call waits.
  const over = inTime(opened, clock).then(
    () => undefined,
    () => undefined,
  );
  lastAsked.set(store, over);
  return await opened;
}

type Within = Opening & { readonly most: number };

async function openNext(
  store: ApprovalStore,
  request: ApprovalRequest,
  { most, ...how }: Within,
): Promise<Approval> {
  const tenant = request.call.owner?.tenant;
  const pending = async (): Promise<readonly Approval[]> =>
    (await store.list({ pending: true, ...(tenant === undefined ? {} : { tenant }) })).filter(
      (each) => each.request.call.owner?.tenant === tenant && expiredBy(each, how.now).state === 'pending',
    );
  const before = await pending();
  const name = requestName(request);
  const isJoined = before.some((each) => requestName(each.request) === name);
  if (before.length >= most && !isJoined && !(await isSettled(store, request, how)))
    throw new TooManyRequests(most);
  const opened = await store.open(request, how);
  if (isJoined || opened.state !== 'pending' || (await pending()).length <= most) return opened;
  await store.change(opened.id, { type: 'cancel', at: how.now, why: 'too many requests await an answer' });
  throw new TooManyRequests(most);
}

/** A request that already has an answer is not an additional one. */
async function isSettled(
  store: ApprovalStore,
  request: ApprovalRequest,
  { now, isEnough }: Opening,
): Promise<boolean> {
  const found = await store.find(request);
  return found !== undefined && stillAsked(found, { now, ...definedFields({ isEnough }) }) !== undefined;
}
