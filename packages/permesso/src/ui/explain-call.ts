import type { ToolCall } from '../call/tool-call.ts';
import { effectsInWords, type PlainEffect } from '../approval/effects-in-words.ts';
import { readCall } from '../call/read-call.ts';
import { modeTable, steps } from '../decision/mode-table.ts';
import { stepNames } from '../decision/print-explanation.ts';
import { readFacts } from '../facts/read-facts.ts';
import { toolboxOf, toolFor } from '../facts/toolbox.ts';
import { createGate } from '../gate.ts';
import { modes, type Mode } from '../policy/mode-name.ts';
import type { Policy } from '../policy/policy.ts';
import { readWorld } from '../world/read-world.ts';
import type { World } from '../world/world.ts';

export interface ExplainOptions {
  readonly policy: Policy;
  readonly mode?: Mode;
  readonly frozen?: string;
  /** This machine when absent. */
  readonly world?: World;
}

/** What would be decided about a call, as the playground draws it. Runs nothing. */
export function explainCall(call: ToolCall, { policy, mode, frozen, world }: ExplainOptions): object {
  const gate = createGate({
    policy,
    ...(mode === undefined ? {} : { mode }),
    ...(world === undefined ? {} : { world: () => world }),
  });
  if (frozen !== undefined) gate.freeze(frozen);
  const { decision, parts } = gate.explain(call);
  const { used } = decision.receipt.mode;
  return {
    decision,
    considered: parts,
    effects: effectsOf(call, world),
    mode: used,
    steps: steps.map((step) => ({ step, words: stepNames[step], verdict: modeTable[used][step] })),
    modes,
  };
}

/** What the call would do, in plain words; nothing where it cannot be read. */
function effectsOf(call: ToolCall, world: World | undefined): readonly PlainEffect[] {
  const read = readCall(call);
  if ('malformed' in read) return [];
  const { cwd = '/' } = read;
  const facts = readFacts(read, toolFor(toolboxOf(), read), world ?? readWorld({ cwd, project: cwd }));
  return effectsInWords(facts);
}
