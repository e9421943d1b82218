import { first, queries, type Connection } from '../../database/query.ts';
import type { AdminAction } from '../admin-audit.ts';
import { followGroups, type FollowGroups, type Membership } from './follow-groups.ts';

const sql = queries(import.meta.dirname);
const trustsIssuer = sql<{ issuer: string }, { issuer: string }>('trusts-issuer.sql');
const signedInGroups = sql<Membership>('signed-in-groups.sql');
const signedInByIssuer = sql<{ person: string }, { issuer: string }>('signed-in-by-issuer.sql');

/** Whether the operator trusts this issuer for any domain: only then do its groups give roles. */
export async function givesRoles(on: Connection, issuer: string): Promise<boolean> {
  return (await first(trustsIssuer(on, { issuer }))) !== undefined;
}

/** The person's groups become those that the identity provider names at this sign-in. */
export async function followSignIn(
  on: Connection,
  { person, groups }: { readonly person: string; readonly groups: readonly string[] },
): Promise<void> {
  const memberships = groups.map((group) => ({ person, group }));
  await followGroups(on, {
    source: 'sign-in',
    people: [person],
    memberships,
    by: 'server',
    lastAdmin: 'keep',
  });
}

/** After the mapping has changed: people keep the groups of their last sign-in, as far as these gave a role. */
export async function followMapping(
  on: Connection,
  { by, lastAdmin }: Pick<FollowGroups, 'by' | 'lastAdmin'>,
): Promise<void> {
  const memberships = await signedInGroups(on);
  const people = [...new Set(memberships.map(({ person }) => person))];
  await followGroups(on, { source: 'sign-in', people, memberships, by, lastAdmin });
}

/** After an issuer has lost all its trust: roles from its groups end. */
export async function endGroupsOf(
  on: Connection,
  {
    issuer,
    by,
    lastAdmin,
  }: { readonly issuer: string; readonly by: AdminAction['by'] } & Pick<FollowGroups, 'lastAdmin'>,
): Promise<void> {
  const people = (await signedInByIssuer(on, { issuer })).map(({ person }) => person);
  await followGroups(on, { source: 'sign-in', people, memberships: [], by, lastAdmin });
}
