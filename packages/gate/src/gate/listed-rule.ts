import { definedFields } from '@permesso/engine/call';
import { inertReason } from '@permesso/engine/decision';
import { type Policy, printRule, type Rule, type Verdict } from '@permesso/engine/policy';

/** A rule with its origin, for every list of rules. */
export interface ListedRule {
  readonly verdict: Verdict;
  readonly text: string;
  readonly layer: string;
  readonly file?: string;
  readonly line?: number;
  /** Why it has no effect. */
  readonly inert?: string;
}

export function listedRule(rule: Rule, policy: Pick<Policy, 'restrictions'>): ListedRule {
  const { verdict, text, origin } = rule;
  const inert = inertReason(rule, { restrictions: policy.restrictions, now: Date.now() });
  return {
    verdict,
    text,
    layer: origin.layer,
    ...definedFields({ file: origin.file, line: origin.line, inert }),
  };
}

type Limits = Partial<
  Omit<Exclude<ReturnType<typeof printRule>, string>, 'rule' | 'message' | 'guidance' | 'why' | 'from'>
>;

/** What the rule says beyond its text and descriptions: conditions, agents, an expiry. */
export function limitsOf(rule: Rule): Limits {
  const printed = printRule(rule);
  if (typeof printed === 'string') return {};
  const { rule: _rule, message: _message, guidance: _guidance, why: _why, from: _from, ...limits } = printed;
  return limits;
}
