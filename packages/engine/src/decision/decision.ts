import type { Verdict } from '../policy/rules/verdict.ts';
import type { SandboxProfile } from '../sandbox/sandbox-profile.ts';
import type { Receipt, RuleReference } from './receipt.ts';

/** The verdict on a call, the reasons, and what would let the call through. */
export interface Decision {
  readonly verdict: Verdict;
  /** An obligation of an allow: the call must run in a sandbox with this profile or not at all. */
  readonly sandbox?: SandboxObligation;
  /**
   * An obligation of an allow: what the call removes must be kept before it runs; otherwise the call must be decided again
   * without this.
   */
  readonly kept?: true;
  /**
   * Hosts or groups of hosts that are closed to sandboxed calls. If they were open, this call would run sandboxed without a
   * prompt.
   */
  readonly closedHosts?: readonly string[];
  readonly receipt: Receipt;
  /** Rules that would let this call through from now on, narrowest first. Each is proven; empty when no rule could help. */
  readonly suggestions: readonly Suggestion[];
  /** For the person: one sentence. */
  readonly message: string;
  /** For the model, when the call does not simply run: what to do instead. */
  readonly guidance?: string;
  /** Set where the policy or the deciding rules are only observed: the verdict if they were enforced. */
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
  /** SHA-256 of the profile, as recorded in the receipt and the log. */
  readonly digest: string;
  /** Rules allow all of it, so it would run without a sandbox too. Changes that other calls make inside are unapproved code. */
  readonly isAllowedByRules?: true;
}

/** Allow rules that would let a call through from now on. */
export interface Suggestion {
  readonly rules: readonly string[];
  /** What they would let through, in words. */
  readonly covers: string;
}
