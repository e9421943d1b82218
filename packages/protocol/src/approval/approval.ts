import { createHash } from 'node:crypto';
import type { Answer, ApprovalRequest } from './approver.ts';
import { canonicalJson, definedFields, isSameSpace, type Principal } from '@permesso/engine/call';
import { createRedactor } from '@permesso/engine/facts';
import {
  approvalStep,
  refusalTexts,
  stateAt,
  type ApprovalStanding,
  type ApprovalState,
  type Refusal,
  type StepEvent,
  type Vote,
} from './approval-step.ts';
import { approversOf, neededAt, timeFor } from './approvers.ts';
import { canonical } from './call-key.ts';
import { redactRequest } from './redact-request.ts';

/** An approval request that outlives its process: plain data, answered once, used once. */
export interface Approval {
  /** Same session, same call, same receipt: same name, with a number appended for each repetition. */
  readonly id: string;
  readonly state: ApprovalState;
  readonly request: ApprovalRequest;
  readonly askedAt: number;
  /** From then on the answer is deny. */
  readonly expiresAt?: number;
  readonly answer?: Answer;
  /** The votes so far, if rules require certain approvers. */
  readonly votes?: readonly Vote[];
  /** Milliseconds during which an approval may be used. */
  readonly useWithin?: number;
  /** A gate recorded the answer when it was given. */
  readonly recorded?: true;
  readonly settledAt?: number;
  /** Why it was cancelled. */
  readonly why?: string;
  /** The edited input contained a secret, and was removed once the call had run. */
  readonly hidden?: true;
}

/** What changes an approval: an answer, expiry, a withdrawal, its use. */
export type ApprovalEvent =
  /** `digest` as the answering surface received it: an answer about something else does not count. */
  | {
      readonly type: 'answer';
      readonly at: number;
      readonly digest: string;
      readonly answer: Answer;
      /**
       * The person who answers, as the app knows them: if rules require certain approvers, an unidentified answer does not
       * count.
       */
      readonly approver?: Principal;
      /** The code that changes it records the answer too. */
      readonly recorded?: true;
    }
  | { readonly type: 'expire'; readonly at: number }
  | { readonly type: 'cancel'; readonly at: number; readonly why: string }
  | { readonly type: 'consume'; readonly at: number; readonly callKey: string; readonly digest: string };

export type Stepped =
  | { readonly accepted: true; readonly approval: Approval }
  | { readonly accepted: false; readonly approval: Approval; readonly why: string };

/** One step of an approval. Pure: the store makes sure that only one of several concurrent steps happens. */
export function stepApproval(approval: Approval, event: ApprovalEvent): Stepped {
  const now = expiredBy(approval, event.at);
  if (event.type === 'answer' && !isKnown(now, event.approver))
    return { accepted: false, approval: now, why: refusalText(now, event, 'no-approver') };
  const result = approvalStep(standingOf(now, event.at), stepEvent(event), event.at);
  if ('refused' in result)
    return { accepted: false, approval: now, why: refusalText(now, event, result.refused) };
  switch (event.type) {
    case 'answer':
      return settle(now, { ...voted(now, event), ...answered(result.to, event) });
    case 'cancel':
      return settle(now, { state: result.to, settledAt: event.at, why: event.why });
    case 'expire':
      return { accepted: true, approval: now };
    case 'consume':
      return settle(now, { state: result.to, ...withoutSecrets(now.answer) });
  }
}

type AnswerEvent = Extract<ApprovalEvent, { readonly type: 'answer' }>;

/** An identified person of the request's own tenant: if rules require certain approvers, nobody else's answer counts. */
function isKnown({ request }: Approval, approver: Principal | undefined): boolean {
  if (approversOf(request).length === 0) return true;
  return approver?.user !== undefined && approver.tenant === request.call.owner?.tenant;
}

/** Whether this person's answer would count now. If no rule requires certain approvers, the call's own person answers. */
export function mayAnswer(approval: Approval, approver: Principal, at: number): boolean {
  const { request } = approval;
  if (approversOf(request).length === 0) return isSameSpace(request.call.owner, approver);
  const { digest } = request;
  return stepApproval(approval, { type: 'answer', at, digest, answer: { verdict: 'deny' }, approver })
    .accepted;
}

function voted({ request, votes = [] }: Approval, event: AnswerEvent): Pick<Approval, 'votes'> {
  return approversOf(request).length === 0 ? {} : { votes: [...votes, voteOf(event)] };
}

function answered(state: ApprovalState, { at, answer, recorded }: AnswerEvent): Partial<Approval> {
  if (state === 'pending') return {};
  return { state, settledAt: at, answer, ...(recorded === true ? { recorded } : {}) };
}

function voteOf({ answer, approver }: AnswerEvent): Vote {
  const { verdict, by = '' } = answer;
  if (approver?.user === undefined) return { person: by, verdict };
  return { person: approver.user, verdict, ...definedFields({ roles: approver.roles }) };
}

/** A single use, and a single person if no rule requires certain approvers. */
function standingOf(approval: Approval, at: number): ApprovalStanding {
  const { state, request, askedAt, expiresAt, settledAt, votes = [] } = approval;
  const approvers = approversOf(request);
  const { callKey, digest } = request;
  return {
    state,
    callKey,
    digest,
    expiresAt: expiresAt ?? Infinity,
    useBefore: settledAt === undefined ? null : settledAt + usableFor(approval),
    quorum: 1,
    votes,
    useKey: null,
    ...(approvers.length === 0 ? {} : { approvers: neededAt(approvers, at - askedAt) }),
    ...(approvers.some(({ not }) => not === 'requester') ? requesterOf(approval) : {}),
  };
}

function requesterOf({ request }: Approval): Pick<ApprovalStanding, 'owner'> {
  const user = request.call.owner?.user;
  return definedFields({ owner: user });
}

function stepEvent(event: ApprovalEvent): StepEvent {
  switch (event.type) {
    case 'answer':
      return { type: 'vote', vote: voteOf(event), digest: event.digest };
    case 'consume':
      return { type: 'consume', callKey: event.callKey, digest: event.digest, use: undefined };
    default:
      return { type: event.type };
  }
}

function refusalText(approval: Approval, { type }: ApprovalEvent, refused: Refusal): string {
  if (refused === 'owns-agent') return ownCall;
  if (refused === 'too-old') return unusedText(approval);
  if (refused !== 'too-late') return refusalTexts[refused];
  return type === 'consume' ? describeState(approval) : `too late: ${describeState(approval)}`;
}

const ownCall = 'the agent acts for you, so somebody else must answer';

function unusedText(approval: Approval): string {
  const { settledAt = approval.askedAt } = approval;
  const until = minuteText(settledAt + usableFor(approval));
  return `${describeState(approval)} at ${minuteText(settledAt)}, and was not used until ${until}`;
}

/** `2026-08-01 12:00 UTC`. */
function minuteText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** The state at this moment, so that a request expires without a running process. */
export function expiredBy(approval: Approval, at: number): Approval {
  const { expiresAt } = approval;
  if (expiresAt === undefined || approval.state === stateAt({ state: approval.state, expiresAt }, at))
    return approval;
  return { ...approval, state: 'expired', settledAt: expiresAt };
}

function settle(approval: Approval, change: Partial<Approval>): Stepped {
  return { accepted: true, approval: { ...approval, ...change } };
}

/** An edited input is kept as written until it runs. After that nobody needs a secret in it. */
function withoutSecrets(answer: Answer | undefined): Pick<Approval, 'answer' | 'hidden'> {
  if (answer?.verdict !== 'allow' || answer.input === undefined) return {};
  const redactor = createRedactor();
  canonicalJson(answer.input, redactor);
  if (redactor.found().length === 0) return {};
  const { input: _secret, ...rest } = answer;
  return { answer: rest, hidden: true };
}

/** The longest time that an unused approval waits for the agent to come back. */
const longestUnused = 15 * 60_000;

function usableFor({ useWithin = longestUnused }: Approval): number {
  return useWithin;
}

export function isUsable(approval: Approval, at: number): boolean {
  const { state, settledAt } = approval;
  return state === 'approved' && settledAt !== undefined && at - settledAt < usableFor(approval);
}

/**
 * `it was denied by anna from terminal`.
 *
 * @example
 * ```ts
 * import { describeState } from '@permesso/gate/approvers';
 * import { memoryApprovals } from '@permesso/gate/stores';
 * for (const approval of memoryApprovals().list()) console.log(approval.id, describeState(approval));
 * ```
 */
export function describeState({ state, answer, why }: Approval): string {
  if (state === 'pending') return 'it is still waiting for an answer';
  if (state === 'expired') return 'it expired without an answer';
  if (state === 'cancelled') return `it was withdrawn${why === undefined ? '' : `: ${why}`}`;
  const who = answer?.by === undefined ? '' : ` by ${answer.by}`;
  const where = answer?.from === undefined ? '' : ` from ${answer.from}`;
  const used = state === 'consumed' ? ' and the call has run' : '';
  return `it was ${answer?.verdict === 'deny' ? 'denied' : 'approved'}${who}${where}${used}`;
}

/** The common name of all requests for one call in one session. */
export function requestName({ call, digest }: Pick<ApprovalRequest, 'call' | 'digest'>): string {
  return createHash('sha256')
    .update(canonical([call.session ?? null, digest]))
    .digest('hex')
    .slice(0, 24);
}

function approvalId(question: string, turn: number): string {
  return `${question}-${turn}`;
}

/** Without secrets, as for another machine. The owner stays, because the request must be found by it. */
function storedRequest(request: ApprovalRequest): ApprovalRequest {
  const redacted = redactRequest(request);
  const { session, owner } = request.call;
  return {
    ...redacted,
    call: { ...redacted.call, ...definedFields({ session, owner }) },
  };
}

export function newApproval(
  request: ApprovalRequest,
  {
    turn,
    at,
    expiresIn: given,
    useWithin,
  }: {
    readonly turn: number;
    readonly at: number;
    readonly expiresIn?: number;
    readonly useWithin?: number;
  },
): Approval {
  const expiresIn = timeFor(request, given);
  return {
    id: approvalId(requestName(request), turn),
    state: 'pending',
    request: storedRequest(request),
    askedAt: at,
    ...(expiresIn === undefined ? {} : { expiresAt: at + expiresIn }),
    ...definedFields({ useWithin }),
  };
}
