import { type GroupMapping, groupRoleList } from '@permesso/protocol/console';
import { get, problemCode, send } from '../api.ts';
import { useGet } from '../session/use-get.ts';

export const groupRolesKey = 'group-roles';
const path = '/v1/group-roles';
const mostTries = 3;

export function useGroupRoles() {
  return useGet(groupRolesKey, groupRoleList, path);
}

/**
 * The server replaces all mappings at once: another admin's concurrent changes are read again, so that neither
 * overwrites the other.
 */
export async function changeGroupRoles(
  change: (now: readonly GroupMapping[]) => readonly GroupMapping[],
): Promise<void> {
  for (let tries = 1; ; tries++) {
    const { mappings: before } = await get(groupRoleList, path);
    try {
      await send('PUT', path, { mappings: change(before), before });
      return;
    } catch (error) {
      if (problemCode(error) !== 'changed' || tries >= mostTries) throw error;
    }
  }
}
