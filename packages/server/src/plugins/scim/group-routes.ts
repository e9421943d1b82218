import { Type } from 'typebox';
import type { Database } from '../../database/database.ts';
import { only, query } from '../../database/query.ts';
import { scimRoute, type Route } from '../../route/route.ts';
import { groupSteps, readGroup } from './group-draft.ts';
import { groupResource } from './group-shape.ts';
import { addGroup, changeGroup, groupNamed, lockedGroup, removeGroup, type GroupRow } from './groups.ts';
import { checkId, chosen, isUuid, listResponse, ListQuery, OneQuery, pageOf } from './paging.ts';
import { readFilter } from './read-filter.ts';
import { readPatch } from './read-patch.ts';
import { checkVersion, isUnchanged, resourceReply, scimReply } from './scim-reply.ts';

interface GroupFilter {
  readonly id: string | null;
  readonly displayName: string | null;
  readonly externalId: string | null;
  readonly member: string | null;
}

const folder = import.meta.dirname;
const countGroups = query<
  { readonly total: number },
  {
    readonly id: string | null;
    readonly displayName: string | null;
    readonly externalId: string | null;
    readonly member: string | null;
  }
>(folder, 'count-groups.sql');
const listGroups = query<
  GroupRow,
  {
    readonly id: string | null;
    readonly displayName: string | null;
    readonly externalId: string | null;
    readonly member: string | null;
    readonly count: number;
    readonly skip: number;
  }
>(folder, 'list-groups.sql');

const params = Type.Object({ group: Type.String({ maxLength: 100 }) });
const body = Type.Record(Type.String(), Type.Unknown());
const replies = { 200: Type.Object({}) };
/** Some 20,000 members. */
const mostBytes = 2 * 1024 * 1024;

export function groupRoutes({
  database,
  base,
}: {
  readonly database: Database;
  readonly base: string;
}): readonly Route[] {
  return [
    scimRoute(
      {
        method: 'GET',
        path: '/scim/v2/Groups',
        summary: 'Lists groups.',
        query: ListQuery,
        replies,
      },
      async ({ caller, query: asked }) => {
        const { skip, count } = pageOf(asked);
        const filter = groupFilter(asked.filter);
        const { total, rows } = await database.asOrganisation(caller.organisation, async (on) => {
          if (filter === undefined) return { total: 0, rows: [] };
          const counted = await only(countGroups(on, { ...filter }));
          return { ...counted, rows: count === 0 ? [] : await listGroups(on, { ...filter, count, skip }) };
        });
        const shown = rows.map((row) => chosen(groupResource(row, base), asked));
        return scimReply(listResponse(shown, { total, skip }));
      },
    ),
    scimRoute(
      {
        method: 'POST',
        path: '/scim/v2/Groups',
        summary:
          'Adds a group. It gives the roles that `PUT /v1/group-roles` maps for its displayName or externalId.',
        query: OneQuery,
        body,
        mostBytes,
        replies: { 201: Type.Object({}) },
      },
      async ({ caller, query: asked, body: given }) => {
        const draft = readGroup(given);
        const row = await database.asOrganisation(caller.organisation, (on) => addGroup(on, draft, caller));
        const resource = groupResource(row, base);
        return resourceReply(resource, chosen(resource, asked), 201);
      },
    ),
    scimRoute(
      {
        method: 'GET',
        path: '/scim/v2/Groups/{group}',
        summary: 'Returns a group.',
        params,
        query: OneQuery,
        replies,
      },
      async ({ caller, params: { group }, query: asked, header }) => {
        const id = checkId(group, 'group');
        const row = await database.asOrganisation(caller.organisation, (on) => groupNamed(on, id));
        const resource = groupResource(row, base);
        if (isUnchanged(resource, header('if-none-match'))) return { status: 304 };
        return resourceReply(resource, chosen(resource, asked));
      },
    ),
    scimRoute(
      {
        method: 'PUT',
        path: '/scim/v2/Groups/{group}',
        summary: 'Replaces a group and its members.',
        params,
        query: OneQuery,
        body,
        mostBytes,
        replies,
      },
      async ({ caller, params: { group }, query: asked, body: given, header }) => {
        const id = checkId(group, 'group');
        const { displayName, externalId, members } = readGroup(given);
        const row = await database.asOrganisation(caller.organisation, async (on) => {
          const before = await lockedGroup(on, id);
          checkVersion(groupResource(before, base), header('if-match'));
          const steps = [
            { kind: 'name', displayName },
            { kind: 'external', externalId },
            { kind: 'set', members },
          ] as const;
          await changeGroup(on, before, { steps, by: caller });
          return await groupNamed(on, id);
        });
        const resource = groupResource(row, base);
        return resourceReply(resource, chosen(resource, asked));
      },
    ),
    scimRoute(
      {
        method: 'PATCH',
        path: '/scim/v2/Groups/{group}',
        summary: "Updates a group's members or name.",
        params,
        query: OneQuery,
        body,
        mostBytes,
        replies: { 204: 'none' },
      },
      async ({ caller, params: { group }, body: given, header }) => {
        const id = checkId(group, 'group');
        const steps = groupSteps(readPatch(given), id);
        await database.asOrganisation(caller.organisation, async (on) => {
          const before = await lockedGroup(on, id);
          checkVersion(groupResource(before, base), header('if-match'));
          await changeGroup(on, before, { steps, by: caller });
        });
        return { status: 204 };
      },
    ),
    scimRoute(
      {
        method: 'DELETE',
        path: '/scim/v2/Groups/{group}',
        summary: 'Removes a group, and with it what it gave.',
        params,
        replies: { 204: 'none' },
      },
      async ({ caller, params: { group }, header }) => {
        const id = checkId(group, 'group');
        await database.asOrganisation(caller.organisation, async (on) => {
          const before = await lockedGroup(on, id);
          checkVersion(groupResource(before, base), header('if-match'));
          await removeGroup(on, before, caller);
        });
        return { status: 204 };
      },
    ),
  ];
}

/** Nothing where no group can be meant. */
function groupFilter(text: string | undefined): GroupFilter | undefined {
  const filter =
    text === undefined ? undefined : readFilter(text, ['id', 'displayname', 'externalid', 'members']);
  const textIn = (name: string): string | null => {
    const value = filter?.get(name);
    return value === undefined ? null : String(value);
  };
  const id = textIn('id');
  const member = textIn('members');
  if ([id, member].some((each) => each !== null && !isUuid(each))) return undefined;
  return { id, displayName: textIn('displayname'), externalId: textIn('externalid'), member };
}
