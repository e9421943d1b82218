import type { Unlabelled } from '../../../packages/permesso/src/cli/commands/conformance.ts';
import type { Verdict } from '@permesso/engine/policy';
import { decide as decideByText } from './text-prefix.ts';

export function decide(given: Unlabelled): Verdict {
  return decideByText(given) === 'deny' ? 'deny' : 'ask';
}
