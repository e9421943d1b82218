import { UsageError, type Command } from '../command.ts';
import { adminCommand, sentences, table, type AdminInput, type AdminResult } from './admin-command.ts';
import { namesFor, projectOrAll, rowsOf, textOf } from './find-named.ts';
import { checkRole, isSameRole, unlessChanged, type HeldRole } from './roles.ts';

const inProject = {
  name: 'project',
  value: 'NAME',
  help: 'the role in this project (default: the whole organisation)',
};

interface GroupRole extends HeldRole {
  readonly group: string;
}

export const groupRoles: Command = adminCommand({
  name: 'group-roles',
  summary: 'Lists, adds and removes roles that groups of the identity provider give.',
  actions: [
    {
      verb: 'list',
      run: async ({ server }) => {
        const reply = await server.ask('GET /v1/group-roles');
        const names = await namesFor(server);
        return table(reply, {
          head: ['GROUP', 'PROJECT', 'ROLE'],
          rows: mappingsIn(reply).map(({ group, project, role }) => [
            group,
            names.project(project ?? ''),
            role,
          ]),
          none: 'No group gives a role.',
        });
      },
    },
    { verb: 'add', takes: 'GROUP ROLE', options: [inProject], run: (at) => changeMapping(at, 'add') },
    {
      verb: 'remove',
      takes: 'GROUP ROLE',
      options: [inProject],
      confirms: true,
      run: (at) => changeMapping(at, 'remove'),
    },
  ],
  examples: [
    ['permesso admin group-roles add developers author --project shop', 'people of the group, from then on'],
    ['permesso admin group-roles remove developers author --project shop', 'those roles end at once'],
  ],
});

function mappingsIn(reply: Readonly<Record<string, unknown>>): readonly GroupRole[] {
  return rowsOf(reply, 'mappings').map((row) => ({
    group: textOf(row, 'group'),
    role: textOf(row, 'role'),
    project: textOf(row, 'project') || null,
  }));
}

/** The server takes all of them at once. */
async function changeMapping(at: AdminInput, how: 'add' | 'remove'): Promise<AdminResult> {
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
        `Let ${group} no longer give the role ${role}? Who has it by the group loses it at once.`,
      );
    isConfirmed = true;
    const next = how === 'add' ? [...others, wanted] : others;
    await server.ask('PUT /v1/group-roles', { mappings: next, before });
    return next;
  });
  return sentences({ mappings }, `${group} ${how === 'add' ? 'gives' : 'no longer gives'} the role ${role}.`);
}
