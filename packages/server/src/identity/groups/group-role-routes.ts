import { Type } from 'typebox';
import type { Database } from '../../database/database.ts';
import { first, query } from '../../database/query.ts';
import { roleNames } from '../../route/caller.ts';
import { personRoute, type Route } from '../../route/route.ts';
import { exact, Uuid, Words } from '../../route/shapes.ts';
import { recordAdminAction } from '../admin-audit.ts';
import { lockAdmins } from '../lock-admins.ts';
import { requireSame } from '../require-same.ts';
import { followWholeDirectory } from './scim-groups.ts';
import { followMapping, givesRoles } from './signed-in-groups.ts';

interface MappingRow {
  readonly group: string;
  readonly role: string;
  readonly project: string | null;
}

const folder = import.meta.dirname;
const listGroupRoles = query<MappingRow>(folder, 'list-group-roles.sql');
const clearGroupRoles = query<never>(folder, 'clear-group-roles.sql');
const putGroupRoles = query<
  never,
  {
    readonly groups: readonly string[];
    readonly roles: readonly string[];
    readonly projects: readonly (string | null)[];
  }
>(folder, 'put-group-roles.sql');
const groupsAtSignIn = query<{
  readonly issuer: string;
  readonly claim: string;
  readonly scope: string | null;
}>(folder, 'groups-at-sign-in.sql');

const Mapping = exact({
  group: Words,
  role: Type.Enum([...roleNames]),
  project: Type.Union([Uuid, Type.Null()]),
});

const mostMappings = 1000;

export function groupRoleRoutes({ database }: { readonly database: Database }): readonly Route[] {
  return [
    personRoute(
      { role: 'admin', scope: 'organisation' },
      {
        method: 'GET',
        path: '/v1/group-roles',
        summary:
          'Which groups give which roles. `signIn` says where the identity provider names the groups, and whether the operator lets it give roles (`permesso serve trust-issuer`).',
        replies: {
          200: Type.Object({
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
      },
      async ({ caller }) => ({
        status: 200,
        json: await database.asOrganisation(caller.organisation, async (on) => {
          const named = await first(groupsAtSignIn(on));
          const trusted = named !== undefined && (await givesRoles(on, named.issuer));
          const signIn = named === undefined ? null : { ...named, trusted };
          return { mappings: await listGroupRoles(on), signIn };
        }),
      }),
    ),
    personRoute(
      { role: 'admin', scope: 'organisation' },
      {
        method: 'PUT',
        path: '/v1/group-roles',
        summary:
          'Says which groups give which roles: exactly these. Roles that a group gave and gives no more end at once.',
        body: exact({
          mappings: Type.Array(Mapping, { maxItems: mostMappings }),
          /** What they were when somebody looked: 409 where another admin has changed them since. */
          before: Type.Optional(Type.Array(Mapping, { maxItems: mostMappings })),
        }),
        mostBytes: 512 * 1024,
        replies: { 204: 'none' },
      },
      async ({ caller, body: { mappings, before: seen } }) => {
        await database.asOrganisation(caller.organisation, async (on) => {
          // First of all, as everywhere: what is locked in one order cannot wait for itself.
          await lockAdmins(on);
          const before = await listGroupRoles(on);
          if (seen !== undefined) requireSame(seen, before);
          await clearGroupRoles(on);
          await putGroupRoles(on, {
            groups: mappings.map(({ group }) => group),
            roles: mappings.map(({ role }) => role),
            projects: mappings.map(({ project }) => project),
          });
          const after = await listGroupRoles(on);
          const detail = { added: missingIn(before, after), removed: missingIn(after, before) };
          await recordAdminAction(on, { by: caller, act: 'group-roles.put', subject: 'group-roles', detail });
          await followMapping(on, { by: caller, lastAdmin: 'refuse' });
          await followWholeDirectory(on, { by: caller, lastAdmin: 'refuse' });
        });
        return { status: 204 };
      },
    ),
  ];
}

function missingIn(rows: readonly MappingRow[], others: readonly MappingRow[]): readonly MappingRow[] {
  const known = new Set(rows.map((row) => JSON.stringify(row)));
  return others.filter((row) => !known.has(JSON.stringify(row)));
}
