import { deniedTexts } from '../messages/denials.ts';
import { definedFields, type ToolCall } from '@permesso/engine/call';
import { type Decision, deniedText, type Grant } from '@permesso/engine/decision';
import type { CallOutcome } from './outcome.ts';
import type { Allowing, AnswerScope, ApprovalRequest, Approver, Denying } from '@permesso/protocol/approval';

/** How a call is authorized: who is asked, how long an answer may last, when to stop waiting. */
export interface AuthorizeOptions {
  readonly signal?: AbortSignal;
  /** How long an approval given here may last. Defaults to every scope. */
  readonly scopes?: readonly AnswerScope[];
  /** Set if the host runs `Authorization.call` instead of the call it sent: a person may then change the input. */
  readonly editable?: boolean;
  /** False if the caller cannot run calls in the sandbox: sandboxed calls are then asked about. */
  readonly runsSandboxed?: boolean;
  /** Asked about this call instead of the gate's own approver. */
  readonly approver?: Approver;
  /**
   * For a host that comes back with an answer: if the call no longer needs approval, returns a reason to deny it
   * anyway. Receives the key that approval requests use for the call.
   */
  readonly objection?: (callKey: string) => Promise<Denying | undefined>;
}

/** How `consult` decides a call: what the host can do. */
export interface ConsultOptions extends Pick<
  AuthorizeOptions,
  'scopes' | 'editable' | 'signal' | 'runsSandboxed'
> {
  /**
   * Set if you keep the request in a store of approvals, or call `authorize` to have it answered. Without it, a call
   * that others must approve is denied: your own prompt would be answered by the requester.
   */
  readonly keepsRequests?: boolean;
}

interface DecidedCall {
  /** The call that was decided. Run this one, even if your own object has changed since. */
  readonly call: ToolCall;
  readonly decision: Decision;
  /** For the person: one sentence about this verdict, followed by any notice. */
  readonly message: string;
  /** A notice about this machine, whatever the verdict, such as that its team has revoked it. */
  readonly notice?: string;
}

export interface AllowedCall extends DecidedCall {
  readonly verdict: 'allow';
  /** A person changed the input: this is not the call that you sent. */
  readonly edited?: true;
  readonly answer?: Allowing;
  /** The remembered answer, if one was saved. */
  readonly grant?: Grant;
  /** Why an approval that was meant to last covers only this call. */
  readonly notSaved?: { readonly reason: string };
  readonly guidance?: never;
}

interface DeniedCall extends DecidedCall {
  readonly verdict: 'deny';
  readonly answer?: Denying;
  /** For the model: what to do instead. */
  readonly guidance?: string;
  readonly edited?: never;
  readonly grant?: never;
  readonly notSaved?: never;
}

/** The outcome before the call has run. */
export type Settlement = AllowedCall | DeniedCall;

/** The outcome for a call after everyone who had to be asked has answered. */
export type Authorization = Settlement & {
  /** Report how the call ended, for the log. Call it once. Not enumerable, so an authorization can be copied as plain data. */
  readonly ran: (outcome: CallOutcome) => void;
};

export function withRan(said: Settlement, record: (outcome: CallOutcome) => void): Authorization {
  let isTold = false;
  const ran = (outcome: CallOutcome): void => {
    if (isTold) return;
    isTold = true;
    record(outcome);
  };
  return Object.defineProperty({ ...said }, 'ran', { value: ran }) as Authorization;
}

/** The result of `consult`: the verdict, where an ask stays an ask with the request to show. */
export type Consultation = (Settlement & { readonly request?: never }) | RequestedCall;

interface RequestedCall extends DecidedCall {
  readonly verdict: 'ask';
  /** The request that an approver would be shown. */
  readonly request: ApprovalRequest;
  readonly guidance?: never;
}

export function allowed(call: ToolCall, decision: Decision): AllowedCall {
  return { verdict: 'allow', call, decision, message: decision.message };
}

export function denied(call: ToolCall, decision: Decision, answer?: Denying): DeniedCall {
  const guidance = answer === undefined ? decision.guidance : (answer.comment ?? deniedTexts.byPerson);
  return {
    verdict: 'deny',
    call,
    decision,
    message: deniedText(decision),
    ...definedFields({ answer, guidance }),
  };
}

/**
 * Ensures that the call that runs is the one decided, even if the caller changes its own object while a person
 * thinks.
 */
export function copiedCall(call: ToolCall): ToolCall {
  try {
    return plainCopy(call);
  } catch {
    // The call cannot be copied; deciding reports what is wrong with it.
    return call;
  }
}

/** Copies plain data only; other objects, such as a stream passed to a tool, are kept by reference. */
function plainCopy<T>(value: T): T {
  if (Array.isArray(value)) return value.map(plainCopy) as T;
  if (typeof value !== 'object' || value === null) return value;
  const kind: unknown = Object.getPrototypeOf(value);
  if (kind !== Object.prototype && kind !== null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plainCopy(each)])) as T;
}
