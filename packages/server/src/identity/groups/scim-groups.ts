import { queries, type Connection } from '../../database/query.ts';
import { followGroups, type FollowGroups, type Membership } from './follow-groups.ts';

const sql = queries(import.meta.dirname);
const scimGroups = sql<Membership, { people: readonly string[] | null }>('scim-groups.sql');
const peopleWithScimRoles = sql<{ person: string }>('people-with-scim-roles.sql');

type How = Pick<FollowGroups, 'by' | 'lastAdmin'>;

/** Runs after the directory has changed the groups of these people. */
export async function followDirectory(on: Connection, people: readonly string[], how: How): Promise<void> {
  if (people.length === 0) return;
  const memberships = await scimGroups(on, { people });
  await followGroups(on, { source: 'scim', people, memberships, ...how });
}

/** Runs after the mapping has changed. */
export async function followWholeDirectory(on: Connection, how: How): Promise<void> {
  const memberships = await scimGroups(on, { people: null });
  const before = await peopleWithScimRoles(on);
  const people = [...new Set([...memberships, ...before].map(({ person }) => person))];
  await followGroups(on, { source: 'scim', people, memberships, ...how });
}
