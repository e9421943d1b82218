import {
  definedFields,
  fill,
  type Owner,
  type Principal,
  type ToolCall,
  putBounded,
} from '@permesso/engine/call';
import { approversText } from '../messages/approvers.ts';
import { unansweredTexts, unusableAnswerTexts } from '../messages/denials.ts';
import { createHash } from 'node:crypto';
import { memoryApprovals, type ApprovalStore } from '../approval/stores/approval-store.ts';
import {
  type Answer,
  type AnswerScope,
  type Approval,
  type ApprovalRequest,
  type Approver,
  approversOf,
  canonical,
  type Denying,
  describeState,
  unanswered,
} from '@permesso/protocol/approval';
import { answerAs } from '../approval/answer-as.ts';
import { checkedApprover } from '../approval/checked-approver.ts';
import { defaultExpiresIn, systemClock, type Clock } from '../approval/clock.ts';
import { objectionTo } from '../approval/offered-answer.ts';
import type { AuthorizeOptions, Gate } from '../gate/gate.ts';
import { neverAsked, useUpRequest } from './used-request.ts';
import type { AllowedCall } from './run-allowed.ts';
import { ownedApprovals, type PendingApprovals, type View } from './owned-approvals.ts';
import { failureText, refusalOf } from '../payloads/refusal.ts';

export type { PendingApprovals } from './owned-approvals.ts';

export interface SuspensionOptions {
  /**
   * `suspend`: the SDK stops the run and passes the request to the app, which comes back with an answer, perhaps in
   * another process. `approver`: the run waits while the gate's own approver asks.
   */
  readonly ask?: 'suspend' | 'approver';
  /**
   * Where requests wait for their answer. Defaults to the gate's own `stores.approvals`, or else memory;
   * `approvalFiles(folder)` survives a restart, and `@permesso/gate/stores/*` is for several servers.
   */
  readonly approvals?: ApprovalStore;
  /** Milliseconds until an unanswered request is denied. Default: one day. */
  readonly expiresIn?: number;
  /** Milliseconds for which an approval may be used once it is given. Defaults to `expiresIn`. */
  readonly useWithin?: number;
  /**
   * How long an approval may last here: of `once`, `session`, `project` and `user`. Default: once, for the session,
   * and for the user if the owner names one. `project` is this server's directory, not the user's.
   */
  readonly scopes?: readonly AnswerScope[];
  /** Defaults to this machine's clock. */
  readonly clock?: Clock;
}

export const suspensionOptions: Readonly<Record<keyof SuspensionOptions, true>> = {
  ask: true,
  approvals: true,
  expiresIn: true,
  useWithin: true,
  scopes: true,
  clock: true,
};

/** A call as an SDK identifies it. */
export interface HostCall {
  /** Unique in the session. */
  readonly id: string;
  readonly call: ToolCall;
  readonly gate: () => Gate | Promise<Gate>;
  /** Whether the adapter itself runs the tool, and so can run it with a changed input. */
  readonly editable: boolean;
}

export type Ruling =
  | (AllowedCall & { readonly verdict: 'allow'; readonly message: string })
  | { readonly verdict: 'deny'; readonly message: string }
  | { readonly verdict: 'ask'; readonly message: string; readonly approval: Approval };

export type SettledRuling = Exclude<Ruling, { readonly verdict: 'ask' }>;

export interface SuspendedCalls extends PendingApprovals {
  /** Called before the SDK runs a call. An ask has been stored when this returns. */
  readonly present: (at: HostCall, how?: Presenting) => Promise<Ruling>;
  /**
   * Called when the SDK comes back with a person's answer: it counts for a request that was created for this very
   * call.
   */
  readonly resume: (at: HostCall, said: Answer | undefined) => Promise<SettledRuling>;
  /** What to run, if `present` or `resume` allowed this very call a moment ago. Works once. */
  readonly take: (at: HostCall) => Promise<AllowedCall | undefined>;
  /** Called right before the tool runs: allowed by `present` or `resume` a moment ago, or else decided now. */
  readonly enter: (at: HostCall, how?: Entering) => Promise<SettledRuling>;
}

interface Presenting {
  readonly signal?: AbortSignal | undefined;
  /**
   * The SDK does not report here that its run is aborted, but does so where the tool runs: the approver is asked
   * there, so that an aborted run withdraws its request.
   */
  readonly askLater?: boolean;
}

interface Entering extends Presenting {
  readonly said?: Answer | undefined;
  /** This is not the last check: the clearance stays for the next one. */
  readonly again?: boolean;
}

/** Far more than ever run at once. A call that falls out is decided again. */
const mostCleared = 10_000;

/**
 * An SDK that suspends a run keeps the call and trusts anyone resuming it. So the request and its answer are kept
 * here: a resumed call runs only if it was asked about, in these words, with this input, and has not run before.
 */
export function suspendedCalls(
  options: SuspensionOptions = {},
  view: View = everybody,
  own?: Gate,
): SuspendedCalls {
  const store = options.approvals ?? memoryApprovals();
  /** The gate that asked, if each run has its own: it records the answer. */
  const askedBy = new Map<string, Gate>();
  const storeAt = async (at: HostCall): Promise<ApprovalStore> => (await at.gate()).recordApprovals(store);
  const storeOf = (id?: string): ApprovalStore => {
    const asking = own ?? (id === undefined ? undefined : askedBy.get(id));
    return asking === undefined ? store : asking.recordApprovals(store);
  };
  const clock = options.clock ?? systemClock;
  const cleared = new Map<string, AllowedCall & { readonly asked: string }>();

  function clear({ id, call }: HostCall, { call: toRun, sandbox }: AllowedCall): void {
    const place = suspendedKey(id, call);
    putBounded(cleared, [place, { asked: canonical(call), call: toRun, ...inSandbox(sandbox) }], mostCleared);
  }

  /** Works once, and not for what has been forbidden since: between decision and run a call may wait for others. */
  async function take(at: HostCall): Promise<AllowedCall | undefined> {
    const place = suspendedKey(at.id, at.call);
    const found = cleared.get(place);
    if (found === undefined) return undefined;
    // The call as asked about, or as a person edited it if an earlier check has already passed it on.
    const now = canonical(at.call);
    if (now !== found.asked && now !== canonical(found.call)) return undefined;
    cleared.delete(place);
    const { check } = await at.gate();
    return (await check(found.call, { isCounted: true })).verdict === 'deny' ? undefined : found;
  }

  async function authorize(
    at: HostCall,
    { signal, ...how }: Pick<AuthorizeOptions, 'approver' | 'objection'> & Pick<Presenting, 'signal'>,
  ): Promise<SettledRuling> {
    const said = await (
      await at.gate()
    ).authorize(at.call, {
      editable: at.editable,
      scopes: scopesFor(at.call.owner),
      ...how,
      ...definedFields({ signal }),
    });
    if (said.verdict === 'deny') return { verdict: 'deny', message: refusalOf(said) };
    const { call, message, decision } = said;
    return { verdict: 'allow', call, message, ...inSandbox(decision.sandbox) };
  }

  /** Only the answer to exactly this request, created for exactly this call of the SDK. */
  function answerFor(at: HostCall, said: Answer | undefined): Approver {
    let edited = false;
    return checkedApprover(async (request, { recorded }) => {
      // The run was already resumed; there is nobody to answer a second request.
      if (edited)
        return unanswered(fill(unansweredTexts.editNeedsApproval, { message: request.decision.message }));
      const answer = await lookUp(boundTo(at, request), said, {
        store: await storeAt(at),
        clock,
        onRecorded: recorded,
        approver: personOf(at.call),
      });
      edited = answer.verdict === 'allow' && answer.input !== undefined;
      return answer;
    });
  }

  /** Who is asked about a call that comes back with an answer, or has no known answer. */
  function returning(
    at: HostCall,
    said: Answer | undefined,
  ): Pick<AuthorizeOptions, 'approver' | 'objection'> {
    const approver = answerFor(at, said);
    if (said === undefined) return { approver };
    const objection = async (callKey: string): Promise<Denying | undefined> =>
      useUpRequest({ ...at, callKey, said, store: await storeAt(at), now: clock.now() });
    return { approver, objection };
  }

  function scopesFor(owner: Owner | undefined): readonly AnswerScope[] {
    return options.scopes ?? ['once', 'session', ...(owner?.user === undefined ? [] : (['user'] as const))];
  }

  async function isAskedLater({ gate, call }: HostCall, { askLater }: Presenting): Promise<boolean> {
    if (askLater !== true || options.ask !== 'approver') return false;
    const { check } = await gate();
    return (await check(call)).verdict === 'ask';
  }

  const present = async (at: HostCall, how: Presenting): Promise<Ruling> => {
    if (await isAskedLater(at, how)) return { verdict: 'allow', call: at.call, message: '' };
    if (options.ask === 'approver') {
      const settled = await authorize(at, { signal: how.signal });
      if (settled.verdict === 'allow') clear(at, settled);
      return settled;
    }
    const scopes = scopesFor(at.call.owner);
    const said = await (
      await at.gate()
    ).consult(at.call, { editable: at.editable, scopes, keepsRequests: true });
    if (said.verdict === 'allow') {
      const toRun = { call: said.call, ...inSandbox(said.decision.sandbox) };
      clear(at, toRun);
      return { verdict: 'allow', ...toRun, message: said.message };
    }
    if (said.verdict === 'deny') return { verdict: 'deny', message: refusalOf(said) };
    const byOthers = approversOf(said.request).length > 0;
    const expiresIn = options.expiresIn ?? defaultExpiresIn;
    const approval = await (
      await storeAt(at)
    ).open(boundTo(at, said.request), {
      now: clock.now(),
      expiresIn,
      useWithin: options.useWithin ?? expiresIn,
      isEnough: ({ state }) => state === 'consumed' && !byOthers,
    });
    // Others have approved it since the model last asked: nobody here has anything to add.
    if (byOthers && approval.state === 'approved') return await resume(at, undefined);
    // A saved run that is resumed a second time creates the same request again, with its old answer attached.
    if (approval.state === 'consumed') return { verdict: 'deny', message: unusableAnswerTexts.ranAlready };
    putBounded(askedBy, [approval.id, await at.gate()], mostCleared);
    return { verdict: 'ask', message: said.message, approval };
  };

  const resume = async (at: HostCall, said: Answer | undefined): Promise<SettledRuling> => {
    const settled = await authorize(at, returning(at, said));
    if (settled.verdict === 'allow') clear(at, settled);
    return settled;
  };

  const enter = async (at: HostCall, { said, signal, again, ...how }: Entering): Promise<SettledRuling> => {
    const taken = await take(at);
    if (taken === undefined && (await isAskedLater(at, how)))
      return { verdict: 'allow', call: at.call, message: '' };
    const settled: SettledRuling =
      taken === undefined
        ? await authorize(at, {
            signal,
            ...(options.ask === 'approver' ? {} : returning(at, said)),
          })
        : { verdict: 'allow', ...taken, message: '' };
    if (settled.verdict === 'allow' && again === true) clear(at, settled);
    return settled;
  };

  return {
    ...ownedApprovals(storeOf, view, clock),
    present: (at, how = {}) => present(at, how).catch(refusedBy(at)),
    resume: (at, said) => resume(at, said).catch(refusedBy(at)),
    take,
    enter: (at, how = {}) => enter(at, how).catch(refusedBy(at)),
  };
}

function inSandbox(sandbox: AllowedCall['sandbox']): Pick<AllowedCall, 'sandbox'> {
  return definedFields({ sandbox });
}

const everybody: View = { owner: undefined, session: undefined };

/** Reported to the gate of the run, unless finding that gate is what failed. */
function refusedBy(at: HostCall) {
  return async (error: unknown): Promise<{ readonly verdict: 'deny'; readonly message: string }> => ({
    verdict: 'deny',
    message: failureText(error, await reporterOf(at)),
  });
}

async function reporterOf({ gate }: HostCall): Promise<Gate['fail'] | undefined> {
  try {
    return (await gate()).fail;
  } catch {
    return undefined;
  }
}

function suspendedKey(id: string, { session, owner, agent }: ToolCall): string {
  return JSON.stringify([owner?.tenant, owner?.user, session, agent?.name, id]);
}

/**
 * Two identical calls are two requests: each approval runs one of them. What others must approve is requested once
 * for the call, so that an agent that calls again after it was told to wait finds the request and its approval.
 */
function boundTo({ id }: HostCall, request: ApprovalRequest): ApprovalRequest {
  if (approversOf(request).length > 0) return { ...request, id };
  const digest = createHash('sha256')
    .update(canonical([id, request.digest]))
    .digest('base64url');
  return { ...request, id, digest };
}

interface Shelf {
  readonly store: ApprovalStore;
  readonly clock: Clock;
  readonly onRecorded?: (() => void) | undefined;
  /** On whose behalf the call is made, and who also resumes it. */
  readonly approver: Principal | undefined;
}

async function lookUp(
  request: ApprovalRequest,
  said: Answer | undefined,
  { store, clock, onRecorded, approver }: Shelf,
): Promise<Answer> {
  if ((await store.find(request)) === undefined) return neverAsked();
  const now = clock.now();
  const found = await store.open(request, { now, isEnough: () => true });
  const approval =
    found.state === 'pending' && said !== undefined
      ? await settle(found, said, { store, clock, approver })
      : found;
  if (approval.recorded === true) onRecorded?.();
  if (approval.state === 'denied' && approval.answer !== undefined) return approval.answer;
  if (approval.state === 'pending') return stillWaits(request);
  const { callKey, digest } = request;
  const used = await store.change(approval.id, { type: 'consume', at: now, callKey, digest });
  if (used?.accepted === true && approval.answer !== undefined) return approval.answer;
  const state = used?.accepted === false ? used.why : describeState(approval);
  return { verdict: 'deny', comment: fill(unusableAnswerTexts.notAllowed, { state }) };
}

/** An approval by anyone but the required approvers changes nothing: they can still give theirs. */
function stillWaits(request: ApprovalRequest): Answer {
  const who = approversText(approversOf(request));
  const text = who === '' ? unansweredTexts.unnamed : fill(unansweredTexts.waitsForOthers, { who });
  return unanswered(text, 'unavailable');
}

/** The person on whose behalf the call is made, as the app knows them. */
function personOf({ principal, owner }: ToolCall): Principal | undefined {
  return principal ?? owner;
}

/**
 * The value that a run is resumed with comes from a browser: it must not contain more than was offered, or it does
 * not count.
 */
async function settle(
  approval: Approval,
  said: Answer,
  { store, clock, approver }: Shelf,
): Promise<Approval> {
  const { request } = approval;
  const objection = objectionTo(said, request);
  const answer =
    objection === undefined ? said : unanswered(fill(unansweredTexts.answerRefused, { why: objection }));
  const stepped = await answerAs(store, approval, { at: clock.now(), answer, approver });
  return stepped?.approval ?? approval;
}
