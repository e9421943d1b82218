import { definedFields } from '../call/defined-fields.ts';
import { readCall } from '../call/read-call.ts';
import type { ToolCall } from '../call/tool-call.ts';
import { messageOf } from '../errors.ts';
import { readFacts } from '../facts/read-facts.ts';
import type { Tool } from '../facts/tool.ts';
import { toolboxOf, toolFor } from '../facts/toolbox.ts';
import { withHiddenDenied } from '../policy/hidden-tool.ts';
import type { Mode } from '../policy/mode-name.ts';
import type { Policy } from '../policy/policy.ts';
import { fixedWorld } from '../world/fixed-world.ts';
import type { Session } from '../session/session.ts';
import type { World } from '../world/world.ts';
import { decideObserved } from './decide-observed.ts';
import type { Decision } from './decision.ts';
import { explain, type Explanation } from './explain/explain.ts';
import { failureDecision } from './failure.ts';
import type { DecisionInput } from './decision-input.ts';

export interface DecideOptions {
  readonly policy: Policy;
  /** Defaults to the policy's own mode, then to `default`. */
  readonly mode?: Mode;
  /** The file system and directories. Defaults to `/home/dev/project` without links, for callers that have no file system. */
  readonly world?: World;
  readonly tools?: readonly Tool[];
  /** The session's labels and the person's orders in it; defaults to none. */
  readonly session?: Session;
  /**
   * The caller promises to run a call whose decision carries `sandbox` only in that sandbox. Without this option such a call is
   * asked about.
   */
  readonly runsSandboxed?: boolean;
}

/** Decides a call from its text alone, without disk, clock or prompts. Never throws. */
export function decideCall(call: ToolCall, options: DecideOptions): Decision {
  try {
    const { question, tool } = inputFor(call, options);
    return decideObserved(question, tool);
  } catch (error) {
    return failureDecision(messageOf(error));
  }
}

/** Like `decideCall`, with every rule that was considered. */
export function explainCall(call: ToolCall, options: DecideOptions): Explanation {
  try {
    const { question, tool } = inputFor(call, options);
    return explain(question, decideObserved(question, tool));
  } catch (error) {
    return { decision: failureDecision(messageOf(error)), parts: [] };
  }
}

function inputFor(given: ToolCall, options: DecideOptions): { question: DecisionInput; tool: Tool } {
  const call = readCall(given);
  if ('malformed' in call) throw new TypeError(call.malformed);
  const { workingDirectories } = options.policy;
  const machine = options.world ?? fixedWorld();
  const world = { ...machine, workingDirectories: [...machine.workingDirectories, ...workingDirectories] };
  const tool = toolFor(toolboxOf(options.tools), call);
  const facts = readFacts(call, tool, world);
  const question: DecisionInput = {
    call,
    facts,
    policy: withHiddenDenied(options.policy, { call, facts }),
    mode: options.mode ?? options.policy.mode ?? 'default',
    world,
    grants: [],
    callKey: '',
    interactive: true,
    runsSandboxed: options.runsSandboxed === true,
    ...definedFields({ session: options.session }),
  };
  return { question, tool };
}
