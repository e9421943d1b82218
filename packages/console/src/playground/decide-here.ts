import {
  compilePolicy,
  explainCall,
  fixedWorld,
  modes,
  modeTable,
  readCall,
  steps,
  type Policy,
  type ToolCall,
  type World,
} from '@permesso/engine';
import { readFacts, toolboxOf, toolFor } from '@permesso/engine/facts';
import { parsePolicyFile, stepNames } from '@permesso/engine/text';
import { PolicyError } from '@permesso/engine/policy';
import { effectTexts } from '@permesso/protocol/approval';
import type { TriedCall } from '@permesso/protocol/console';
import type { Typed } from './typed-call.ts';

export interface TypedCall extends Typed {
  readonly input: object;
  readonly cwd: string;
}

/**
 * The typed policy's decision on the typed call, by the engine in this page: without disk, links or scripts.
 * Undefined if the policy cannot be parsed, which the server explains.
 */
export function decideHere({ tool, input, mode, policy: text, cwd }: TypedCall): TriedCall | undefined {
  const policy = policyFrom(text, cwd);
  if (policy === undefined) return undefined;
  const call: ToolCall = { tool, input: input as Record<string, unknown>, cwd };
  const world = fixedWorld({ cwd, now: Date.now() });
  const chosen = modes.find((each) => each === mode);
  const { decision, parts } = explainCall(call, {
    policy,
    world,
    ...(chosen === undefined ? {} : { mode: chosen }),
  });
  const { used } = decision.receipt.mode;
  return {
    decision,
    considered: parts,
    effects: effectsOf(call, world),
    mode: used,
    steps: steps.map((step) => ({ step, words: stepNames[step], verdict: modeTable[used][step] })),
    modes: [...modes],
  };
}

function policyFrom(text: string, root: string): Policy | undefined {
  try {
    const { layer, problems } = parsePolicyFile(text, { file: 'playground' });
    return problems.length > 0 ? undefined : compilePolicy([{ ...layer, layer: 'flags', root }]);
  } catch (error) {
    if (error instanceof PolicyError) return undefined;
    throw error;
  }
}

function effectsOf(call: ToolCall, world: World): NonNullable<TriedCall['effects']> {
  const read = readCall(call);
  if ('malformed' in read) return [];
  return effectTexts({ call: read, facts: readFacts(read, toolFor(toolboxOf(), read), world), world });
}
