import type { Verdict } from '../policy/rules/verdict.ts';
import type { SandboxProfile } from '../sandbox/sandbox-profile.ts';
import type { Receipt, RuleReference } from './receipt.ts';

/** The verdict about a call, why, and what would let the call through. */
export interface Decision {
  readonly verdict: Verdict;
  /** An obligation of an allow: the call runs in a sandbox with this profile, or not at all. */
  readonly sandbox?: SandboxObligation;
  /** An obligation of an allow: what the call removes is kept before it runs, or it is decided again without that. */
  readonly kept?: true;
  /** Hosts, or groups of hosts, that are closed to sandboxed calls: were they open, this call would run sandboxed, unasked. */
  readonly closedHosts?: readonly string[];
  readonly receipt: Receipt;
  /** Rules that would let this call through from now on, narrow to wide. Proven; only where one could help. */
  readonly suggestions: readonly Suggestion[];
  /** For the person: one sentence. */
  readonly message: string;
  /** For the model, when the call does not simply run: what to do instead. */
  readonly guidance?: string;
  /** Where the policy, or the rules that decided, are only observed: what the verdict would be. */
  readonly observed?: Observed;
}

export interface Observed {
  readonly verdict: Verdict;
  readonly message: string;
  /** The rules that would have decided. */
  readonly rules: readonly RuleReference[];
}

export interface SandboxObligation {
  readonly profile: SandboxProfile;
  /** SHA-256 of the profile, which the receipt and the log name. */
  readonly digest: string;
  /** Rules allow all of it, so it would run without a sandbox, too. What other calls change inside is nobody's code. */
  readonly isAllowedByRules?: true;
}

/** Allow rules that would let a call through from now on. */
export interface Suggestion {
  readonly rules: readonly string[];
  /** What they would let through, in words. */
  readonly covers: string;
}
