import { definedFields, fill, messageOf } from '@permesso/engine/call';
import { unansweredTexts } from '../../messages/denials.ts';
import { pause } from '../pause.ts';
import {
  type Answer,
  type Approval,
  type ApprovalRequest,
  type Approver,
  approversOf,
  type AskOptions,
  CannotAsk,
  describeState,
  unanswered,
  withdrawn,
} from '@permesso/protocol/approval';
import { checkedApprover } from '../checked-approver.ts';
import type { ApprovalStore } from '../stores/approval-store.ts';

/** Where requests are kept until they are answered, and who is asked. */
export interface DurableOptions {
  readonly store: ApprovalStore;
  /**
   * The approver to ask here. Others may answer through the store: another process, `permesso answer`, a web page.
   */
  readonly approver?: Approver;
  /**
   * What to do if the approver cannot ask. `wait`: someone else may answer through the store. `deny`: withdraw the
   * request and deny the call at once. Default: `wait`.
   */
  readonly cannotAsk?: 'wait' | 'deny';
  /** Milliseconds until an unanswered request is denied. Default: one hour. */
  readonly expiresIn?: number;
  /** Milliseconds for which an approval may be used. Default: 15 minutes. */
  readonly useWithin?: number;
  /** Called for each new request, for example to send a message. If it fails, nothing else changes. */
  readonly notify?: (approval: Approval) => void | Promise<void>;
  /** Called if this approver's answer came after another one had won. */
  readonly onLate?: (approval: Approval, why: string) => void;
  readonly onError?: (error: unknown) => void;
  /** Milliseconds between reads of the store. */
  readonly every?: number;
}

const anHour = 60 * 60_000;

/**
 * Puts every request into a store before anyone is asked, and reads its answer from there: the first answer wins,
 * wherever it is given, and a request survives the process that created it.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { durableApprover, terminalApprover } from '@permesso/gate/approvers';
 * import { approvalFiles } from '@permesso/gate/stores';
 * const store = approvalFiles('/var/lib/app/approvals');
 * const gate = createGate({ policy: {}, approver: durableApprover({ store, approver: terminalApprover() }) });
 * ```
 */
export function durableApprover(options: DurableOptions): Approver {
  /** Requests that an approver is being asked about in this process, with the number of waiting calls. */
  const asking = new Map<string, number>();
  return checkedApprover(async (request, ask) => {
    // One process may withdraw a request while others still wait for it: they create it again.
    for (let turn = 0; turn < 4 && !ask.signal.aborted; turn++) {
      const now = Date.now();
      const approval = await options.store.open(request, {
        now,
        expiresIn: options.expiresIn ?? anHour,
        ...definedFields({ useWithin: options.useWithin }),
        isEnough: (settled) => arrivesIn(settled, now) > 0,
      });
      if (approval.state === 'consumed') {
        await pause(arrivesIn(approval, now), ask.signal);
        continue;
      }
      const settled =
        approval.state === 'pending' ? await waitFor(approval, { request, ask, options, asking }) : approval;
      if (settled.state === 'cancelled' && !ask.signal.aborted) continue;
      const answer = await use(settled, options.store, approval.state === 'pending');
      if (answer !== undefined) {
        if (settled.recorded === true) ask.recorded?.();
        return answer;
      }
    }
    return withdrawn;
  });
}

/** How many milliseconds a grant may take from the answer to the place where every process reads it. */
const onItsWay = 2000;

/**
 * Another process may just have received a lasting approval and not have saved it yet: then this request is about to
 * be settled and must not be shown a second time. Returns the milliseconds left for that.
 */
function arrivesIn({ state, answer, settledAt }: Approval, now: number): number {
  const scope = answer?.verdict === 'allow' ? (answer.scope ?? 'once') : 'once';
  if (state !== 'consumed' || scope === 'once' || settledAt === undefined) return 0;
  return Math.max(0, settledAt + onItsWay - now);
}

interface WaitingAnswer {
  readonly request: ApprovalRequest;
  readonly ask: AskOptions;
  readonly options: DurableOptions;
  readonly asking: Map<string, number>;
}

async function waitFor(approval: Approval, waiting: WaitingAnswer): Promise<Approval> {
  const { ask, options, asking } = waiting;
  const { id } = approval;
  const already = asking.get(id) ?? 0;
  asking.set(id, already + 1);
  const over = new AbortController();
  const signal = AbortSignal.any([ask.signal, over.signal]);
  try {
    if (already === 0) {
      tell(approval, options);
      return await Promise.race([askHere(approval, waiting, signal), poll(id, signal, options)]);
    }
    return await poll(id, signal, options);
  } finally {
    over.abort();
    const left = (asking.get(id) ?? 1) - 1;
    if (left > 0) asking.set(id, left);
    else asking.delete(id);
    if (left <= 0 && ask.signal.aborted)
      await options.store.change(id, {
        type: 'cancel',
        at: Date.now(),
        why: 'nobody is waiting for it any longer',
      });
  }
}

/** Asks, and stores the answer where every process reads it. Resolves once anyone has settled the request. */
async function askHere(approval: Approval, waiting: WaitingAnswer, signal: AbortSignal): Promise<Approval> {
  const { request, ask, options } = waiting;
  // The app does not know who is asked here: if rules name approvers, they answer through the store.
  if (options.approver === undefined || approversOf(request).length > 0)
    return await poll(approval.id, signal, options);
  let answer: Answer;
  try {
    answer = await options.approver(request, { ...ask, signal });
  } catch (error) {
    // An approver that cannot ask has not answered; another one may.
    if (!(error instanceof CannotAsk)) options.onError?.(error);
    else if (options.cannotAsk === 'deny') {
      await options.store.change(approval.id, { type: 'cancel', at: Date.now(), why: error.message });
      throw error;
    }
    return await poll(approval.id, signal, options);
  }
  if (signal.aborted) return (await options.store.get(approval.id)) ?? approval;
  const stepped = await options.store.change(approval.id, {
    type: 'answer',
    at: Date.now(),
    digest: request.digest,
    answer,
  });
  if (stepped?.accepted === false) options.onLate?.(stepped.approval, stepped.why);
  return stepped?.approval ?? { ...approval, state: 'cancelled', why: 'it was removed' };
}

async function poll(id: string, signal: AbortSignal, { store, every }: DurableOptions): Promise<Approval> {
  for (;;) {
    const approval = await store.get(id);
    if (approval === undefined) throw new Error('the request was removed');
    if (approval.state !== 'pending') return approval;
    const now = Date.now();
    if (approval.expiresAt !== undefined && now >= approval.expiresAt) {
      const stepped = await store.change(id, { type: 'expire', at: now });
      return stepped?.approval ?? { ...approval, state: 'expired' };
    }
    if (signal.aborted)
      return { ...approval, state: 'cancelled', why: 'nobody is waiting for it any longer' };
    await pause(Math.min(every ?? 150, (approval.expiresAt ?? Infinity) - now), signal);
  }
}

/**
 * An answer reaches every call that waited for it; a later call gets an approval only if it has not been used.
 * Undefined if it was consumed in between: then the request is created again.
 */
async function use(approval: Approval, store: ApprovalStore, waited: boolean): Promise<Answer | undefined> {
  if (approval.state === 'approved' || approval.state === 'consumed') {
    const { callKey, digest } = approval.request;
    const used = await store.change(approval.id, { type: 'consume', at: Date.now(), callKey, digest });
    // The edit is gone: without it the answer would run what the person did not want.
    if (approval.hidden === true) return undefined;
    return used?.accepted === true || waited ? approval.answer : undefined;
  }
  if (approval.state === 'denied') return approval.answer;
  return unanswered(
    fill(unansweredTexts.notApproved, { state: describeState(approval) }),
    approval.state === 'expired' ? 'expired' : 'withdrawn',
  );
}

function tell(approval: Approval, { notify, onError }: DurableOptions): void {
  if (notify === undefined) return;
  const report = (error: unknown): void => onError?.(new Error(`nobody was told: ${messageOf(error)}`));
  try {
    Promise.resolve(notify(approval)).catch(report);
  } catch (error) {
    report(error);
  }
}
