import { UsageError } from '../../command.ts';
import { sentences, type AdminInput, type AdminResult } from '../admin-result.ts';
import { namesFor, personNamed, personText, projectOrAll, rowsOf, textOf } from '../find-named.ts';
import { ServerRefused } from '../person-server.ts';
import { checkRole, rolesOf, rolesText, type HeldRole } from '../role-text.ts';

interface GroupRole extends HeldRole {
  readonly group: string;
}

/** The server sets all of a person's roles at once. */
export async function changeRole(at: AdminInput, how: 'add' | 'remove'): Promise<AdminResult> {
  const { server, operands, value } = at;
  const [who = '', role = ''] = operands;
  const wanted: HeldRole = { role: checkRole(role), project: await projectOrAll(server, value('project')) };
  const { person, roles } = await unlessChanged(async () => {
    const found = await personNamed(server, who);
    const before = rolesOf(found);
    const others = before.filter((held) => !isSameRole(held, wanted));
    if (how === 'remove' && others.length === before.length)
      throw new UsageError(`${personText(found)} does not have the role ${role} there`);
    const next = how === 'add' ? [...others, wanted] : others;
    await server.ask(`PUT /v1/people/${textOf(found, 'id')}/roles`, { roles: next, before });
    return { person: found, roles: next };
  });
  const names = await namesFor(server);
  return sentences(
    { person: textOf(person, 'id'), roles },
    `Roles of ${personText(person)}: ${rolesText({ roles }, names)}`,
    ...(how === 'add' ? ['Tokens that they have keep the roles that they were made with.'] : []),
  );
}

function mappingsIn(reply: Readonly<Record<string, unknown>>): readonly GroupRole[] {
  return rowsOf(reply, 'mappings').map((row) => ({
    group: textOf(row, 'group'),
    role: textOf(row, 'role'),
    project: textOf(row, 'project') || null,
  }));
}

/** The server sets all mappings at once. */
export async function changeMapping(at: AdminInput, how: 'add' | 'remove'): Promise<AdminResult> {
  const { server, operands, value } = at;
  const [group = '', role = ''] = operands;
  const wanted: GroupRole = {
    group,
    role: checkRole(role),
    project: await projectOrAll(server, value('project')),
  };
  let isConfirmed = false;
  const mappings = await unlessChanged(async () => {
    const before = mappingsIn(await server.ask('GET /v1/group-roles'));
    const others = before.filter((each) => each.group !== group || !isSameRole(each, wanted));
    if (how === 'remove' && others.length === before.length)
      throw new UsageError(`${group} does not give the role ${role} there`);
    if (how === 'remove' && !isConfirmed)
      await at.confirm(
        `Stop granting the role ${role} to ${group}? People who have it only through the group lose it immediately.`,
      );
    isConfirmed = true;
    const next = how === 'add' ? [...others, wanted] : others;
    await server.ask('PUT /v1/group-roles', { mappings: next, before });
    return next;
  });
  return sentences(
    { mappings },
    `${group} ${how === 'add' ? 'grants' : 'no longer grants'} the role ${role}.`,
  );
}

/** Attempts for a change that other admins keep overtaking. */
const mostTries = 5;

/**
 * Changes something that the server only replaces as a whole. `change` sends the state it saw; if somebody else has
 * changed it since, it is read and tried again, so that two admins adding at the same time both succeed.
 */
async function unlessChanged<T>(change: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await change();
    } catch (error) {
      const isChanged = error instanceof ServerRefused && error.code === 'changed';
      if (!isChanged || tries >= mostTries) throw error;
    }
  }
}

function isSameRole(a: HeldRole, b: HeldRole): boolean {
  return a.role === b.role && a.project === b.project;
}
