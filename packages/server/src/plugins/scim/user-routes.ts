import { Type } from 'typebox';
import type { Database } from '../../database/database.ts';
import { only, query } from '../../database/query.ts';
import { scimRoute, type Route } from '../../route/route.ts';
import { checkId, chosen, isUuid, listResponse, ListQuery, OneQuery, pageOf } from './paging.ts';
import { readFilter, type Filter } from './read-filter.ts';
import { readPatch } from './read-patch.ts';
import { checkVersion, isUnchanged, resourceReply, scimReply } from './scim-reply.ts';
import { patchUser, readUser } from './user-draft.ts';
import { userResource } from './user-shape.ts';
import { addUser, lockedUser, removeUser, saveUser, userNamed, type UserRow } from './users.ts';

interface UserFilter {
  readonly id: string | null;
  readonly userName: string | null;
  readonly externalId: string | null;
  readonly displayName: string | null;
  readonly email: string | null;
  readonly active: boolean | null;
}

const folder = import.meta.dirname;
const countUsers = query<
  { readonly total: number },
  {
    readonly id: string | null;
    readonly userName: string | null;
    readonly externalId: string | null;
    readonly displayName: string | null;
    readonly email: string | null;
    readonly active: boolean | null;
  }
>(folder, 'count-users.sql');
const listUsers = query<
  UserRow,
  {
    readonly id: string | null;
    readonly userName: string | null;
    readonly externalId: string | null;
    readonly displayName: string | null;
    readonly email: string | null;
    readonly active: boolean | null;
    readonly count: number;
    readonly skip: number;
  }
>(folder, 'list-users.sql');

const params = Type.Object({ user: Type.String({ maxLength: 100 }) });
const body = Type.Record(Type.String(), Type.Unknown());
const replies = { 200: Type.Object({}) };

export function userRoutes({
  database,
  base,
}: {
  readonly database: Database;
  /** `https://permesso.example.com/scim/v2`. */
  readonly base: string;
}): readonly Route[] {
  return [
    scimRoute(
      {
        method: 'GET',
        path: '/scim/v2/Users',
        summary: 'Lists people.',
        query: ListQuery,
        replies,
      },
      async ({ caller, query: asked }) => {
        const { skip, count } = pageOf(asked);
        const filter = userFilter(asked.filter);
        const { total, rows } = await database.asOrganisation(caller.organisation, async (on) => {
          if (filter === undefined) return { total: 0, rows: [] };
          const counted = await only(countUsers(on, { ...filter }));
          return { ...counted, rows: count === 0 ? [] : await listUsers(on, { ...filter, count, skip }) };
        });
        const shown = rows.map((row) => chosen(userResource(row, base), asked));
        return scimReply(listResponse(shown, { total, skip }));
      },
    ),
    scimRoute(
      {
        method: 'POST',
        path: '/scim/v2/Users',
        summary:
          'Creates a person. They sign in through the identity provider and have only the roles their groups grant.',
        query: OneQuery,
        body,
        replies: { 201: Type.Object({}) },
      },
      async ({ caller, query: asked, body: given }) => {
        const draft = readUser(given, { active: true });
        const row = await database.asOrganisation(caller.organisation, (on) => addUser(on, draft, caller));
        const resource = userResource(row, base);
        return resourceReply(resource, chosen(resource, asked), 201);
      },
    ),
    scimRoute(
      {
        method: 'GET',
        path: '/scim/v2/Users/{user}',
        summary: 'Returns a person.',
        params,
        query: OneQuery,
        replies,
      },
      async ({ caller, params: { user }, query: asked, header }) => {
        const id = checkId(user, 'user');
        const row = await database.asOrganisation(caller.organisation, (on) => userNamed(on, id));
        const resource = userResource(row, base);
        if (isUnchanged(resource, header('if-none-match'))) return { status: 304 };
        return resourceReply(resource, chosen(resource, asked));
      },
    ),
    scimRoute(
      {
        method: 'PUT',
        path: '/scim/v2/Users/{user}',
        summary:
          'Replaces a person. `active: false` disables them and ends every session and token immediately.',
        params,
        query: OneQuery,
        body,
        replies,
      },
      async ({ caller, params: { user }, query: asked, body: given, header }) => {
        const id = checkId(user, 'user');
        const row = await database.asOrganisation(caller.organisation, async (on) => {
          const before = await lockedUser(on, id);
          checkVersion(userResource(before, base), header('if-match'));
          return await saveUser(on, before, { draft: readUser(given, before), by: caller });
        });
        const resource = userResource(row, base);
        return resourceReply(resource, chosen(resource, asked));
      },
    ),
    scimRoute(
      {
        method: 'PATCH',
        path: '/scim/v2/Users/{user}',
        summary: 'Updates a person.',
        params,
        query: OneQuery,
        body,
        replies,
      },
      async ({ caller, params: { user }, query: asked, body: given, header }) => {
        const id = checkId(user, 'user');
        const steps = readPatch(given);
        const row = await database.asOrganisation(caller.organisation, async (on) => {
          const before = await lockedUser(on, id);
          checkVersion(userResource(before, base), header('if-match'));
          return await saveUser(on, before, { draft: patchUser(before, steps, id), by: caller });
        });
        const resource = userResource(row, base);
        return resourceReply(resource, chosen(resource, asked));
      },
    ),
    scimRoute(
      {
        method: 'DELETE',
        path: '/scim/v2/Users/{user}',
        summary: 'Disables a person, removes all their roles and revokes their agents. Their record is kept.',
        params,
        replies: { 204: 'none' },
      },
      async ({ caller, params: { user }, header }) => {
        const id = checkId(user, 'user');
        await database.asOrganisation(caller.organisation, async (on) => {
          const before = await lockedUser(on, id);
          checkVersion(userResource(before, base), header('if-match'));
          await removeUser(on, before, caller);
        });
        return { status: 204 };
      },
    ),
  ];
}

/** Nothing where no person can be meant. */
function userFilter(text: string | undefined): UserFilter | undefined {
  const none: Filter = new Map();
  const known = ['id', 'username', 'externalid', 'displayname', 'emails', 'active'];
  const filter = text === undefined ? none : readFilter(text, known);
  const id = textIn(filter, 'id');
  if (id !== null && !isUuid(id)) return undefined;
  const active = filter.get('active') ?? null;
  return {
    id,
    userName: textIn(filter, 'username'),
    externalId: textIn(filter, 'externalid'),
    displayName: textIn(filter, 'displayname'),
    email: textIn(filter, 'emails'),
    active: active === null ? null : String(active).toLowerCase() === 'true',
  };
}

function textIn(filter: Filter, name: string): string | null {
  const value = filter.get(name);
  return value === undefined ? null : String(value);
}
