import { type Hostile, type Learning, learnRules } from '@permesso/engine/decision';
import type { Layer } from '@permesso/engine/policy';
import type { StoppedCall } from './look-at.ts';

/** Trying a rule on all of a year would take minutes; what is asked most often is where rules help. */
const mostTried = 2_000;
/** A rule must have saved this many prompts to be worth a line. */
const least = 3;

export interface SavingOptions {
  readonly layers: readonly Layer[];
  readonly hostile: readonly Hostile[];
}

/** Rules for what was asked most often and ran: that it ran counts as an approval, that it was refused as a denial. */
export function savingRules(
  stopped: Iterable<StoppedCall>,
  { layers, hostile }: SavingOptions,
): Pick<Learning, 'rules' | 'prompts' | 'left'> {
  const history = [...stopped]
    .filter(({ decision }) => decision.verdict === 'ask')
    .toSorted((a, b) => b.ran - a.ran)
    .slice(0, mostTried)
    .flatMap(({ decision: { because }, ran, refused }) =>
      because === undefined ? [] : [{ item: because.item, yes: ran, no: refused }],
    );
  const { rules, prompts, left } = learnRules(history, { layers, hostile, least });
  return { rules: rules.toSorted((a, b) => b.saved - a.saved), prompts, left };
}
