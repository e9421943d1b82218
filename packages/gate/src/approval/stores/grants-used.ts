import type { Decision } from '@permesso/engine/decision';

/**
 * The remembered answers that had a say in letting a call through, one for each part. Counted even where a rule
 * would have done: a grant for three calls must never let a fourth one through.
 */
export function grantsUsed({ receipt }: Decision): readonly string[] {
  const used = new Set<string>();
  for (const { contributions } of receipt.parts) {
    const grants = contributions.flatMap(({ rule, inert }) =>
      inert === undefined && rule.grant !== undefined ? [rule.grant] : [],
    );
    // One that is used already for another part need not be joined by a second.
    const [first] = grants;
    if (first !== undefined && !grants.some((grant) => used.has(grant))) used.add(first);
  }
  return [...used];
}
