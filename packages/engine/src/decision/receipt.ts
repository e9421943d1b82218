import type { Span } from '../call/span.ts';
import type { Mode } from '../policy/mode-name.ts';
import type { RuleApprovers } from '../policy/approvers.ts';
import type { Match } from '../policy/rules/match.ts';
import type { WhenInput } from '../policy/rules/parse-when.ts';
import type { LimitInput } from '../policy/rules/limit.ts';
import type { LayerName } from '../policy/rules/rule.ts';
import type { Verdict } from '../policy/rules/verdict.ts';
import type { SessionLabel } from '../session/session.ts';
import type { Ask } from './grant.ts';
import type { Step } from './mode-table.ts';

/** The reasons as data: the same object in the prompt, the log, `explain` and the SDK. */
export interface Receipt {
  readonly mode: ModeUsed;
  /** The shell for which a command was read; `unknown` means every modelled shell. Absent for other calls. */
  readonly shell?: string;
  readonly parts: readonly PartReceipt[];
  /** The deciding rules, each once. Empty when the mode or the tool decided. */
  readonly determining: readonly RuleReference[];
  readonly sandbox?: { readonly engine: string; readonly version: string; readonly digest: string };
  readonly kept?: KeptReceipt;
  /** Limits that the call counts towards. */
  readonly limits?: readonly LimitReceipt[];
  /** Checks that the call has to pass. */
  readonly checks?: readonly CheckReceipt[];
  /** Who must approve the call, per rule that demands it. All of them have to be satisfied. */
  readonly approvers?: readonly ApproversReceipt[];
  /** Set where rules over the session decided: what the session has read and done, and which targets nobody named. */
  readonly session?: SessionReceipt;
  /** Set when the verdict would have been ask, but no person could be asked. */
  readonly nobodyToAsk?: true;
  /** Errors that did not change the verdict. */
  readonly errors: readonly string[];
  /** What would change the verdict, most direct first. */
  readonly changes: readonly string[];
}

/** What `permesso undo` can restore. */
export interface KeptReceipt {
  /** The id that `permesso undo` takes. */
  readonly id: string;
  readonly files: number;
  readonly bytes: number;
  /** Overwritten files that were not kept, with the reason. */
  readonly unkept?: readonly string[];
}

/** Why rules over the session apply to a call. */
export interface SessionReceipt {
  /** The labels that the rules are about, with the cause and time of each. */
  readonly labels: readonly SessionLabel[];
  /** Targets of such an action that no message of the person names. */
  readonly unnamed?: readonly string[];
  /** Why the session record could not be read: the session then counts as having every label. */
  readonly unreadable?: string;
}

/** Who must approve a call under one rule. */
export interface ApproversReceipt {
  readonly key: string;
  readonly text: string;
  readonly approvers: RuleApprovers;
}

/** What a call uses of a rule's limit. */
export interface LimitReceipt {
  readonly key: string;
  /** `refund over 5 calls per hour for each user`. */
  readonly text: string;
  readonly limit: LimitInput;
  /** The names of the counters: the rule's meter, or for a wildcard rule each tool that was called. */
  readonly meters: readonly string[];
  /** The amount of this call; absent when its argument is not a number, which exceeds any limit. */
  readonly amount?: number;
  /** The usage, including this call if it was counted. Absent when nothing was looked up. */
  readonly used?: number;
  /** The call exceeds the limit. */
  readonly over?: true;
}

/** A check's result for the call. Anything but a permission leaves the rule in effect. */
export interface CheckAnswer {
  readonly permitted: boolean;
  /** The check's own reason, or how it failed. */
  readonly reason?: string;
  /** The check gave no result: unreachable, too late, or not understood. */
  readonly failed?: true;
}

/** A check's result for the call, as recorded. */
export interface CheckReceipt {
  readonly key: string;
  /** The rule that applies unless the check permits the call. */
  readonly text: string;
  /** The name of the check. */
  readonly by: string;
  readonly layer: LayerName;
  /** The verdict without a permission. */
  readonly otherwise: 'ask' | 'deny';
  /** Absent when the check has not run: the call would be checked. */
  readonly answer?: 'permitted' | 'refused' | 'failed';
  readonly reason?: string;
}

export interface ModeUsed {
  readonly used: Mode;
  /** Set when another mode was requested that the managed policy does not permit. */
  readonly refused?: Mode;
}

/** Why one part of a call got its verdict. */
export interface PartReceipt {
  readonly label: string;
  readonly span?: Span;
  readonly verdict: Verdict;
  /** Allowed only in a sandbox. */
  readonly sandboxed?: true;
  /** The step that decided: a column of the mode table. */
  readonly step: Step;
  /** In words: "Bash(git push:*) asks", "no rule allows it". */
  readonly reason: string;
  readonly contributions: readonly Contribution[];
  /** The asks that a grant would have to answer; empty unless the verdict is ask. */
  readonly asks: readonly Ask[];
  readonly doubts: readonly string[];
}

/** A rule that matched the part, whether or not it counted. */
export interface Contribution {
  readonly rule: RuleReference;
  readonly match: Exclude<Match, 'no'>;
  /** Why it did not count: "the project is not trusted yet", "expired" ... */
  readonly inert?: string;
}

/** A rule as receipts cite it: its text and its location. */
export interface RuleReference {
  readonly key: string;
  readonly verdict: Verdict;
  readonly text: string;
  readonly layer: LayerName;
  readonly file?: string;
  readonly line?: number;
  /** The conditions of the rule, as written. */
  readonly when?: WhenInput;
  readonly message?: string;
  readonly guidance?: string;
  /** Calls that it covers may run outside the sandbox. */
  readonly unsandboxed?: true;
  /** The grant that carries the rule, for a person's earlier approval. */
  readonly grant?: string;
}
