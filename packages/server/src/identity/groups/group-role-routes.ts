import { organisationRoutes } from '../organisation-route.ts';
import { Type } from 'typebox';
import { first, queries } from '../../database/query.ts';
import { roleNames } from '../../route/caller.ts';
import { personRoute, type Route } from '../../route/route.ts';
import { exact, Uuid, Words } from '../../route/shapes.ts';
import { recordAdminAction } from '../admin-audit.ts';
import { lockAdmins } from '../lock-admins.ts';
import { changedRows, requireSame } from '../require-same.ts';
import type { SecondPersonAct } from '../../route/second-person-act.ts';
import { askForAct } from '../second-person/pending-acts.ts';
import { outcomeReply, Pending } from '../second-person/outcome-reply.ts';
import { followWholeDirectory } from './scim-groups.ts';
import { followMapping, givesRoles } from './signed-in-groups.ts';
import type { ServerContext } from '../../module.ts';

interface MappingRow {
  readonly group: string;
  readonly role: string;
  readonly project: string | null;
}

const sql = queries(import.meta.dirname);
const listGroupRoles = sql<MappingRow>('list-group-roles.sql');
const clearGroupRoles = sql<never>('clear-group-roles.sql');
const putGroupRoles = sql<
  never,
  { groups: readonly string[]; roles: readonly string[]; projects: readonly (string | null)[] }
>('put-group-roles.sql');
const groupsAtSignIn = sql<{ issuer: string; claim: string; scope: string | null }>('groups-at-sign-in.sql');

const Mapping = exact({
  group: Words,
  role: Type.Enum([...roleNames]),
  project: Type.Union([Uuid, Type.Null()]),
});

const mostMappings = 1000;

export function groupRoleRoutes({ database, secret }: ServerContext): readonly Route[] {
  const { readRoute } = organisationRoutes(database);
  return [
    readRoute(
      { role: 'admin', scope: 'organisation' },
      {
        path: '/v1/group-roles',
        summary:
          'Lists which groups grant which roles. `signIn` tells which claim holds the groups and whether the operator lets the identity provider grant roles (`permesso serve trust-issuer`).',
        reply: Type.Object({
          mappings: Type.Array(Mapping),
          signIn: Type.Union([
            Type.Null(),
            Type.Object({
              issuer: Type.String(),
              claim: Type.String(),
              scope: Type.Union([Type.String(), Type.Null()]),
              trusted: Type.Boolean(),
            }),
          ]),
        }),
      },
      async (on) => {
        const named = await first(groupsAtSignIn(on));
        const trusted = named !== undefined && (await givesRoles(on, named.issuer));
        const signIn = named === undefined ? null : { ...named, trusted };
        return { mappings: await listGroupRoles(on), signIn };
      },
    ),
    personRoute(
      { role: 'admin', scope: 'organisation' },
      {
        method: 'PUT',
        path: '/v1/group-roles',
        summary:
          'Replaces the mapping of groups to roles. Roles that a group no longer grants end immediately. Removing a mapping of a role other than viewer requires a second person (202).',
        body: exact({
          mappings: Type.Array(Mapping, { maxItems: mostMappings }),
          /** The mappings that the admin saw: 409 if another admin has changed them since. */
          before: Type.Optional(Type.Array(Mapping, { maxItems: mostMappings })),
        }),
        mostBytes: 512 * 1024,
        replies: { 202: Pending, 204: 'none' },
      },
      async ({ caller, body: { mappings, before: seen } }) => {
        const outcome = await database.asOrganisation(caller.organisation, async (on) => {
          await lockAdmins(on);
          const before = await listGroupRoles(on);
          if (seen !== undefined) requireSame(seen, before);
          const { organisation } = caller;
          const [subject, detail] = ['group-roles', { mappings, before }];
          // Mappings whose removal takes roles with which people could vote or review.
          const isTaking = missingIn(mappings, before).some(({ role }) => role !== 'viewer');
          if (isTaking) return await askForAct(on, setMappingAct, { caller, subject, detail, keys: secret });
          const todo = { by: caller, organisation, subject, detail, secret: undefined, asked: {} };
          return { result: await setMappingAct.perform(on, todo) };
        });
        return outcomeReply(outcome, { status: 204 });
      },
    ),
  ];
}

/**
 * Sets which groups give which roles. Removing a mapping takes two people: it takes roles from everybody in the
 * group.
 */
export const setMappingAct: SecondPersonAct = {
  name: 'group-roles.put',
  confirmers: ['author', 'admin'],
  perform: async (on, { by, subject, detail, asked }) => {
    const wanted = detail as unknown as Record<'mappings' | 'before', readonly MappingRow[]>;
    await lockAdmins(on);
    const before = await listGroupRoles(on);
    const mappings = changedRows({ before: wanted.before, after: wanted.mappings }, before);
    await clearGroupRoles(on);
    await putGroupRoles(on, {
      groups: mappings.map(({ group }) => group),
      roles: mappings.map(({ role }) => role),
      projects: mappings.map(({ project }) => project),
    });
    const after = await listGroupRoles(on);
    const changes = { added: missingIn(before, after), removed: missingIn(after, before) };
    await recordAdminAction(on, { by, act: 'group-roles.put', subject, detail: { ...changes, ...asked } });
    await followMapping(on, { by, lastAdmin: 'refuse' });
    await followWholeDirectory(on, { by, lastAdmin: 'refuse' });
    return {};
  },
};

function missingIn(rows: readonly MappingRow[], others: readonly MappingRow[]): readonly MappingRow[] {
  const name = ({ group, role, project }: MappingRow): string => JSON.stringify([group, role, project]);
  const known = new Set(rows.map(name));
  return others.filter((row) => !known.has(name(row)));
}
