import { definedFields } from '../call/defined-fields.ts';
import type { Part } from '../facts/part.ts';
import { limitRules, type LimitRule } from '../policy/limit-rules.ts';
import { amountOf, printLimit } from '../policy/rules/limit.ts';
import { metersOf } from '../policy/rules/meter.ts';
import type { Decision } from './decision.ts';
import type { DecisionInput } from './decision-input.ts';
import type { LimitReceipt, PartReceipt } from './receipt.ts';

/** Why a limit does not apply yet. */
export const withinLimit = 'it is within its limit';

/**
 * Whether a part of the call exceeds a limit, given the count so far. An unmeasurable argument exceeds it: one that is not a
 * number, or one inside a tool that wraps another call.
 */
export function isOverLimit(
  { limit, key }: LimitRule,
  { call, counts }: DecisionInput,
  { carried }: Pick<Part, 'carried'>,
): boolean {
  const amount = limit.sum === undefined || carried === undefined ? amountOf(limit, call) : undefined;
  return amount === undefined || (counts?.get(key) ?? 0) + amount > limit.most;
}

/** The limits that the call counts towards, each once: if it is allowed, the caller has to count it. */
export function limitReceipts(
  question: DecisionInput,
  judgements: readonly {
    readonly part: Part;
    readonly matched: Pick<PartReceipt, 'contributions'>;
  }[],
): readonly LimitReceipt[] {
  const limited = limitRules(question.policy);
  if (limited.length === 0) return [];
  return limited.flatMap((rule) => {
    const said = judgements.flatMap(({ part, matched }) =>
      matched.contributions.flatMap(({ rule: { key }, inert }) =>
        key === rule.key && (inert === undefined || inert === withinLimit) ? [{ part, inert }] : [],
      ),
    );
    if (said.length === 0) return [];
    const amount = amountOf(rule.limit, question.call);
    const used = question.counts?.get(rule.key);
    return {
      key: rule.key,
      text: rule.text,
      meters: metersOf(
        rule,
        said.map(({ part }) => part.carried?.call ?? question.call),
      ),
      limit: printLimit(rule.limit),
      ...definedFields({ amount }),
      ...(used === undefined || used === Infinity ? {} : { used }),
      ...(said.some(({ inert }) => inert === undefined) ? { over: true as const } : {}),
    };
  });
}

/** The decision with the usage of each limit, now that this call was counted. */
export function withCounted(decision: Decision, used: ReadonlyMap<string, number>): Decision {
  const { receipt } = decision;
  if (receipt.limits === undefined) return decision;
  const limits = receipt.limits.map((each) => {
    const count = used.get(each.key);
    return count === undefined ? each : { ...each, used: count };
  });
  return { ...decision, receipt: { ...receipt, limits } };
}
