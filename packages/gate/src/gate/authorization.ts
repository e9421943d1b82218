import { deniedTexts } from '../messages/denials.ts';
import type { ToolCall } from '@permesso/engine/call';
import type { Decision, Grant } from '@permesso/engine/decision';
import type { CallOutcome } from './outcome.ts';
import type { Verdict } from '@permesso/engine/policy';
import type { Answer, AnswerScope, ApprovalRequest, Approver, Denying } from '@permesso/protocol/approval';

/**
 * How a call is authorized: who is asked, how long an answer may last, when to stop.
 *
 * @example
 * ```ts
 * import { createGate, terminalApprover, type AuthorizeOptions } from '@permesso/gate';
 * const options: AuthorizeOptions = { approver: terminalApprover(), scopes: ['once'] };
 * const said = await createGate({ policy: {} }).authorize({ tool: 'refund', input: { amount: 5 } }, options);
 * ```
 */
export interface AuthorizeOptions {
  readonly signal?: AbortSignal;
  /** How long an approval may last where this host asks; every length when absent. */
  readonly scopes?: readonly AnswerScope[];
  /** Whether the host runs `Authorization.call` instead of what it sent: then a person may change the input. */
  readonly editable?: boolean;
  /** False where the caller cannot run a call in the sandbox: what would run there is asked about. */
  readonly runsSandboxed?: boolean;
  /** Who is asked about this call, instead of the gate's own approver. */
  readonly approver?: Approver;
}

/**
 * How a call is consulted about: what the host that asks can do.
 *
 * @example
 * ```ts
 * import { createGate, type ConsultOptions } from '@permesso/gate';
 * const options: ConsultOptions = { scopes: ['once', 'session'], editable: true };
 * const said = await createGate({ policy: {} }).consult({ tool: 'refund', input: { amount: 5 } }, options);
 * ```
 */
export interface ConsultOptions extends Pick<
  AuthorizeOptions,
  'scopes' | 'editable' | 'signal' | 'runsSandboxed'
> {
  /**
   * You keep the request in a store of approvals, or call `authorize` to have it answered. Without it a call that others must
   * approve is denied: your own prompt is answered by the requester.
   */
  readonly keepsRequests?: boolean;
}

/**
 * What becomes of a call once everybody who had to be asked was asked.
 *
 * @example
 * ```ts
 * import { createGate, type Authorization } from '@permesso/gate';
 * const gate = createGate({ policy: { allow: ['refund'] } });
 * const said: Authorization = await gate.authorize({ tool: 'refund', input: { amount: 5 } });
 * if (said.verdict === 'deny') throw new Error(said.message);
 * said.ran({ ok: true });
 * ```
 */
export interface Authorization {
  readonly verdict: 'allow' | 'deny';
  /** What to run, when a person changed the input. */
  readonly call?: ToolCall;
  readonly decision: Decision;
  readonly answer?: Answer;
  /** The remembered answer, when one was made of it. */
  readonly grant?: Grant;
  /** Why an approval that was meant to last holds for this call only. */
  readonly notSaved?: { readonly reason: string };
  readonly message: string;
  readonly guidance?: string;
  /** Tell it how the call ended, for the log. Once; not a part of the data, so that an authorization can be copied. */
  readonly ran: (outcome: CallOutcome) => void;
}

/** Before anybody can tell how it ended. */
export type Settlement = Omit<Authorization, 'ran'>;

export function withRan(said: Settlement, record: (outcome: CallOutcome) => void): Authorization {
  let isTold = false;
  const ran = (outcome: CallOutcome): void => {
    if (isTold) return;
    isTold = true;
    record(outcome);
  };
  return Object.defineProperty({ ...said }, 'ran', { value: ran }) as Authorization;
}

/**
 * What `consult` says: the verdict, where an ask stays an ask, and the request to show.
 *
 * @example
 * ```ts
 * import { createGate, type Consultation } from '@permesso/gate';
 * const gate = createGate({ policy: {} });
 * const said: Consultation = await gate.consult({ tool: 'refund', input: { amount: 5 } });
 * if (said.verdict === 'ask') console.log(said.request?.effects);
 * ```
 */
export interface Consultation extends Pick<Authorization, 'decision' | 'message' | 'guidance'> {
  readonly verdict: Verdict;
  /** What an approver would be asked, where the verdict is ask. */
  readonly request?: ApprovalRequest;
}

export function allowed(decision: Decision): Settlement {
  return { verdict: 'allow', decision, message: decision.message };
}

export function denied(decision: Decision, answer?: Denying): Settlement {
  const guidance = answer === undefined ? decision.guidance : (answer.comment ?? deniedTexts.byPerson);
  return {
    verdict: 'deny',
    decision,
    message: decision.message,
    ...(answer === undefined ? {} : { answer }),
    ...(guidance === undefined ? {} : { guidance }),
  };
}
