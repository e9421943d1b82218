import type { Tool } from '../facts/tool.ts';
import { decide } from './decide.ts';
import type { Decision } from './decision.ts';
import type { DecisionInput } from './decision-input.ts';
import { enforcedInput, observe } from './observe.ts';

/** The decision, with what would be enforced of it where something is only observed. */
export function decideObserved(input: DecisionInput, tool: Tool): Decision {
  const full = decide(input, tool);
  const left = enforcedInput(input);
  return left === undefined ? full : observe(full, decide(left, tool), input.policy);
}
