import type { Verdict } from '@permesso/engine/policy';
import type { DecisionEntry } from '@permesso/protocol/entry';

export interface Tally {
  readonly decisions: number;
  readonly asks: number;
  readonly denials: number;
}

/** The verdicts, and what another policy would have decided for the same calls. */
export interface Tallies {
  readonly obeyed: Tally;
  readonly beside: Tally;
}

const none: Tally = { decisions: 0, asks: 0, denials: 0 };

/**
 * Counts decisions in the log. With `again`, only calls that can be decided again count, on both sides, so that the
 * two counts are comparable.
 */
export function countDecisions(
  entries: readonly DecisionEntry[],
  again?: (entry: DecisionEntry) => Verdict | undefined,
): Tallies {
  let [obeyed, beside] = [none, none];
  for (const entry of entries) {
    if (!isByPolicy(entry)) continue;
    const other = again?.(entry);
    if (again !== undefined && other === undefined) continue;
    obeyed = add(obeyed, saidBy(entry));
    if (other !== undefined) beside = add(beside, other);
  }
  return { obeyed, beside };
}

export function sum(a: Tally, b: Tally): Tally {
  return {
    decisions: a.decisions + b.decisions,
    asks: a.asks + b.asks,
    denials: a.denials + b.denials,
  };
}

function add(tally: Tally, verdict: Verdict): Tally {
  return sum(tally, {
    decisions: 1,
    asks: verdict === 'ask' ? 1 : 0,
    denials: verdict === 'deny' ? 1 : 0,
  });
}

/** A freeze or a failure says nothing about a policy. */
function isByPolicy({ receipt: { parts } }: DecisionEntry): boolean {
  return parts.length > 0 && parts.every(({ step }) => step !== 'frozen');
}

/** The policy's own verdict, whether or not someone was there to be asked. */
function saidBy({ verdict, receipt }: DecisionEntry): Verdict {
  return receipt.nobodyToAsk === true ? 'ask' : verdict;
}
