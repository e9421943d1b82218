import { definedFields, type Kind, type ToolCall } from '@permesso/engine/call';
import type { Decision } from '@permesso/engine/decision';
import type { PlainEffect, RequestSummary } from '../text/index.ts';

/** A request to a person to approve exactly this call, with the reason for asking. Serializable. */
export interface ApprovalRequest {
  readonly id: string;
  /** Identifies exactly what will run; an answer is void for any other call. */
  readonly callKey: string;
  /** Identifies what runs together with what is shown about it. */
  readonly digest: string;
  readonly call: ToolCall;
  /** The kind of call: shell, read, write, url, mcp, other. */
  readonly kind: Kind;
  readonly decision: Decision;
  /** Title, reason and safer call, as every surface shows them. */
  readonly summary?: RequestSummary;
  /** What the call would do, in plain words. */
  readonly effects: readonly PlainEffect[];
  /** The possible durations of an approval, `once` first. Durations that could not take effect are left out. */
  readonly scopes: readonly AnswerScope[];
  /** The possible durations of a denial, if an approval may not last as long. */
  readonly denialScopes?: readonly AnswerScope[];
  /** Whether the program that runs the call accepts an input that the person has changed. */
  readonly editable: boolean;
  /** Hosts that the person may open for sandboxed calls instead; this call then runs sandboxed. */
  readonly hosts?: readonly string[];
  /**
   * Sources of untrusted text that caused the request. If the person trusts them for the rest of the session, they cause no
   * more requests.
   */
  readonly sources?: readonly string[];
}

export const answerScopes = ['once', 'session', 'project', 'user'] as const;

/** The duration of an approval. */
export type AnswerScope = (typeof answerScopes)[number];

/** A person's answer to an approval request. */
export type Answer = Allowing | Denying;

export interface Allowing extends Answered {
  readonly verdict: 'allow';
  /** Default: `once`. A time without a scope means: in this session, until then. */
  readonly scope?: AnswerScope | { readonly until: number };
  /** The rules to remember: one of the decision's suggestions, or an edited one. */
  readonly rules?: readonly string[];
  /** When the remembered rules expire, in milliseconds since the epoch. */
  readonly until?: number;
  /** The id under which a team lists and revokes the remembered rules. */
  readonly standing?: string;
  /** How many calls the remembered rules allow. */
  readonly uses?: number;
  /**
   * Run this input instead. It is a different call and is decided again: denied stays denied. If it asks for no reason other
   * than those of the call that was shown, this approval answers it.
   */
  readonly input?: Readonly<Record<string, unknown>>;
  /**
   * Opens the request's hosts for sandboxed calls of the project, until `until` (otherwise for eight hours). The call itself is
   * not approved: it is decided again, and runs sandboxed.
   */
  readonly hosts?: readonly string[];
  /** Approves this call once, and trusts the request's sources for the rest of the session. */
  readonly sources?: readonly string[];
}

export interface Denying extends Answered {
  readonly verdict: 'deny';
  /** Passed to the model. */
  readonly comment?: string;
  /** Makes the denial last beyond this call. */
  readonly scope?: AnswerScope;
  /** The rules to deny from now on; absent: this exact call. */
  readonly rules?: readonly string[];
  /** Why no person answered, if so. */
  readonly unanswered?: UnansweredReason;
}

export const unansweredReasons = ['unavailable', 'expired', 'withdrawn'] as const;

/** `unavailable`: nobody could be asked. `expired`: nobody answered in time. `withdrawn`: the request was withdrawn. */
export type UnansweredReason = (typeof unansweredReasons)[number];

interface Answered {
  readonly by?: string;
  /** The surface: `terminal`, `webhook`, a chat ... */
  readonly from?: string;
}

/**
 * The `from` of an answer that no person gave: nobody could be asked, asking failed, or time ran out. It is a denial all the
 * same, but not an opinion: nothing is counted or learnt from it.
 */
export const nobody = 'nobody';

/**
 * The `from` of an answer of the team server. How many people must approve depends on the call, so a call edited by one of them
 * goes back to the server.
 */
export const team = 'team';

/**
 * The `from` of an answer of the prompt. Pressing Enter after changing the command shows the engine's verdict on it; it
 * approves nothing yet.
 */
export const terminal = 'terminal';

export function unanswered(comment: string, reason?: UnansweredReason): Denying {
  return { verdict: 'deny', comment, from: nobody, ...definedFields({ unanswered: reason }) };
}

export const withdrawnText = 'The request was withdrawn.';

export const timedOut: Denying = unanswered('Nobody answered in time.', 'expired');

export const withdrawn: Denying = unanswered(withdrawnText, 'withdrawn');

/** What an approver receives besides the request. */
export interface AskOptions {
  /** Aborts when the request is withdrawn or answered elsewhere. */
  readonly signal: AbortSignal;
  /** Tries rules before they are accepted. Only present when the gate itself asks. */
  readonly probe?: Probe;
  /** Call this for an answer that is already in the log, so that it is not recorded twice. */
  readonly recorded?: () => void;
}

/** Asks the engine what rules would do. */
export interface Probe {
  /** Why these rules would not allow the call; undefined if they would. */
  readonly objection: (rules: readonly string[]) => string | undefined;
  /** Which of these calls the rules would match. */
  readonly matching: (rules: readonly string[], calls: readonly ToolCall[]) => readonly ToolCall[];
}

/**
 * A way to ask a person: a terminal, a web page, a chat. May take days; must stop when the signal aborts.
 *
 * @example
 * ```ts
 * import type { Approver } from '@permesso/gate';
 * const careful: Approver = async ({ decision }) => ({ verdict: 'deny', comment: decision.message });
 * ```
 */
export type Approver = (request: ApprovalRequest, options: AskOptions) => Promise<Answer>;

/**
 * Thrown by an approver that cannot ask, so that another one may. Not an answer.
 *
 * @example
 * ```ts
 * import type { Approver } from '@permesso/gate';
 * import { CannotAsk } from '@permesso/gate/approvers';
 * const nobody: Approver = async () => {
 * throw new CannotAsk('the office is closed');
 * };
 * ```
 */
export class CannotAsk extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'CannotAsk';
  }
}
