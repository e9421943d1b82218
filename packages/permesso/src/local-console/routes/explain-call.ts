import { definedFields, readCall, type ToolCall } from '@permesso/engine/call';
import { effectTexts } from '@permesso/protocol/approval';
import type { PlainEffect } from '@permesso/protocol/text';
import { modeTable, steps } from '@permesso/engine/decision';
import { stepNames } from '@permesso/engine/text';
import { readFacts, toolboxOf, toolFor } from '@permesso/engine/facts';
import { createGate } from '@permesso/gate/gate';
import { type Mode, modes, type Policy } from '@permesso/engine/policy';
import type { TriedCall } from '@permesso/protocol/console';
import { readWorld } from '@permesso/gate/world';
import type { World } from '@permesso/engine/world';
import { shownCallWorld } from './shown-call-world.ts';

export interface ExplainOptions {
  readonly policy: Policy;
  readonly mode?: Mode;
  readonly frozen?: string;
  /** This machine when absent. */
  readonly world?: World;
}

/**
 * What would be decided about a call, as the playground draws it. Runs nothing.
 *
 * @example
 * ```ts
 * import { compilePolicy } from '@permesso/gate/rules';
 * import { explainCall } from 'permesso/team-server';
 * const policy = compilePolicy([{ ask: ['Bash(git push:*)'] }]);
 * const { decision, steps } = explainCall({ tool: 'Bash', input: { command: 'git push' } }, { policy });
 * console.log(decision.verdict, steps.length);
 * ```
 */
export function explainCall(call: ToolCall, { policy, mode, frozen, world }: ExplainOptions): TriedCall {
  const gate = createGate({
    policy,
    ...definedFields({ mode }),
    world: world === undefined ? shownCallWorld : () => world,
  });
  if (frozen !== undefined) gate.freeze(frozen);
  const { decision, parts } = gate.explain(call);
  const { used } = decision.receipt.mode;
  return {
    decision,
    considered: parts,
    effects: plainEffects(call, world),
    mode: used,
    steps: steps.map((step) => ({ step, words: stepNames[step], verdict: modeTable[used][step] })),
    modes,
  };
}

/** The call's effects in plain language; empty if it cannot be parsed. */
function plainEffects(call: ToolCall, world: World | undefined): readonly PlainEffect[] {
  const read = readCall(call);
  if ('malformed' in read) return [];
  const { cwd = '/' } = read;
  const seen = world ?? readWorld({ root: cwd, project: cwd });
  return effectTexts({ call: read, facts: readFacts(read, toolFor(toolboxOf(), read), seen), world: seen });
}
