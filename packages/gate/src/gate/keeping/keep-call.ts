import { definedFields, messageOf, type ToolCall } from '@permesso/engine/call';
import { effectsOf, lossesIn, type Facts, type Loss } from '@permesso/engine/facts';
import type { Basis, Decided } from '../decide-now.ts';
import type { GateState } from '../gate-state.ts';

/**
 * Keeps what an allowed call is about to lose. If the verdict depends on that and keeping fails, the call is decided
 * again as if nothing were kept.
 */
export async function keptFirst(
  state: GateState,
  decided: Decided,
  again: (unkept: string) => Promise<Decided>,
): Promise<Decided> {
  const { decision, basis } = decided;
  if (decision.verdict !== 'allow' || basis === undefined) return decided;
  try {
    return await keepFor(state, { ...decided, basis });
  } catch (error) {
    return decision.kept === true ? await again(messageOf(error)) : decided;
  }
}

/**
 * Keeps files before the agent program asks in its own prompt: what a person approves there runs without consulting
 * us again.
 */
export async function keptBeforePrompt(state: GateState, decided: Decided): Promise<Decided> {
  const { basis } = decided;
  try {
    return basis === undefined ? decided : await keepFor(state, { ...decided, basis });
  } catch (error) {
    if (error instanceof Error) return decided;
    throw error;
  }
}

async function keepFor(
  { keeper }: GateState,
  { decision, basis }: Decided & { readonly basis: Basis },
): Promise<Decided> {
  const { policy, input } = basis;
  const { keep: settings } = policy;
  if (keeper === undefined || settings === undefined) return { decision, basis };
  const { call, facts, world, callKey } = input;
  const losses = lossesIn(facts, world);
  if (losses.length === 0) return { decision, basis };
  const { recoverable } = world;
  const kept = await keeper.keep(losses, {
    settings,
    about: {
      tool: call.tool,
      label: labelOf(call),
      cwd: world.cwd,
      project: world.project,
      key: callKey,
      ...definedFields({ session: call.session, host: call.host }),
    },
    isRecoverable: (path) => recoverable?.(path) === true,
    isPromised: decision.kept === true,
    onlyRemoves: onlyRemoves(facts, losses),
  });
  if (kept === undefined) return { decision, basis };
  return { decision: { ...decision, receipt: { ...decision.receipt, kept } }, basis };
}

/** No part of the call writes: another name of the same file keeps its content. */
function onlyRemoves({ parts }: Facts, losses: readonly Loss[]): boolean {
  const harmless = new Set(['read', 'delete', 'lose']);
  return (
    losses.every(({ how }) => how === 'removes') &&
    parts.every((part) => effectsOf(part).every(({ effect }) => harmless.has(effect)))
  );
}

function labelOf({ tool, input }: ToolCall): string {
  const { command, file_path: path } = input;
  return typeof command === 'string' ? command : `${tool}${typeof path === 'string' ? ` ${path}` : ''}`;
}
