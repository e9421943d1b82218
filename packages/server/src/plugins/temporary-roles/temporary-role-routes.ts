import { Type } from 'typebox';
import { only, queries } from '../../database/query.ts';
import {
  lockAdmins,
  personNamed,
  recordAdminAction,
  requireProjects,
  requireVouched,
  organisationRoutes,
} from '../../identity/index.ts';
import type { ServerContext } from '../../module.ts';
import { type Role, roleNames } from '../../route/caller.ts';
import { Problem } from '../../route/problem.ts';
import { personRoute, type Route } from '../../route/route.ts';
import { exact, Time, Uuid, wordsUpTo } from '../../route/shapes.ts';

interface GivenRole {
  readonly role: Role;
  readonly project: string | null;
  readonly reason: string;
}

const sql = queries(import.meta.dirname);
const giveRole = sql<{ endsAt: Date }, GivenRole & { person: string; minutes: number }>('give-role.sql');
const listRoles = sql<GivenRole & { person: string }>('list-roles.sql');

/** A week: for longer there are permanent roles. */
const mostMinutes = 7 * 24 * 60;

const given = {
  role: Type.Enum([...roleNames]),
  project: Type.Union([Uuid, Type.Null()]),
  reason: wordsUpTo(200),
};

export function temporaryRoleRoutes({ database }: ServerContext): readonly Route[] {
  const { readRoute } = organisationRoutes(database);
  return [
    personRoute(
      { role: 'admin', scope: 'organisation' },
      {
        method: 'POST',
        path: '/v1/people/{person}/temporary-roles',
        summary:
          'Gives a person a role for some minutes, a week at most, with a reason. It then expires; given again with the same reason, it has a new end.',
        params: exact({ person: Uuid }),
        body: exact({ ...given, minutes: Type.Integer({ minimum: 1, maximum: mostMinutes }) }),
        replies: { 201: Type.Object({ endsAt: Time }) },
      },
      async ({ caller, params: { person }, body }) => {
        const made = await database.asOrganisation(caller.organisation, async (on) => {
          await lockAdmins(on);
          const { disabledAt } = await personNamed(on, person);
          if (disabledAt !== null) throw new Problem(409, 'this person is disabled');
          await requireProjects(on, [body]);
          if (body.role !== 'viewer') await requireVouched(on, person);
          const row = await only(giveRole(on, { person, ...body }));
          const detail = { ...body, endsAt: row.endsAt };
          await recordAdminAction(on, { by: caller, act: 'person.role-given', subject: person, detail });
          return row;
        });
        return { status: 201, json: made };
      },
    ),
    readRoute(
      { role: 'admin', scope: 'organisation' },
      {
        path: '/v1/temporary-roles',
        summary:
          'Lists the roles that people have for some time, with their reasons; the next one to end first.',
        reply: Type.Object({ roles: Type.Array(Type.Object({ ...given, person: Uuid, endsAt: Time })) }),
      },
      async (on) => ({ roles: await listRoles(on) }),
    ),
  ];
}
