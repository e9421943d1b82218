import { definedFields, type ToolCall } from '@permesso/engine/call';
import type { World } from '@permesso/engine/world';
import { readWorld } from '@permesso/gate/world';

/**
 * For display only: an entry has its call's directory, not its session's. A call that may run is never decided with
 * it, since a model may choose where a call starts.
 */
export function shownCallWorld({ cwd }: Pick<ToolCall, 'cwd'>): World {
  return readWorld(definedFields({ root: cwd }));
}
