import type { EffectName } from '../../facts/effect.ts';
import type { ApproversInput, RuleApprovers } from '../approvers.ts';
import type { Condition } from './condition.ts';
import type { AfterInput, RuleAfter } from './after.ts';
import type { RuleLimit, LimitInput } from './limit.ts';
import type { Pattern } from './pattern.ts';
import type { WhenInput } from './parse-when.ts';
import type { Verdict } from './verdict.ts';

/** As written in a policy: the text alone, or the text with fields. */
export type RuleInput = string | RuleObject;

/**
 * A rule of a policy with its fields: conditions, texts, an expiry, a limit.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import type { RuleObject } from '@permesso/gate/rules';
 * const rule: RuleObject = { rule: 'refund', when: { amount: { lte: 50 } }, limit: { calls: 5, per: 'hour' } };
 * const gate = createGate({ policy: { allow: [rule] } });
 * ```
 */
export interface RuleObject {
  readonly rule: string;
  readonly when?: WhenInput;
  /** Shown to the person who is asked or refused. */
  readonly message?: string;
  /** Told to the model: what to do instead. */
  readonly guidance?: string;
  /** A comment for readers of the policy. */
  readonly why?: string;
  /** Set on rules saved from an approval. Absent: written by a person. */
  readonly from?: 'prompt';
  /** ISO date or date-time; the rule is inert from then on. */
  readonly expires?: string;
  /** The rule applies only to these agents; a trailing `*` is a wildcard. */
  readonly agents?: readonly string[];
  /** Allows the named agents even if their parents would not be allowed. */
  readonly delegated?: boolean;
  /** Allows only what is proven to change nothing: it removes no doubt. */
  readonly readOnly?: boolean;
  /** Allows only calls with at most these effects: `effects: [run, install]`. */
  readonly effects?: readonly EffectName[];
  /** Calls that this allow covers run outside the sandbox, although they may run code that a sandboxed call wrote. */
  readonly unsandboxed?: boolean;
  /** False: evaluated and recorded, but blocks nothing. For deny and ask rules. */
  readonly enforce?: boolean;
  /** How much an allow rule allows: `{ calls: 5, per: 'hour' }`. */
  readonly limit?: LimitInput;
  /** The name of a check: this ask or deny applies unless the check permits the call. */
  readonly check?: string;
  /**
   * This ask or deny applies once the session has one of these labels, or all of them: `untrusted`, `{ all: ['secret',
   * 'untrusted'] }`.
   */
  readonly after?: AfterInput;
  /** `named`: does not apply where the person ordered this action on exactly these targets. Requires `after`. */
  readonly unless?: 'named';
  /** Who must approve calls that an ask rule, or a limit that asks, asks about: `{ roles: ['supervisor'], not: 'requester' }`. */
  readonly approvers?: ApproversInput;
}

export interface Rule extends Pick<
  RuleObject,
  'message' | 'guidance' | 'why' | 'from' | 'agents' | 'effects' | 'check' | 'unless'
> {
  /** Same text, same conditions, same layer: same key. Grants refer to a rule by its key. */
  readonly key: string;
  readonly verdict: Verdict;
  /** As written. */
  readonly text: string;
  readonly pattern: Pattern;
  readonly when: readonly Condition[];
  /** Milliseconds since the epoch. */
  readonly expires?: number;
  readonly delegated: boolean;
  readonly readOnly?: true;
  readonly unsandboxed?: true;
  /** Evaluated and recorded, but not enforced. */
  readonly observed?: true;
  /** How much an allow rule allows. */
  readonly limit?: RuleLimit;
  /** Applies once the session has these labels. */
  readonly after?: RuleAfter;
  readonly approvers?: RuleApprovers;
  readonly origin: Origin;
}

/** Where a rule comes from. */
export interface Origin {
  readonly layer: LayerName;
  readonly file?: string;
  readonly line?: number;
  /** Where `/x` path rules start. */
  readonly root: string;
  /** An untrusted layer may only tighten: its allow rules are inert. */
  readonly trusted: boolean;
}

export const layerNames = [
  'managed',
  'team',
  'flags',
  'session',
  'local',
  'project',
  'user',
  'preset',
] as const;

export type LayerName = (typeof layerNames)[number];
