import type { Unlabelled } from '../../../packages/permesso/src/cli/commands/conformance.ts';
import type { Verdict } from '@permesso/engine/policy';
import { commandOf, namesStart } from './given.ts';

/** The start of the line compared with each rule. */
export function decide(given: Unlabelled): Verdict {
  const line = commandOf(given).trimStart();
  for (const verdict of ['deny', 'ask', 'allow'] as const)
    if (given.rules[verdict].some((rule) => namesStart(rule, line))) return verdict;
  return 'ask';
}
