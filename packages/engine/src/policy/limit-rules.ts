import type { Policy } from './policy.ts';
import { limitText, type RuleLimit } from './rules/limit.ts';
import type { Rule } from './rules/rule.ts';

/** The effect of an exhausted limit: an ask or deny rule about the same calls, which counts only then. */
export interface LimitRule extends Rule {
  readonly verdict: 'ask' | 'deny';
  readonly limit: RuleLimit;
}

const known = new WeakMap<Policy['rules'], readonly LimitRule[]>();

/** One rule for each allow rule with a limit. It suspects like any ask or deny, so a disguised call is counted too. */
export function limitRules({ rules }: Pick<Policy, 'rules'>): readonly LimitRule[] {
  let found = known.get(rules);
  if (found === undefined) {
    found = rules.flatMap((rule) => (rule.limit === undefined ? [] : [limitRule(rule, rule.limit)]));
    known.set(rules, found);
  }
  return found;
}

function limitRule(rule: Rule, limit: RuleLimit): LimitRule {
  const { over } = limit;
  const text = `${rule.text} over ${limitText(limit)}`;
  return { ...rule, limit, verdict: over, text, key: limitKey(rule.key, over) };
}

/** Differs from the key of any written rule. */
function limitKey(key: string, over: 'ask' | 'deny'): string {
  const [, ...rest] = JSON.parse(key) as unknown[];
  return JSON.stringify([over, ...rest, 'over its limit']);
}
