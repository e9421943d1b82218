import type { Part } from '../facts/part.ts';
import { limitRules, type LimitRule } from '../policy/limit-rules.ts';
import { amountOf, printLimit } from '../policy/rules/limit.ts';
import type { Decision } from './decision.ts';
import type { DecisionInput } from './decision-input.ts';
import type { LimitReceipt, PartReceipt } from './receipt.ts';

/** Why a limit does not speak yet. */
export const withinLimit = 'it is within its limit';

/**
 * Whether a part of the call is beyond a limit, with what was counted before. What cannot be measured is: an argument that is no
 * number, or one inside a tool that carries another call.
 */
export function isOverLimit(
  { limit, key }: LimitRule,
  { call, counts }: DecisionInput,
  { carried }: Pick<Part, 'carried'>,
): boolean {
  const amount = limit.sum === undefined || carried === undefined ? amountOf(limit, call) : undefined;
  return amount === undefined || (counts?.get(key) ?? 0) + amount > limit.most;
}

/** The limits that the call counts for, each once: where it is allowed, somebody has to count it. */
export function limitReceipts(
  question: DecisionInput,
  parts: readonly Pick<PartReceipt, 'contributions'>[],
): readonly LimitReceipt[] {
  const limited = limitRules(question.policy);
  if (limited.length === 0) return [];
  const all = parts.flatMap(({ contributions }) => contributions);
  return limited.flatMap((rule) => {
    const said = all.filter(
      (one) => one.rule.key === rule.key && (one.inert === undefined || one.inert === withinLimit),
    );
    if (said.length === 0) return [];
    const amount = amountOf(rule.limit, question.call);
    const used = question.counts?.get(rule.key);
    return {
      key: rule.key,
      text: rule.text,
      limit: printLimit(rule.limit),
      ...(amount === undefined ? {} : { amount }),
      ...(used === undefined || used === Infinity ? {} : { used }),
      ...(said.some(({ inert }) => inert === undefined) ? { over: true as const } : {}),
    };
  });
}

/** The decision with what is used of each limit now that this call was counted. */
export function withCounted(decision: Decision, used: ReadonlyMap<string, number>): Decision {
  const { receipt } = decision;
  if (receipt.limits === undefined) return decision;
  const limits = receipt.limits.map((each) => {
    const count = used.get(each.key);
    return count === undefined ? each : { ...each, used: count };
  });
  return { ...decision, receipt: { ...receipt, limits } };
}
