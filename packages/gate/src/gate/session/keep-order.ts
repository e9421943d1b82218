import { readCall, type ToolCall } from '@permesso/engine/call';
import { readOrder } from '@permesso/engine/session';
import type { GateState } from '../gate-state.ts';
import { isOverSessions, sessionKeyOf } from './session-key.ts';

/**
 * Stores what a person's message orders, if the policy has rules that need it: the acts and names, never the text.
 */
export async function keepOrder(
  state: GateState,
  message: string,
  of: Pick<ToolCall, 'session' | 'owner' | 'principal' | 'cwd'>,
): Promise<void> {
  const call = readCall({ tool: 'message', input: {}, ...of });
  if ('malformed' in call) throw new TypeError(call.malformed);
  const world = state.worldOf(call);
  if (!isOverSessions(state.source.policyFor(call, world).policy)) return;
  const at = world.now;
  await state.sessions.add(sessionKeyOf(call, world), [{ type: 'order', order: readOrder(message), at }]);
}
