import { definedFields, type Kind, type ToolCall } from '@permesso/engine/call';
import type { Decision } from '@permesso/engine/decision';
import type { PlainEffect, RequestSummary } from '../text/index.ts';

/** A question put to a person: exactly this call, with why it asks. Serialisable. */
export interface ApprovalRequest {
  readonly id: string;
  /** Names exactly what will run; an answer is worth nothing for any other call. */
  readonly callKey: string;
  /** Names what runs together with what is shown about it. */
  readonly digest: string;
  readonly call: ToolCall;
  /** What it is about: shell, read, write, url, mcp, other. */
  readonly kind: Kind;
  readonly decision: Decision;
  /** Title, reason and safer call as every surface shows them. */
  readonly summary?: RequestSummary;
  /** What the call would do, in plain words. */
  readonly effects: readonly PlainEffect[];
  /** How long an approval may last here, `once` first. What could not stick is not in the list. */
  readonly scopes: readonly AnswerScope[];
  /** How long a denial may last, where an approval may not last as long. */
  readonly denialScopes?: readonly AnswerScope[];
  /** Whether the program that runs the call takes an input that the person has changed. */
  readonly editable: boolean;
  /** Hosts that the person may open for sandboxed calls instead: then this call runs sandboxed. */
  readonly hosts?: readonly string[];
  /** Sources of untrusted text that the question is about. Trusted for the rest of the session, they raise it no more. */
  readonly sources?: readonly string[];
}

export const answerScopes = ['once', 'session', 'project', 'user'] as const;

/** How long an approval may last. */
export type AnswerScope = (typeof answerScopes)[number];

/** What a person says to an approval request. */
export type Answer = Allowing | Denying;

export interface Allowing extends Answered {
  readonly verdict: 'allow';
  /** `once` when absent; a time alone means: in this session, until then. */
  readonly scope?: AnswerScope | { readonly until: number };
  /** The rules to remember: one of the decision's suggestions, or that suggestion edited. */
  readonly rules?: readonly string[];
  /** Milliseconds since the epoch: what is remembered ends then. */
  readonly until?: number;
  /** The identifier under which a team lists what is remembered, and revokes it. */
  readonly standing?: string;
  /** What is remembered holds for this many calls. */
  readonly uses?: number;
  /**
   * Run this instead. It is another call and is decided again: denied stays denied. Where it asks for no other reason than
   * the call that was shown, this approval is the answer to it.
   */
  readonly input?: Readonly<Record<string, unknown>>;
  /**
   * Open the hosts of the request for sandboxed calls of the project, until `until` (else for eight hours). The call itself is
   * not approved: it is decided again, and runs sandboxed.
   */
  readonly hosts?: readonly string[];
  /** Approve this call once, and trust the sources of the request for the rest of the session. */
  readonly sources?: readonly string[];
}

export interface Denying extends Answered {
  readonly verdict: 'deny';
  /** Told to the model. */
  readonly comment?: string;
  /** Not only this time. */
  readonly scope?: AnswerScope;
  /** What is denied from now on; this exact call when absent. */
  readonly rules?: readonly string[];
  /** Why no person answered, where nobody did and it is one of these. */
  readonly unanswered?: UnansweredReason;
}

export const unansweredReasons = ['unavailable', 'expired', 'withdrawn'] as const;

/** `unavailable`: nobody could be asked. `expired`: nobody answered in time. `withdrawn`: the request was taken back. */
export type UnansweredReason = (typeof unansweredReasons)[number];

interface Answered {
  readonly by?: string;
  /** The surface: `terminal`, `webhook`, a chat ... */
  readonly from?: string;
}

/**
 * Where an answer is from that no person gave: nobody could be asked, asking failed, time ran out. It is a denial all the same,
 * but nobody's opinion: nothing is counted or learnt from it.
 */
export const nobody = 'nobody';

/**
 * Where an answer of the team server is from. How many people must approve depends on the call, so a call that one of them
 * edited goes back to the server.
 */
export const team = 'team';

/** Where an answer of the prompt is from. Enter behind a changed command shows what the engine says of it; it approves nothing yet. */
export const terminal = 'terminal';

export function unanswered(comment: string, reason?: UnansweredReason): Denying {
  return { verdict: 'deny', comment, from: nobody, ...definedFields({ unanswered: reason }) };
}

export const withdrawnText = 'The request was withdrawn.';

export const timedOut: Denying = unanswered('Nobody answered in time.', 'expired');

export const withdrawn: Denying = unanswered(withdrawnText, 'withdrawn');

/** What an approver is given beside the request. */
export interface AskOptions {
  /** Stop: the request was withdrawn or answered elsewhere. */
  readonly signal: AbortSignal;
  /** Tries rules before they are accepted. Only where the gate itself asks. */
  readonly probe?: Probe;
  /** To be called with an answer that the log has already: it is not recorded a second time. */
  readonly recorded?: () => void;
}

/** What rules would do, asked of the engine itself. */
export interface Probe {
  /** Why these rules would not allow the call in question; nothing when they would. */
  readonly objection: (rules: readonly string[]) => string | undefined;
  /** Which of these calls the rules would speak about. */
  readonly matching: (rules: readonly string[], calls: readonly ToolCall[]) => readonly ToolCall[];
}

/**
 * A way to ask a person: a terminal, a web page, a chat. May take days; must stop when the signal says so.
 *
 * @example
 * ```ts
 * import type { Approver } from '@permesso/gate';
 * const careful: Approver = async ({ decision }) => ({ verdict: 'deny', comment: decision.message });
 * ```
 */
export type Approver = (request: ApprovalRequest, options: AskOptions) => Promise<Answer>;

/**
 * Thrown by an approver that has no way to ask, so that another one may. Not an answer.
 *
 * @example
 * ```ts
 * import type { Approver } from '@permesso/gate';
 * import { CannotAsk } from '@permesso/gate/approvers';
 * const nobody: Approver = async () => {
 *   throw new CannotAsk('the office is closed');
 * };
 * ```
 */
export class CannotAsk extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'CannotAsk';
  }
}
