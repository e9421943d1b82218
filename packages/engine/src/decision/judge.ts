import { stricter, type Verdict } from '../policy/rules/verdict.ts';
import { judgePart, type Judgement } from './judge-part.ts';
import type { DecisionInput } from './decision-input.ts';
import type { ModeUsed } from './receipt.ts';

/** The verdict alone, with what made it: the mode's row on each part, then the strictest. Total: never throws. */
export function judge(question: DecisionInput): Verdicts {
  const mode = modeUsed(question);
  const judgements = question.facts.parts.map((part) => judgePart(question, part, mode.used));
  // A tool without types may find no part at all; nothing found is never nothing to see.
  const least: Verdict = judgements.length === 0 ? 'deny' : 'allow';
  const combined = judgements.reduce<Verdict>((worst, { verdict }) => stricter(worst, verdict), least);
  const nobodyToAsk = combined === 'ask' && !question.interactive;
  return {
    mode,
    judgements,
    // The parts that made it so: for an ask that nobody can answer, those that asked.
    deciding: judgements.filter(({ verdict }) => verdict === combined),
    verdict: nobodyToAsk ? 'deny' : combined,
    nobodyToAsk,
  };
}

export interface Verdicts {
  readonly mode: ModeUsed;
  readonly judgements: readonly Judgement[];
  readonly deciding: readonly Judgement[];
  readonly verdict: Verdict;
  readonly nobodyToAsk: boolean;
}

/** A mode that the managed policy does not permit falls back to default, or to the first that it does permit. */
function modeUsed({ mode, policy }: DecisionInput): ModeUsed {
  const permitted = policy.restrictions.modes;
  if (permitted === undefined || permitted.includes(mode)) return { used: mode };
  return { used: permitted.includes('default') ? 'default' : (permitted[0] ?? 'dontAsk'), refused: mode };
}
