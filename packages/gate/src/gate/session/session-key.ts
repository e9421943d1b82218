import { definedFields, type ToolCall } from '@permesso/engine/call';
import type { Policy } from '@permesso/engine/policy';
import type { World } from '@permesso/engine/world';
import type { SessionKey } from '../../sessions/session-store.ts';

/** Whether the policy has any rules about sessions. Without them nothing is read or stored. */
export function isOverSessions({ index, sandbox }: Policy): boolean {
  return (
    index.ask.after.length + index.deny.after.length + (sandbox.use === 'off' ? 0 : sandbox.after.length) > 0
  );
}

/** The session of a call. Calls without a session share one per directory. */
export function sessionKeyOf({ session, owner }: ToolCall, { project }: Pick<World, 'project'>): SessionKey {
  return { ...definedFields({ session, owner }), directory: project };
}
