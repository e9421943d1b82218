/** Limits as an obvious model: an allow rule that is used up asks or denies, about all that it may speak of. */
import type { DecisionInput } from '../src/decision/decision-input.ts';
import type { Part } from '../src/facts/part.ts';
import type { Rule } from '../src/policy/rules/rule.ts';

export function exhausted(
  rules: readonly Rule[],
  { call, counts }: DecisionInput,
  { carried }: Part,
): readonly Rule[] {
  return rules.flatMap((rule) => {
    const { limit } = rule;
    if (limit === undefined) return [];
    const key = JSON.stringify([
      limit.over,
      ...(JSON.parse(rule.key) as unknown[]).slice(1),
      'over its limit',
    ]);
    const [step] = limit.sum ?? [];
    const sent = carried === undefined ? call.input : {};
    const argument = step !== undefined && 'key' in step ? sent[step.key] : 1;
    const takes = typeof argument === 'number' && argument >= 0 && argument < Infinity ? argument : Infinity;
    return takes + (counts?.get(key) ?? 0) > limit.most ? [{ ...rule, verdict: limit.over, key }] : [];
  });
}

/** Before it expires, and where a check did not permit the call; nobody has asked where there is no answer. */
export function isInForce({ expires, check, key }: Rule, { world, answers }: DecisionInput): boolean {
  const isOver = expires !== undefined && world.now >= expires;
  return !isOver && (check === undefined || answers?.get(key)?.permitted === false);
}
