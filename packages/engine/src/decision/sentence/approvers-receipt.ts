import type { Judgement } from '../judge-part.ts';
import type { ApproversReceipt } from '../receipt.ts';

/** Who must approve the call: each asking rule that requires approvers, once. */
export function approversReceipts(deciding: readonly Judgement[]): readonly ApproversReceipt[] {
  const found = new Map<string, ApproversReceipt>();
  for (const { asks, matched } of deciding) {
    const open = new Set(asks.flatMap((ask) => (ask.because === 'ask-rule' ? [ask.rule] : [])));
    for (const rule of matched.ask)
      if (rule.approvers !== undefined && open.has(rule.key))
        found.set(rule.key, { key: rule.key, text: rule.text, approvers: rule.approvers });
  }
  return [...found.values()];
}
