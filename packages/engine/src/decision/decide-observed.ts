import type { Tool } from '../facts/tool.ts';
import { decide } from './decide.ts';
import type { Decision } from './decision.ts';
import type { DecisionInput } from './decision-input.ts';
import { enforcedInput, observe } from './observe.ts';

/** The decision, reduced to what is enforced where rules are only observed. */
export function decideObserved(input: DecisionInput, tool: Tool): Decision {
  const full = decide(input, tool);
  const left = enforcedInput(input);
  return left === undefined ? full : observe(full, decide(left, tool), input.policy);
}
