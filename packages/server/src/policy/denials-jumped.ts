export interface CountedDenials {
  readonly decisions: number;
  readonly denials: number;
}

/** Fewer are not significant. */
const leastDecisions = 50;
/**
 * More than twice as often, and also more than five percentage points higher, so that neither 0.1 % nor 40 % counts
 * as a jump alone.
 */
const factor = 2;
const margin = 0.05;

export function denialsJumped(before: CountedDenials, now: CountedDenials): boolean {
  if (now.decisions < leastDecisions || before.decisions < leastDecisions) return false;
  const was = before.denials / before.decisions;
  const is = now.denials / now.decisions;
  return is > was * factor && is > was + margin;
}
