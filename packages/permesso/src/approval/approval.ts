import { createHash } from 'node:crypto';
import type { Answer, ApprovalRequest } from './approver.ts';
import { canonicalJson } from '../call/canonical-json.ts';
import { createRedactor } from '../facts/redactor.ts';
import { canonical } from './call-key.ts';
import { redactRequest } from './redact-request.ts';

export type ApprovalState = 'pending' | 'approved' | 'denied' | 'expired' | 'cancelled' | 'consumed';

/** A question that outlives whoever put it: plain data, answered once, used once. */
export interface Approval {
  /** Same session, same call, same receipt: same name, with a number behind it for each time it is asked. */
  readonly id: string;
  readonly state: ApprovalState;
  readonly request: ApprovalRequest;
  readonly askedAt: number;
  /** From then on the answer is deny. */
  readonly expiresAt?: number;
  readonly answer?: Answer;
  readonly settledAt?: number;
  /** Why it was cancelled. */
  readonly why?: string;
  /** The edited input held a secret, and was removed once the call had run. */
  readonly hidden?: true;
}

export type ApprovalEvent =
  /** `digest` as the answering surface received it: an answer about something else is no answer to this. */
  | { readonly type: 'answer'; readonly at: number; readonly digest: string; readonly answer: Answer }
  | { readonly type: 'expire'; readonly at: number }
  | { readonly type: 'cancel'; readonly at: number; readonly why: string }
  | { readonly type: 'consume'; readonly at: number; readonly callKey: string; readonly digest: string };

export type Stepped =
  | { readonly accepted: true; readonly approval: Approval }
  | { readonly accepted: false; readonly approval: Approval; readonly why: string };

/** The only way an approval changes. Pure: a store makes it happen for one of several at once. */
export function stepApproval(approval: Approval, event: ApprovalEvent): Stepped {
  const now = expiredBy(approval, event.at);
  if (event.type === 'consume') return consume(now, event);
  if (now.state !== 'pending') return refuse(now, event);
  switch (event.type) {
    case 'answer':
      if (event.digest !== now.request.digest)
        return { accepted: false, approval: now, why: 'the answer is about another call or another receipt' };
      return settle(now, {
        state: event.answer.verdict === 'allow' ? 'approved' : 'denied',
        settledAt: event.at,
        answer: event.answer,
      });
    case 'cancel':
      return settle(now, { state: 'cancelled', settledAt: event.at, why: event.why });
    case 'expire':
      return { accepted: false, approval: now, why: 'its time is not over' };
  }
}

/** As it is at this moment: nobody has to be there for a question to expire. */
export function expiredBy(approval: Approval, at: number): Approval {
  if (approval.state !== 'pending' || approval.expiresAt === undefined || at < approval.expiresAt)
    return approval;
  return { ...approval, state: 'expired', settledAt: approval.expiresAt };
}

function settle(approval: Approval, change: Partial<Approval>): Stepped {
  return { accepted: true, approval: { ...approval, ...change } };
}

function consume(approval: Approval, event: Extract<ApprovalEvent, { type: 'consume' }>): Stepped {
  const { state, request } = approval;
  if (state !== 'approved') return { accepted: false, approval, why: describeState(approval) };
  if (event.callKey !== request.callKey || event.digest !== request.digest)
    return { accepted: false, approval, why: 'the call is not the one that was approved' };
  if (!isUsable(approval, event.at)) return { accepted: false, approval, why: 'the approval is too old' };
  return settle(approval, { state: 'consumed', ...withoutSecrets(approval.answer) });
}

/** An edited input is kept as it was written until it runs. Nobody needs a secret in it afterwards. */
function withoutSecrets(answer: Answer | undefined): Pick<Approval, 'answer' | 'hidden'> {
  if (answer?.verdict !== 'allow' || answer.input === undefined) return {};
  const redactor = createRedactor();
  canonicalJson(answer.input, redactor);
  if (redactor.found().length === 0) return {};
  const { input: _secret, ...rest } = answer;
  return { answer: rest, hidden: true };
}

/** A yes that nobody was there to use waits a little for the agent to come back, and no longer. */
const longestUnused = 15 * 60_000;

export function isUsable({ state, settledAt }: Approval, at: number): boolean {
  return state === 'approved' && settledAt !== undefined && at - settledAt < longestUnused;
}

/** A time that is over has settled it already; everything else comes too late. */
function refuse(approval: Approval, event: ApprovalEvent): Stepped {
  if (event.type === 'expire' && approval.state === 'expired') return { accepted: true, approval };
  return { accepted: false, approval, why: `too late: ${describeState(approval)}` };
}

/** `it was denied by anna from terminal`. */
export function describeState({ state, answer, why }: Approval): string {
  if (state === 'pending') return 'it is still waiting for an answer';
  if (state === 'expired') return 'it expired without an answer';
  if (state === 'cancelled') return `it was withdrawn${why === undefined ? '' : `: ${why}`}`;
  const who = answer?.by === undefined ? '' : ` by ${answer.by}`;
  const where = answer?.from === undefined ? '' : ` from ${answer.from}`;
  const used = state === 'consumed' ? ' and the call has run' : '';
  return `it was ${answer?.verdict === 'deny' ? 'denied' : 'approved'}${who}${where}${used}`;
}

/** What all askings of one question in one session share. */
export function questionName({ call, digest }: Pick<ApprovalRequest, 'call' | 'digest'>): string {
  return createHash('sha256')
    .update(canonical([call.session ?? null, digest]))
    .digest('hex')
    .slice(0, 24);
}

function approvalId(question: string, turn: number): string {
  return `${question}-${turn}`;
}

/** Without secrets, as on its way to another machine. Whose question it is must be found again, so that stays. */
function storedRequest(request: ApprovalRequest): ApprovalRequest {
  const redacted = redactRequest(request);
  const { session, owner } = request.call;
  return {
    ...redacted,
    call: {
      ...redacted.call,
      ...(session === undefined ? {} : { session }),
      ...(owner === undefined ? {} : { owner }),
    },
  };
}

export function newApproval(
  request: ApprovalRequest,
  { turn, at, expiresIn }: { readonly turn: number; readonly at: number; readonly expiresIn?: number },
): Approval {
  return {
    id: approvalId(questionName(request), turn),
    state: 'pending',
    request: storedRequest(request),
    askedAt: at,
    ...(expiresIn === undefined ? {} : { expiresAt: at + expiresIn }),
  };
}
