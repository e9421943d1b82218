import { deniedTexts } from '../messages/denials.ts';
import { definedFields, type ToolCall } from '@permesso/engine/call';
import { type Decision, deniedText, type Grant } from '@permesso/engine/decision';
import type { CallOutcome } from './outcome.ts';
import type { Allowing, AnswerScope, ApprovalRequest, Approver, Denying } from '@permesso/protocol/approval';

/** How a call is authorized: who is asked, how long an answer may last, when to stop. */
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
  /**
   * The host comes back with an answer. Where nothing is asked about any more, this says why the call may not run all the same. It is told
   * how approval requests name the call.
   */
  readonly objection?: (callKey: string) => Promise<Denying | undefined>;
}

/** How a call is consulted about: what the host that asks can do. */
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

interface DecidedCall {
  /** As it was decided: run this one, whatever has become of yours meanwhile. */
  readonly call: ToolCall;
  readonly decision: Decision;
  /** True of this verdict, for the person: one sentence, and the notice behind it. */
  readonly message: string;
  /** What the person should know of this machine, whatever the verdict: that its team has revoked it. */
  readonly notice?: string;
}

export interface AllowedCall extends DecidedCall {
  readonly verdict: 'allow';
  /** A person changed the input: the call is not the one that you sent. */
  readonly edited?: true;
  readonly answer?: Allowing;
  /** The remembered answer, when one was made of it. */
  readonly grant?: Grant;
  /** Why an approval that was meant to last holds for this call only. */
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

/** Before anybody can tell how it ended. */
export type Settlement = AllowedCall | DeniedCall;

/** What becomes of a call once everybody who had to be asked was asked. */
export type Authorization = Settlement & {
  /** Tell it how the call ended, for the log. Once; not a part of the data, so that an authorization can be copied. */
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

/** What `consult` says: the verdict, where an ask stays an ask, and the request to show. */
export type Consultation = (Settlement & { readonly request?: never }) | RequestedCall;

interface RequestedCall extends DecidedCall {
  readonly verdict: 'ask';
  /** What an approver would be asked. */
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

/** What runs is what was decided, also where the caller changes its own object while a person thinks. */
export function copiedCall(call: ToolCall): ToolCall {
  try {
    return plainCopy(call);
  } catch {
    // It cannot be read through: deciding says what is wrong with it.
    return call;
  }
}

/** What is more than data, such as a stream that a tool is handed, stays what it is. */
function plainCopy<T>(value: T): T {
  if (Array.isArray(value)) return value.map(plainCopy) as T;
  if (typeof value !== 'object' || value === null) return value;
  const kind: unknown = Object.getPrototypeOf(value);
  if (kind !== Object.prototype && kind !== null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plainCopy(each)])) as T;
}
