import { createHash } from 'node:crypto';
import { memoryApprovals, type ApprovalStore } from '../approval/approval-store.ts';
import { approvalId, describeState, expiredBy, questionName, type Approval } from '../approval/approval.ts';
import type { Answer, ApprovalRequest, Approver } from '../approval/approver.ts';
import { canonical } from '../approval/call-key.ts';
import type { ToolCall } from '../call/tool-call.ts';
import type { Gate } from '../gate.ts';
import { failureWords, refusalOf } from './refusal.ts';

export interface SuspensionOptions {
  /**
   * `suspend`: the SDK stops the run and hands the question to the app, which comes back with an answer, perhaps in
   * another process. `approver`: the run waits while the gate's own approver asks.
   */
  readonly ask?: 'suspend' | 'approver';
  /** Where questions wait for their answer. In memory when absent; `approvalFiles(folder)` survives a restart. */
  readonly approvals?: ApprovalStore;
  /** Milliseconds after which nobody's answer is a no. A day when absent. */
  readonly expiresIn?: number;
}

/** A call as an SDK names it. */
export interface HostCall {
  /** Unlike any other call of the session. */
  readonly id: string;
  readonly call: ToolCall;
  readonly gate: () => Gate | Promise<Gate>;
  /** Whether the adapter itself runs the tool, so that it can run it with a changed input. */
  readonly editable: boolean;
}

export type Ruling =
  | { readonly verdict: 'allow'; readonly call: ToolCall; readonly words: string }
  | { readonly verdict: 'deny'; readonly words: string }
  | { readonly verdict: 'ask'; readonly words: string; readonly approval: Approval };

export type Settled = Exclude<Ruling, { readonly verdict: 'ask' }>;

/** The questions of an app that asks in its own way: listed, answered, and used once, by the call they were put for. */
export interface PendingApprovals {
  /** `request.id` is the SDK's own name of the tool call. Plain data. */
  readonly pending: (session?: string) => readonly Approval[];
  /** False when it came too late, or the question does not exist. Then resume the run in the SDK's own way. */
  readonly answer: (id: string, answer: Answer) => boolean;
}

export interface SuspendedCalls extends PendingApprovals {
  /** Before the SDK runs a call. An ask has been written down when this returns. */
  readonly present: (at: HostCall) => Promise<Ruling>;
  /** When the SDK comes back with a person's word: it counts for a question that was put about this very call. */
  readonly resume: (at: HostCall, said: Answer | undefined) => Promise<Settled>;
  /** What to run, if `present` or `resume` let this very call through a moment ago. Once. */
  readonly take: (at: HostCall) => Promise<ToolCall | undefined>;
  /** Right before the tool runs: cleared by `present` or `resume` a moment ago, or else decided now. */
  readonly enter: (at: HostCall, how?: Entering) => Promise<Settled>;
}

interface Entering {
  readonly said?: Answer | undefined;
  readonly signal?: AbortSignal | undefined;
  /** This is not yet the last door: the clearance stays for the one behind it. */
  readonly again?: boolean;
}

const aDay = 24 * 60 * 60_000;

/** Far more than run at once. What falls out is decided again. */
const mostCleared = 10_000;

/**
 * An SDK that suspends a run keeps the call, and trusts whoever resumes it. The question and its answer are kept here
 * instead: a resumed call runs only if it was asked about, in these words, with this input, and was not run before.
 */
export function suspendedCalls(options: SuspensionOptions = {}): SuspendedCalls {
  const store = options.approvals ?? memoryApprovals();
  const cleared = new Map<string, { readonly asked: string; readonly call: ToolCall }>();

  function clear({ id, call }: HostCall, toRun: ToolCall): void {
    cleared.set(placeOf(id, call), { asked: canonical(call), call: toRun });
    const oldest = cleared.size > mostCleared ? cleared.keys().next().value : undefined;
    if (oldest !== undefined) cleared.delete(oldest);
  }

  /** Once, and not what has been forbidden since: between decision and run a call may wait for others. */
  async function take(at: HostCall): Promise<ToolCall | undefined> {
    const place = placeOf(at.id, at.call);
    const found = cleared.get(place);
    if (found === undefined || found.asked !== canonical(at.call)) return undefined;
    cleared.delete(place);
    const { decide } = await at.gate();
    return decide(found.call).verdict === 'deny' ? undefined : found.call;
  }

  async function authorize(
    at: HostCall,
    how: { approver?: Approver; signal?: AbortSignal | undefined },
  ): Promise<Settled> {
    const { signal, approver } = how;
    const said = await (
      await at.gate()
    ).authorize(at.call, {
      editable: at.editable,
      ...(signal === undefined ? {} : { signal }),
      ...(approver === undefined ? {} : { approver }),
    });
    if (said.verdict === 'deny') return { verdict: 'deny', words: refusalOf(said) };
    return { verdict: 'allow', call: said.call ?? at.call, words: said.message };
  }

  /** The answer to exactly this question, put for exactly this call of the SDK. */
  function answerFor(at: HostCall, said: Answer | undefined): Approver {
    return (request) => Promise.resolve(lookUp(boundTo(at, request), said, store));
  }

  const present = async (at: HostCall): Promise<Ruling> => {
    if (options.ask === 'approver') {
      const settled = await authorize(at, {});
      if (settled.verdict === 'allow') clear(at, settled.call);
      return settled;
    }
    const said = await (await at.gate()).consult(at.call, { editable: at.editable });
    if (said.verdict === 'allow') {
      clear(at, at.call);
      return { verdict: 'allow', call: at.call, words: said.message };
    }
    if (said.verdict === 'deny' || said.request === undefined)
      return { verdict: 'deny', words: refusalOf(said) };
    const approval = store.open(boundTo(at, said.request), {
      now: Date.now(),
      expiresIn: options.expiresIn ?? aDay,
      isEnough: ({ state }) => state === 'consumed',
    });
    // A saved run that is resumed a second time puts the same question again, with its old answer in hand.
    if (approval.state === 'consumed') return { verdict: 'deny', words: ranAlready };
    return { verdict: 'ask', words: said.message, approval };
  };

  const resume = async (at: HostCall, said: Answer | undefined): Promise<Settled> => {
    const settled = await authorize(at, { approver: answerFor(at, said) });
    if (settled.verdict === 'allow') clear(at, settled.call);
    return settled;
  };

  const enter = async (at: HostCall, { said, signal, again }: Entering = {}): Promise<Settled> => {
    const call = await take(at);
    const settled: Settled =
      call === undefined
        ? await authorize(at, {
            signal,
            ...(options.ask === 'approver' ? {} : { approver: answerFor(at, said) }),
          })
        : { verdict: 'allow', call, words: '' };
    if (settled.verdict === 'allow' && again === true) clear(at, settled.call);
    return settled;
  };

  return {
    present: (at) => present(at).catch(refused),
    resume: (at, said) => resume(at, said).catch(refused),
    take,
    enter: (at, how) => enter(at, how).catch(refused),
    pending: (session) => {
      const now = Date.now();
      return store
        .list()
        .map((approval) => expiredBy(approval, now))
        .filter(
          ({ state, request }) =>
            state === 'pending' && (session ?? request.call.session) === request.call.session,
        );
    },
    answer: (id, answer) => {
      const approval = store.get(id);
      if (approval === undefined) return false;
      const { digest } = approval.request;
      return store.change(id, { type: 'answer', at: Date.now(), digest, answer })?.accepted === true;
    },
  };
}

function refused(error: unknown): { readonly verdict: 'deny'; readonly words: string } {
  return { verdict: 'deny', words: failureWords(error) };
}

function placeOf(id: string, { session, agent }: ToolCall): string {
  return JSON.stringify([session, agent?.name, id]);
}

/** Two calls alike are two questions: each yes runs one of them. */
function boundTo({ id }: HostCall, request: ApprovalRequest): ApprovalRequest {
  const digest = createHash('sha256')
    .update(canonical([id, request.digest]))
    .digest('base64url');
  return { ...request, id, digest };
}

function lookUp(request: ApprovalRequest, said: Answer | undefined, store: ApprovalStore): Answer {
  if (store.get(approvalId(questionName(request), 1)) === undefined) return neverAsked;
  const now = Date.now();
  const found = store.open(request, { now, isEnough: () => true });
  const approval = found.state === 'pending' && said !== undefined ? settle(found, said, store) : found;
  if (approval.state === 'denied' && approval.answer !== undefined) return approval.answer;
  const { callKey, digest } = request;
  const used = store.change(approval.id, { type: 'consume', at: now, callKey, digest });
  if (used?.accepted === true && approval.answer !== undefined) return approval.answer;
  return { verdict: 'deny', words: `This call may not run: ${describeState(used?.approval ?? approval)}.` };
}

function settle(approval: Approval, answer: Answer, store: ApprovalStore): Approval {
  const { digest } = approval.request;
  return store.change(approval.id, { type: 'answer', at: Date.now(), digest, answer })?.approval ?? approval;
}

const ranAlready =
  'This very call was approved once and has run. Call the tool again to have it asked about.';

const neverAsked: Answer = {
  verdict: 'deny',
  words:
    'Nobody was asked about this very call, or what it means has changed since. Call the tool again to have it asked about.',
};
