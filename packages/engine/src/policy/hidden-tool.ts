import type { Target } from './rules/match-rule.ts';
import type { Policy } from './policy.ts';
import type { Rule } from './rules/rule.ts';
import { passes, type Visibility } from './visibility.ts';
import { indexRules } from './rules/rule-index.ts';

/** The key of the rule that a tool list creates for a call of a tool hidden from the model. */
export const hiddenKey = 'tools';

/**
 * The policy for one call. Not every host can hide a tool from the model, and a meta-tool may wrap one that was never shown: so
 * a hidden tool is denied when it is called anyway.
 */
export function withHiddenDenied(policy: Policy, { call, facts }: Pick<Target, 'call' | 'facts'>): Policy {
  if (policy.visibility.length === 0) return policy;
  const names = [call, ...facts.parts.flatMap(({ carried }) => carried?.call ?? [])].map(({ tool }) => tool);
  const rules = policy.visibility.flatMap((list): readonly Rule[] => {
    const name = names.find((each) => !passes(list, each));
    return name === undefined ? [] : [ruleFor(name, list)];
  });
  return withDenyRules(policy, rules);
}

/** Added to the policy for this one call only, so it may match anything. */
function ruleFor(name: string, { visible, hidden, origin }: Policy['visibility'][number]): Rule {
  const isNamed = !passes({ visible: [], hidden } satisfies Visibility, name);
  const list = isNamed ? 'tools.hidden' : `tools.visible [${visible.join(', ')}]`;
  return {
    key: hiddenKey,
    verdict: 'deny',
    text: list,
    pattern: { about: 'tool', name: '*' },
    when: [],
    delegated: false,
    origin,
    guidance: `There is no tool ${name} here.`,
  };
}

/** Adds deny rules that no file holds. They bind like any other: in every mode, whatever is allowed. */
export function withDenyRules(policy: Policy, rules: readonly Rule[]): Policy {
  if (rules.length === 0) return policy;
  const all = [...policy.rules, ...rules];
  return {
    ...policy,
    rules: all,
    index: { ...policy.index, deny: indexRules(all.filter(({ verdict }) => verdict === 'deny')) },
  };
}
