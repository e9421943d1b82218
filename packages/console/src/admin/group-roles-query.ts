import { type GroupMapping, groupRoleList } from '@permesso/protocol/console';
import { get, problemCode, send } from '../api.ts';
import { useGet } from '../session/use-get.ts';

export const groupRolesKey = 'group-roles';
const path = '/v1/group-roles';
const mostTries = 3;

export function useGroupRoles() {
  return useGet(groupRolesKey, groupRoleList, path);
}

/** The server takes all of them at once: what another admin changed meanwhile is looked at again, so that neither undoes the other. */
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
