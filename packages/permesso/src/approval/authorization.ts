import type { ToolCall } from '../call/tool-call.ts';
import type { Decision } from '../decision/decision.ts';
import type { Grant } from '../decision/grant.ts';
import type { Verdict } from '../policy/verdict.ts';
import type { Answer, AnswerScope, ApprovalRequest, Approver, Denying } from './approver.ts';

export interface AuthorizeOptions {
  readonly signal?: AbortSignal;
  /** How long a yes may last where this host asks; every length when absent. */
  readonly scopes?: readonly AnswerScope[];
  /** Whether the host runs `Authorization.call` instead of what it sent: then a person may change the input. */
  readonly editable?: boolean;
  /** Who is asked about this call, instead of the gate's own approver. */
  readonly approver?: Approver;
}

export type ConsultOptions = Pick<AuthorizeOptions, 'scopes' | 'editable' | 'signal'>;

/** What becomes of a call once everybody who had to be asked was asked. */
export interface Authorization {
  readonly verdict: 'allow' | 'deny';
  /** What to run, when a person changed the input. */
  readonly call?: ToolCall;
  readonly decision: Decision;
  readonly answer?: Answer;
  /** The remembered answer, when one was made of it. */
  readonly grant?: Grant;
  readonly message: string;
  readonly guidance?: string;
}

export interface Consultation extends Pick<Authorization, 'decision' | 'message' | 'guidance'> {
  readonly verdict: Verdict;
  /** The question as an approver would get it, where the verdict is ask. */
  readonly request?: ApprovalRequest;
}

export function allowed(decision: Decision): Authorization {
  return { verdict: 'allow', decision, message: decision.message };
}

/** Neither an invitation to try again nor a reason to give up altogether. */
const refusedByPerson =
  'The person said no to this call. Do not try it in another form; go on without it or say what you need.';

export function denied(decision: Decision, answer?: Denying): Authorization {
  const guidance = answer === undefined ? decision.guidance : (answer.words ?? refusedByPerson);
  return {
    verdict: 'deny',
    decision,
    message: decision.message,
    ...(answer === undefined ? {} : { answer }),
    ...(guidance === undefined ? {} : { guidance }),
  };
}
