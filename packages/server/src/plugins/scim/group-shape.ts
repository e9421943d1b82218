import { versioned, type Resource } from './scim-reply.ts';
import type { GroupRow } from './groups.ts';

export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';

export function groupResource(row: GroupRow, base: string): Resource & Readonly<Record<string, unknown>> {
  const { id, displayName, externalId, members } = row;
  return versioned({
    schemas: [groupSchema],
    id,
    ...(externalId === null ? {} : { externalId }),
    displayName,
    members: members.map(({ value, display }) => ({
      value,
      ...(display === null ? {} : { display }),
      $ref: `${base}/Users/${value}`,
      type: 'User',
    })),
    meta: {
      resourceType: 'Group',
      created: row.createdAt.toISOString(),
      lastModified: row.changedAt.toISOString(),
      location: `${base}/Groups/${id}`,
    },
  });
}
