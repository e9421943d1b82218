import { type Hostile, type Learning, learnRules } from '@permesso/engine/decision';
import type { Layer } from '@permesso/engine/policy';
import type { StoppedCall } from './look-at.ts';

/** Trying a rule on a whole year would take minutes; rules help most where asks are most frequent. */
const mostTried = 2_000;
/** A rule must save this many prompts to be worth a line. */
const least = 3;

export interface SavingOptions {
  readonly layers: readonly Layer[];
  readonly hostile: readonly Hostile[];
}

/**
 * Rules for the calls asked about most often that ran: having run counts as an approval, having been refused as a
 * denial.
 */
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
