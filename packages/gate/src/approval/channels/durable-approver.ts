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
  /** Who is asked here. Others may answer through the store: another process, `permesso answer`, a web page. */
  readonly approver?: Approver;
  /**
   * What an approver that cannot ask means. `wait`: somebody else may answer through the store. `deny`: the question is
   * withdrawn and the call denied at once. `wait` when absent.
   */
  readonly cannotAsk?: 'wait' | 'deny';
  /** Milliseconds until nobody's answer is a deny. An hour when absent. */
  readonly expiresIn?: number;
  /** Milliseconds for which an approval may be used. A quarter of an hour when absent. */
  readonly useWithin?: number;
  /** Told of each new question: to ring a bell, to send a message. Its failure changes nothing. */
  readonly notify?: (approval: Approval) => void | Promise<void>;
  /** Told when this approver's answer came after another one had won. */
  readonly onLate?: (approval: Approval, why: string) => void;
  readonly onError?: (error: unknown) => void;
  /** Milliseconds between two looks at the store. */
  readonly every?: number;
}

const anHour = 60 * 60_000;

/**
 * Puts every question into a store before anybody is asked, and takes its answer from there: whichever person answers first
 * wins, wherever they are, and a question survives the process that put it.
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
  /** Questions that somebody is asked here and now, with how many calls wait for them. */
  const asking = new Map<string, number>();
  return checkedApprover(async (request, ask) => {
    // A request may be withdrawn by one process while others still wait for it: they put it again.
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

/** How long a grant may be on its way from an answer to the place where all look for it. */
const onItsWay = 2000;

/**
 * Another process may just have got an approval that lasts, and not have written it down yet: then this question is about
 * to settle itself, and must not be put a second time. Milliseconds that are left for that.
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

/** Asks, and puts the answer where all look for it. Resolves when the question is settled, by whomever. */
async function askHere(approval: Approval, waiting: WaitingAnswer, signal: AbortSignal): Promise<Approval> {
  const { request, ask, options } = waiting;
  // The app does not know who is asked here: where rules say who must approve, they answer through the store.
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
 * An answer reaches every call that waited for it; a later call gets an approval only if it was not used. Nothing
 * when it was used up in between: then the question is put again.
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
