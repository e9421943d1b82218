/** Limits as an obvious model: an exhausted allow rule asks or denies for everything that it may match. */
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

/** Not expired, and not permitted by a check. A check without an answer has not run. */
export function isInForce({ expires, check, key }: Rule, { world, answers }: DecisionInput): boolean {
  const isOver = expires !== undefined && world.now >= expires;
  return !isOver && (check === undefined || answers?.get(key)?.permitted === false);
}
