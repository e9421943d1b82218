import { queries, type Connection } from '../database/query.ts';
import type { HeldRole } from '../route/caller.ts';
import { Problem } from '../route/problem.ts';
import { recordAdminAction } from './admin-audit.ts';
import { lockAdmins } from './lock-admins.ts';
import { personNamed } from './person-named.ts';
import { changedRows } from './require-same.ts';
import { countedPeople } from './second-person/another-person.ts';
import type { SecondPersonAct } from '../route/second-person-act.ts';

const sql = queries(import.meta.dirname);
const takeRoles = sql<never, { person: string }>('take-roles.sql');
const giveRole = sql<never, { person: string; role: string; project: string | null }>('give-role.sql');

const missingProjects = sql<{ id: string }, { ids: readonly string[] }>('missing-projects.sql');

/** Refuses roles in nonexistent projects before a second person is asked about them. */
export async function requireProjects(on: Connection, roles: readonly HeldRole[]): Promise<void> {
  const ids = roles.flatMap(({ project }) => (project === null ? [] : [project]));
  if ((await missingProjects(on, { ids })).length > 0) throw new Problem(404, 'no such project');
}

export const rolesByHand = sql<HeldRole, { person: string }>('roles-by-hand.sql');

export interface RolesDetail {
  readonly roles: readonly HeldRole[];
  /** The roles at the time of the request. */
  readonly before: readonly HeldRole[];
}

/** The roles with voting, review or confirmation rights that the change would remove. */
export function rolesTaken({ roles, before }: RolesDetail): readonly HeldRole[] {
  return before.filter(
    ({ role, project }) =>
      role !== 'viewer' && !roles.some((held) => held.role === role && held.project === project),
  );
}

/** Throws if an unvouched person would get more than a viewer's role. */
export async function requireVouched(on: Connection, person: string): Promise<void> {
  if (!(await countedPeople(on, [person])).has(person))
    throw new Problem(
      409,
      'nobody vouches for this person but an identity provider that the operator of the server does not trust about ' +
        'their address, so they can only be a viewer. Fix: the operator runs permesso serve trust-issuer',
      { code: 'another-person' },
    );
}

/** Gives a person exactly these roles. Removing somebody else's roles takes two people. */
export const setRolesAct: SecondPersonAct = {
  name: 'person.roles',
  confirmers: ['author', 'admin'],
  perform: async (on, { by, subject: person, detail, asked }) => {
    const wanted = detail as unknown as RolesDetail;
    await lockAdmins(on);
    await personNamed(on, person);
    const before = await rolesByHand(on, { person });
    const roles = changedRows({ before: wanted.before, after: wanted.roles }, before);
    const isGiven = roles.some(
      ({ role, project }) =>
        role !== 'viewer' && !before.some((held) => held.role === role && held.project === project),
    );
    if (isGiven) await requireVouched(on, person);
    await takeRoles(on, { person });
    for (const { role, project } of roles) await giveRole(on, { person, role, project });
    if ((await lockAdmins(on)).length === 0)
      throw new Problem(409, 'the organisation needs at least one admin');
    await recordAdminAction(on, { by, act: 'person.roles', subject: person, detail: { roles, ...asked } });
    return {};
  },
};
