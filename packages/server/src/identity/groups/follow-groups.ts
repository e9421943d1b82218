import { queries, type Connection } from '../../database/query.ts';
import { Problem } from '../../route/problem.ts';
import type { Role } from '../../route/caller.ts';
import { recordAdminAction, type AdminAction } from '../admin-audit.ts';
import { lockAdmins } from '../lock-admins.ts';

/** The source of a person's groups: the identity provider at sign-in, or the directory through SCIM. */
export type GroupSource = 'sign-in' | 'scim';

export interface Membership {
  readonly person: string;
  readonly group: string;
}

interface GroupRole extends Membership {
  readonly role: Role;
  readonly project: string | null;
}

const sql = queries(import.meta.dirname);
const takeGroupRoles = sql<
  GroupRole,
  { source: GroupSource; people: readonly string[]; members: readonly string[]; groups: readonly string[] }
>('take-group-roles.sql');
const giveGroupRoles = sql<
  GroupRole,
  { source: GroupSource; members: readonly string[]; groups: readonly string[] }
>('give-group-roles.sql');
const keepGroupRole = sql<
  never,
  { source: GroupSource; person: string; role: string; project: string | null; group: string }
>('keep-group-role.sql');

export interface FollowGroups {
  readonly source: GroupSource;
  /** The people whose roles are updated. */
  readonly people: readonly string[];
  /** All group memberships of these people. */
  readonly memberships: readonly Membership[];
  readonly by: AdminAction['by'];
  /**
   * What to do if the organisation would have no admin left. `keep`: the last admins keep the role, which is
   * recorded; there is nobody to tell. `refuse`: nothing changes, and the caller is told.
   */
  readonly lastAdmin: 'keep' | 'refuse';
}

/**
 * Grants the roles of these people's groups, and removes roles from groups that no longer apply. Each change is
 * recorded. The caller holds the lock on admins.
 */
export async function followGroups(
  on: Connection,
  { source, people, memberships, by, lastAdmin }: FollowGroups,
): Promise<void> {
  if (people.length === 0) return;
  const members = memberships.map(({ person }) => person);
  const groups = memberships.map(({ group }) => group);
  const given = await giveGroupRoles(on, { source, members, groups });
  const taken = await takeGroupRoles(on, { source, people, members, groups });
  requireOperatorsDirectory(by, taken);
  const lost = taken.filter(isAdminEverywhere);
  const kept = lost.length === 0 || (await lockAdmins(on)).length > 0 ? [] : lost;
  if (kept.length > 0 && lastAdmin === 'refuse')
    throw new Problem(
      409,
      'the organisation needs at least one admin. Fix: assign someone that role directly',
    );
  for (const role of kept) await keepGroupRole(on, { source, ...role });
  const gone = taken.filter((role) => !kept.includes(role));
  for (const person of new Set([...given, ...taken].map((role) => role.person))) {
    const of = (roles: readonly GroupRole[]): readonly object[] =>
      roles
        .filter((each) => each.person === person)
        .map(({ group, role, project }) => ({ group, role, project }));
    const detail = {
      source,
      given: of(given),
      taken: of(gone),
      ...(kept.length > 0 ? { kept: of(kept) } : {}),
    };
    await recordAdminAction(on, { by, act: 'person.group-roles', subject: person, detail });
  }
}

/** Removing other people's roles takes two people, and a directory with an admin's own token is that admin. */
export function requireOperatorsDirectory(
  by: AdminAction['by'],
  taken: readonly { readonly role: Role }[],
): void {
  const isAlone = typeof by !== 'string' && by.kind === 'scim' && !by.isOperators;
  if (isAlone && taken.some(({ role }) => role !== 'viewer'))
    throw new Problem(
      403,
      "this SCIM token is an admin's own and takes no roles from people who could vote or review. Fix: disable the person " +
        '(`active: false`), or use a token of the operator: permesso serve add-scim-token',
      { code: 'another-person' },
    );
}

function isAdminEverywhere({ role, project }: GroupRole): boolean {
  return role === 'admin' && project === null;
}
