import { organisationRoutes } from './organisation-route.ts';
import { Type, type Static } from 'typebox';
import { only, queries } from '../database/query.ts';
import { projectsWith, roleNames } from '../route/caller.ts';
import { Problem } from '../route/problem.ts';
import { personRoute, type Route } from '../route/route.ts';
import { exact, Time, Uuid } from '../route/shapes.ts';
import { disablePerson, enablePerson } from './disable-person.ts';
import { lockAdmins } from './lock-admins.ts';
import { personNamed } from './person-named.ts';
import { requireProjects, rolesByHand, rolesTaken, setRolesAct } from './person-roles.ts';
import { requireSame } from './require-same.ts';
import { askForAct } from './second-person/pending-acts.ts';
import { outcomeReply, Pending } from './second-person/outcome-reply.ts';
import type { ServerContext } from '../module.ts';

const sql = queries(import.meta.dirname);
const whichPeople = ['all', 'admins', 'no-role', 'disabled'] as const;

const listPeople = sql<
  Static<typeof Person>,
  {
    projects: readonly string[] | null;
    after: string | null;
    find: string | null;
    group: string | null;
    which: string;
  }
>('list-people.sql', { isPlannedEachTime: true });
const countPeople = sql<Static<typeof Counts>, { projects: readonly string[] | null }>('count-people.sql');
const Counts = Type.Record(Type.Enum([...whichPeople]), Type.Integer());
const Held = exact({ role: Type.Enum([...roleNames]), project: Type.Union([Uuid, Type.Null()]) });

const Person = Type.Object({
  id: Uuid,
  issuer: Type.String(),
  email: Type.Union([Type.String(), Type.Null()]),
  name: Type.Union([Type.String(), Type.Null()]),
  kind: Type.Enum(['person', 'service']),
  disabledAt: Type.Union([Time, Type.Null()]),
  /** Granted directly. */
  roles: Type.Array(Held),
  groupRoles: Type.Array(
    exact({
      role: Type.Enum([...roleNames]),
      project: Type.Union([Uuid, Type.Null()]),
      source: Type.Enum(['sign-in', 'scim', 'temporary']),
      group: Type.String(),
    }),
  ),
});

export function peopleRoutes({ database, secret }: ServerContext): readonly Route[] {
  const { readRoute, actRoute } = organisationRoutes(database);
  return [
    personRoute(
      { role: 'viewer', scope: 'self' },
      {
        method: 'GET',
        path: '/v1/me',
        summary: 'Returns your identity and permissions.',
        replies: {
          200: Type.Object({ organisation: Uuid, person: Uuid, email: Type.Any(), roles: Type.Array(Held) }),
        },
      },
      async ({ caller: { organisation, person, email, roles } }) => ({
        status: 200,
        json: { organisation, person, email, roles },
      }),
    ),
    readRoute(
      { role: 'admin', scope: 'listed' },
      {
        path: '/v1/people',
        summary:
          'Lists people with their roles and email addresses, ordered by id, a thousand at a time. Pass `after` for the next page; `find` is part of an address or name. `counts` are of everybody. `roles` are assigned directly, `groupRoles` through groups. A project admin sees the people who have a role in their projects, and only those roles.',
        query: exact({
          after: Type.Optional(Uuid),
          find: Type.Optional(Type.String({ maxLength: 200 })),
          which: Type.Optional(Type.Enum([...whichPeople])),
          group: Type.Optional(Type.String({ maxLength: 500 })),
        }),
        reply: Type.Object({ people: Type.Array(Person), counts: Counts }),
      },
      async (on, { caller, query: { after = null, find = null, which = 'all', group = null } }) => {
        const projects = projectsWith(caller, 'admin');
        return {
          people: await listPeople(on, { projects, after, find, group, which }),
          counts: await only(countPeople(on, { projects })),
        };
      },
    ),
    personRoute(
      { role: 'admin', scope: 'organisation' },
      {
        method: 'PUT',
        path: '/v1/people/{person}/roles',
        summary:
          'Replaces the roles that are assigned to a person directly; roles from groups are unchanged. Removing a role other than viewer from somebody else requires a second person (202); a person who does not count as a person of their own can only be a viewer.',
        params: exact({ person: Uuid }),
        body: exact({
          roles: Type.Array(Held, { maxItems: 100 }),
          /** The roles that the admin saw: 409 if another admin has changed them since. */
          before: Type.Optional(Type.Array(Held, { maxItems: 100 })),
        }),
        replies: { 202: Pending, 204: 'none' },
      },
      async ({ caller, params, body }) => {
        const outcome = await database.asOrganisation(caller.organisation, async (on) => {
          const { person } = params;
          await lockAdmins(on);
          await personNamed(on, person);
          await requireProjects(on, body.roles);
          const before = await rolesByHand(on, { person });
          if (body.before !== undefined) requireSame(body.before, before);
          const detail = { roles: body.roles, before };
          if (person !== caller.person && rolesTaken(detail).length > 0)
            return await askForAct(on, setRolesAct, { caller, subject: person, detail, keys: secret });
          const { organisation } = caller;
          const todo = { by: caller, organisation, subject: person, detail, secret: undefined, asked: {} };
          return { result: await setRolesAct.perform(on, todo) };
        });
        return outcomeReply(outcome, { status: 204 });
      },
    ),
    actRoute(
      { role: 'admin', scope: 'organisation' },
      {
        method: 'POST',
        path: '/v1/people/{person}/disable',
        summary:
          "Permanently revokes a person's sessions, API tokens and enrolment tokens, and suspends their agents until the person is enabled again.",
        params: exact({ person: Uuid }),
        act: 'person.disable',
      },
      async (on, { caller, params }) => {
        if (params.person === caller.person) throw new Problem(409, 'someone else must do this');
        const admins = await lockAdmins(on);
        await personNamed(on, params.person);
        if (admins.every(({ person }) => person === params.person))
          throw new Problem(409, 'the organisation needs at least one admin');
        await disablePerson(on, { person: params.person, by: 'hand' });
        return { subject: params.person };
      },
    ),
    actRoute(
      { role: 'admin', scope: 'organisation' },
      {
        method: 'POST',
        path: '/v1/people/{person}/enable',
        summary:
          "Restores a disabled person's access with their previous roles. Old tokens stay revoked; their agents resume.",
        params: exact({ person: Uuid }),
        act: 'person.enable',
      },
      async (on, { params }) => {
        const { disabledAt, erasedAt } = await personNamed(on, params.person);
        if (erasedAt !== null) throw new Problem(409, 'this person was erased');
        if (disabledAt === null) throw new Problem(409, 'this person is not disabled');
        await enablePerson(on, { person: params.person });
        return { subject: params.person };
      },
    ),
  ];
}
