import type { Decision } from '@permesso/engine/decision';

/**
 * The remembered answers that helped allow a call, one per part. Counted even where a rule would have been enough: a
 * grant for three calls must never allow a fourth.
 */
export function grantsUsed({ receipt }: Decision): readonly string[] {
  const used = new Set<string>();
  for (const { contributions } of receipt.parts) {
    const grants = contributions.flatMap(({ rule, inert }) =>
      inert === undefined && rule.grant !== undefined ? [rule.grant] : [],
    );
    // If one is already used for another part, a second is not needed.
    const [first] = grants;
    if (first !== undefined && !grants.some((grant) => used.has(grant))) used.add(first);
  }
  return [...used];
}
