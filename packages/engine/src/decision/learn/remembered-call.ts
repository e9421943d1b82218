import type { ToolCall } from '../../call/tool-call.ts';
import type { Facts } from '../../facts/part.ts';
import { readFacts } from '../../facts/read-facts.ts';
import type { Tool } from '../../facts/tool.ts';
import { toolboxOf, toolFor } from '../../facts/toolbox.ts';
import { compilePolicy } from '../../policy/compile-policy.ts';
import { withHiddenDenied } from '../../policy/hidden-tool.ts';
import type { Layer } from '../../policy/layer.ts';
import type { Mode } from '../../policy/mode-name.ts';
import type { Policy } from '../../policy/policy.ts';
import type { World } from '../../world/world.ts';
import { judge, type Verdicts } from '../judge.ts';

/** A call that can be judged repeatedly under different rules: its facts are read only once. */
export interface RememberedCall {
  readonly call: ToolCall;
  readonly world: World;
  readonly mode: Mode;
  readonly tool: Tool;
  readonly facts: Facts;
}

const toolbox = toolboxOf();

export function rememberedCall(call: ToolCall, world: World, mode: Mode): RememberedCall {
  const tool = toolFor(toolbox, call);
  return { call, world, mode, tool, facts: readFacts(call, tool, world) };
}

export function evaluateAgain({ call, world, mode, facts }: RememberedCall, policy: Policy): Verdicts {
  const own = withHiddenDenied(policy, { call, facts });
  return judge({ call, facts, policy: own, mode, world, grants: [], callKey: '', interactive: true });
}

/** Adds allow rules to the layers. */
export function withRules(layers: readonly Layer[], rules: readonly string[]): Policy {
  return compilePolicy(rules.length === 0 ? layers : [...layers, { layer: 'flags', allow: rules }]);
}
