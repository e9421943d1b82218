import type { ToolCall } from '../../call/tool-call.ts';
import { describedTool } from '../../facts/described-tool.ts';
import { readFacts } from '../../facts/read-facts.ts';
import { toolboxOf, toolFor } from '../../facts/toolbox.ts';
import { withHiddenDenied } from '../../policy/hidden-tool.ts';
import type { Mode } from '../../policy/mode-name.ts';
import type { Policy } from '../../policy/policy.ts';
import type { World } from '../../world/world.ts';
import { judge, type Verdicts } from '../judge.ts';
import type { DecisionInput } from '../decision-input.ts';

const toolbox = toolboxOf();

/** The verdict of a policy on a call without earlier answers, in a given world and mode. */
export function evaluatePolicy(
  policy: Policy,
  call: ToolCall,
  about: { world: World; mode?: Mode },
): Verdicts {
  return judge(decisionInputOf(policy, call, about));
}

export function decisionInputOf(
  policy: Policy,
  call: ToolCall,
  about: { world: World; mode?: Mode },
): DecisionInput {
  const { workingDirectories } = policy;
  const world: World =
    workingDirectories.length === 0
      ? about.world
      : { ...about.world, workingDirectories: [...about.world.workingDirectories, ...workingDirectories] };
  const facts = readFacts(call, describedTool(toolFor(toolbox, call), call, policy.descriptions), world);
  return {
    call,
    facts,
    policy: withHiddenDenied(policy, { call, facts }),
    mode: about.mode ?? policy.mode ?? 'default',
    world,
    grants: [],
    callKey: '',
    interactive: true,
  };
}
