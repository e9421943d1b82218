import type { ToolCall } from '@permesso/engine/call';
import type { Policy } from '@permesso/engine/policy';
import type { World } from '@permesso/engine/world';
import type { SessionKey } from '../../sessions/session-store.ts';

/** Whether a policy has rules over sessions at all. Without them nothing is read or kept. */
export function isOverSessions({ index }: Policy): boolean {
  return index.ask.after.length + index.deny.after.length > 0;
}

/** The session of a call. Sessions that nobody names are one for each directory. */
export function sessionKeyOf({ session, owner }: ToolCall, { project }: Pick<World, 'project'>): SessionKey {
  return {
    ...(session === undefined ? {} : { session }),
    ...(owner === undefined ? {} : { owner }),
    directory: project,
  };
}
