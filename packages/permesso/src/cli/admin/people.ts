import { UsageError, type Command } from '../command.ts';
import { adminCommand, sentences, table, type AdminInput, type AdminResult } from './admin-command.ts';
import {
  everyPerson,
  namesFor,
  personNamed,
  personText,
  projectOrAll,
  rowsOf,
  textOf,
  type NamesById,
} from './find-named.ts';
import type { ServerAnswer } from './person-server.ts';
import {
  checkRole,
  isSameRole,
  roleNames,
  rolesOf,
  rolesText,
  unlessChanged,
  type HeldRole,
} from './roles.ts';

const inProject = {
  name: 'project',
  value: 'NAME',
  help: 'the role in this project (default: the whole organisation)',
};

export const people: Command = adminCommand({
  name: 'people',
  summary: 'Lists people; gives and takes roles; disables and enables.',
  actions: [
    {
      verb: 'list',
      options: [{ name: 'find', value: 'TEXT', help: 'only those whose address or name contains it' }],
      run: listPeople,
    },
    {
      verb: 'add',
      takes: 'EMAIL',
      options: [
        { name: 'organisation', value: 'NAME', help: 'their organisation' },
        { name: 'role', value: 'ROLE', repeats: true, help: `${roleNames.join(', ')}; may be repeated` },
      ],
      // Who can make tokens for others could vote in their name: an admin cannot, the operator of the server can.
      operate: ({ operands: [email = ''], value, values }) => {
        const organisation = value('organisation');
        if (organisation === undefined) throw new UsageError('which organisation? say --organisation NAME');
        return { operands: ['add-person', organisation, email], roles: values('role') };
      },
    },
    {
      verb: 'add-role',
      takes: 'PERSON ROLE',
      options: [inProject],
      run: (at) => changeRole(at, 'add'),
    },
    {
      verb: 'remove-role',
      takes: 'PERSON ROLE',
      options: [inProject],
      run: (at) => changeRole(at, 'remove'),
    },
    {
      verb: 'disable',
      takes: 'PERSON',
      confirms: true,
      run: async ({ server, operands: [who = ''], confirm }) => {
        const person = await personNamed(server, who);
        await confirm(
          `Disable ${personText(person)}? Their sessions and tokens end for good, and their machines stop.`,
        );
        await server.ask(`POST /v1/people/${textOf(person, 'id')}/disable`);
        return sentences(
          { person: textOf(person, 'id'), disabled: true },
          `${personText(person)} is disabled.`,
        );
      },
    },
    {
      verb: 'enable',
      takes: 'PERSON',
      run: async ({ server, operands: [who = ''] }) => {
        const person = await personNamed(server, who);
        await server.ask(`POST /v1/people/${textOf(person, 'id')}/enable`);
        return sentences(
          { person: textOf(person, 'id'), disabled: false },
          `${personText(person)} is enabled, with the roles as before. Tokens must be made again.`,
        );
      },
    },
  ],
  examples: [
    ['permesso admin people', 'everybody with their roles'],
    [
      'permesso admin people add carla@acme.example --organisation acme --role admin',
      'where the server runs, with DATABASE_URL and PERMESSO_SECRET; prints their token once',
    ],
    ['permesso admin people add-role bert@acme.example author --project shop', 'in one project'],
    ['permesso admin people disable bert@acme.example', 'asks first; --yes does not'],
  ],
});

async function listPeople({ server, value }: AdminInput): Promise<AdminResult> {
  const wanted = value('find')?.toLowerCase() ?? '';
  const everybody = await everyPerson(server);
  const found = everybody.filter((person) =>
    `${textOf(person, 'email')} ${textOf(person, 'name')}`.toLowerCase().includes(wanted),
  );
  const names = await namesFor(server);
  return table(found, {
    head: ['PERSON', 'STATE', 'SIGNS IN WITH', 'ROLES'],
    rows: found.map((person) => [
      personText(person),
      textOf(person, 'disabledAt') === '' ? 'active' : 'disabled',
      textOf(person, 'issuer') === 'local' ? 'a token' : textOf(person, 'issuer'),
      everyRoleText(person, names),
    ]),
    none: 'There are no such people.',
  });
}

/** The server takes all roles of a person at once. */
async function changeRole(at: AdminInput, how: 'add' | 'remove'): Promise<AdminResult> {
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

/** Those that were given by hand, and those that a group gives. */
function everyRoleText(person: ServerAnswer, names: NamesById): string {
  const byGroup = rowsOf(person, 'groupRoles').map(
    (held) => `${rolesText({ roles: [held] }, names)} (group ${textOf(held, 'group')})`,
  );
  return byGroup.length === 0
    ? rolesText(person, names)
    : [...(rolesOf(person).length === 0 ? [] : [rolesText(person, names)]), ...byGroup].join(', ');
}
