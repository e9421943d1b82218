import { versioned, type Resource } from './scim-reply.ts';
import type { UserRow } from './users.ts';

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';

/** A person in SCIM's format, without unassigned attributes. */
export function userResource(row: UserRow, base: string): Resource & Readonly<Record<string, unknown>> {
  const { id, userName, externalId, displayName, givenName, familyName, email, active, groups } = row;
  const name = {
    ...(displayName === null ? {} : { formatted: displayName }),
    ...(givenName === null ? {} : { givenName }),
    ...(familyName === null ? {} : { familyName }),
  };
  return versioned({
    schemas: [userSchema],
    id,
    ...(externalId === null ? {} : { externalId }),
    userName,
    ...(Object.keys(name).length === 0 ? {} : { name }),
    ...(displayName === null ? {} : { displayName }),
    ...(email === null ? {} : { emails: [{ value: email, type: 'work', primary: true }] }),
    active,
    groups: groups.map((group) => ({ ...group, $ref: `${base}/Groups/${group.value}`, type: 'direct' })),
    meta: {
      resourceType: 'User',
      created: row.createdAt.toISOString(),
      lastModified: row.changedAt.toISOString(),
      location: `${base}/Users/${id}`,
    },
  });
}
