import type { Policy } from './policy.ts';
import type { Rule } from './rules/rule.ts';
import { indexRules } from './rules/rule-index.ts';

/** The policy with deny rules that no file holds. They bind like any other: in every mode, whatever is allowed. */
export function withDenyRules(policy: Policy, rules: readonly Rule[]): Policy {
  if (rules.length === 0) return policy;
  const all = [...policy.rules, ...rules];
  return {
    ...policy,
    rules: all,
    index: { ...policy.index, deny: indexRules(all.filter(({ verdict }) => verdict === 'deny')) },
  };
}
