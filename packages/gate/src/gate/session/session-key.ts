import { definedFields, type ToolCall } from '@permesso/engine/call';
import type { Policy } from '@permesso/engine/policy';
import type { World } from '@permesso/engine/world';
import type { SessionKey } from '../../sessions/session-store.ts';

/** Whether a policy says anything over sessions at all. Without them nothing is read or kept. */
export function isOverSessions({ index, sandbox }: Policy): boolean {
  return (
    index.ask.after.length + index.deny.after.length + (sandbox.use === 'off' ? 0 : sandbox.after.length) > 0
  );
}

/** The session of a call. Sessions that nobody names are one for each directory. */
export function sessionKeyOf({ session, owner }: ToolCall, { project }: Pick<World, 'project'>): SessionKey {
  return { ...definedFields({ session, owner }), directory: project };
}
