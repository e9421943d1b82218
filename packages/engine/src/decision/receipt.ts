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

/** Why, as data: the same object in the prompt, the log, `explain` and the SDK. */
export interface Receipt {
  readonly mode: ModeUsed;
  /** The shell for which a command was read; `unknown` means every one that is modelled. Absent for other calls. */
  readonly shell?: string;
  readonly parts: readonly PartReceipt[];
  /** The rules that made the verdict, each once. Empty when the mode or the tool did. */
  readonly determining: readonly RuleReference[];
  /** Where an allowed call has to run. */
  readonly sandbox?: { readonly engine: string; readonly version: string; readonly digest: string };
  /** What was kept before the call ran. */
  readonly kept?: KeptReceipt;
  /** Limits that the call counts for, where the policy has some. */
  readonly limits?: readonly LimitReceipt[];
  /** Checks that the call has to pass, where the policy has some. */
  readonly checks?: readonly CheckReceipt[];
  /** Who must approve the call, by each rule that says so. All of them have to be satisfied. */
  readonly approvers?: readonly ApproversReceipt[];
  /** Where rules over the session decided: what it has read and done, and what nobody named. */
  readonly session?: SessionReceipt;
  /** Present when the verdict would have been ask, had there been somebody to ask. */
  readonly nobodyToAsk?: true;
  /** What went wrong on the way without changing the verdict. */
  readonly errors: readonly string[];
  /** What would change the verdict, most direct first. */
  readonly changes: readonly string[];
}

/** What `permesso undo` brings back of a call. */
export interface KeptReceipt {
  /** By which `permesso undo` knows it. */
  readonly id: string;
  readonly files: number;
  readonly bytes: number;
  /** What was overwritten and not kept, with the reason. */
  readonly unkept?: readonly string[];
}

/** Why rules over the session hold for a call. */
export interface SessionReceipt {
  /** The labels that the rules are about, with what brought each of them and when. */
  readonly labels: readonly SessionLabel[];
  /** Targets that no message of the person names for such an act. */
  readonly unnamed?: readonly string[];
  /** Why the record of the session could not be read: it counts as having every label. */
  readonly unreadable?: string;
}

/** Who must approve a call, by one rule. */
export interface ApproversReceipt {
  readonly key: string;
  /** The rule that asks. */
  readonly text: string;
  readonly approvers: RuleApprovers;
}

/** What a call takes of a rule's limit. */
export interface LimitReceipt {
  readonly key: string;
  /** `refund over 5 calls per hour for each user`. */
  readonly text: string;
  readonly limit: LimitInput;
  /** What is counted, by name: the rule's meter, and for a rule with a star each tool that was called. */
  readonly meters: readonly string[];
  /** What this call takes; absent where its argument is not a number, which is beyond any limit. */
  readonly amount?: number;
  /** What is used: with this call where it was counted, without it where not. Absent where nobody looked. */
  readonly used?: number;
  /** The call is beyond it. */
  readonly over?: true;
}

/** What a check said of the call. Anything but a permission leaves the rule in effect. */
export interface CheckAnswer {
  readonly permitted: boolean;
  /** Why not: in its words, or how it failed. */
  readonly reason?: string;
  /** It gave no answer: not reached, too late, not understood. */
  readonly failed?: true;
}

/** What a check said of the call. */
export interface CheckReceipt {
  readonly key: string;
  /** The rule that holds unless the check permits the call. */
  readonly text: string;
  /** The name of the check. */
  readonly by: string;
  readonly layer: LayerName;
  /** What becomes of the call without a permission. */
  readonly otherwise: 'ask' | 'deny';
  /** Absent where nobody asked: the call would be checked. */
  readonly answer?: 'permitted' | 'refused' | 'failed';
  readonly reason?: string;
}

export interface ModeUsed {
  readonly used: Mode;
  /** Set when another mode was asked for and the managed policy does not permit it. */
  readonly refused?: Mode;
}

/** Why one part of a call got its verdict. */
export interface PartReceipt {
  readonly label: string;
  readonly span?: Span;
  readonly verdict: Verdict;
  /** Allowed in a sandbox alone. */
  readonly sandboxed?: true;
  /** The question that decided, a column of the mode table. */
  readonly step: Step;
  /** In words: "Bash(git push:*) asks", "no rule allows it". */
  readonly reason: string;
  readonly contributions: readonly Contribution[];
  /** What a grant would have to answer; empty unless the verdict is ask. */
  readonly asks: readonly Ask[];
  readonly doubts: readonly string[];
}

/** A rule that spoke about the part, whether or not it counted. */
export interface Contribution {
  readonly rule: RuleReference;
  readonly match: Exclude<Match, 'no'>;
  /** Why it did not count: "the project is not trusted yet", "expired" ... */
  readonly inert?: string;
}

/** A rule as receipts name it: its text and where it is written. */
export interface RuleReference {
  readonly key: string;
  readonly verdict: Verdict;
  readonly text: string;
  readonly layer: LayerName;
  readonly file?: string;
  readonly line?: number;
  /** The rule's conditions, as written. */
  readonly when?: WhenInput;
  readonly message?: string;
  readonly guidance?: string;
  /** What it covers may run outside the sandbox. */
  readonly unsandboxed?: true;
  /** The grant that carries the rule, when a person's earlier answer does. */
  readonly grant?: string;
}
