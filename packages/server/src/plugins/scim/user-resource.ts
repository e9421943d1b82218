import { Type } from 'typebox';
import { only, queries } from '../../database/query.ts';
import { isUuid } from './paging.ts';
import { filterText, readFilter } from './read-filter.ts';
import { readPatch } from './read-patch.ts';
import type { ScimResource } from './resource-routes.ts';
import { patchUser, readUser } from './user-draft.ts';
import { userResource } from './user-shape.ts';
import {
  addUser,
  listUsers,
  lockedUser,
  removeUser,
  saveUser,
  userNamed,
  type UserFilter,
  type UserRow,
} from './users.ts';

const countUsers = queries(import.meta.dirname)<{ total: number }, UserFilter>('count-users.sql');

export const users: ScimResource<UserRow> = {
  path: '/scim/v2/Users',
  name: 'user',
  summaries: {
    list: 'Lists people.',
    add: 'Creates a person. They sign in through the identity provider and have only the roles their groups grant.',
    load: 'Returns a person.',
    replace: 'Replaces a person. `active: false` disables them and ends every session and token immediately.',
    change: 'Updates a person.',
    remove: 'Disables a person, removes all their roles and revokes their agents. Their record is kept.',
  },
  changeReplies: { 200: Type.Object({}) },
  show: userResource,
  filter: (text) => {
    const known = ['id', 'username', 'externalid', 'displayname', 'emails', 'active'];
    const asked = readFilter(text, known);
    const id = filterText(asked, 'id');
    if (id !== null && !isUuid(id)) return undefined;
    const active = filterText(asked, 'active');
    const filter = {
      id,
      userName: filterText(asked, 'username'),
      externalId: filterText(asked, 'externalid'),
      displayName: filterText(asked, 'displayname'),
      email: filterText(asked, 'emails'),
      active: active === null ? null : active.toLowerCase() === 'true',
    };
    return async (on, page) => ({
      ...(await only(countUsers(on, filter))),
      rows: page.count === 0 ? [] : await listUsers(on, { ...filter, ...page }),
    });
  },
  load: userNamed,
  lock: lockedUser,
  add: (body) => {
    const draft = readUser(body, { active: true });
    return (on, by) => addUser(on, draft, by);
  },
  replace: (body) => async (on, before, by) =>
    await saveUser(on, before, { draft: readUser(body, before), by }),
  change: (body, id) => {
    const steps = readPatch(body);
    return async (on, before, by) => await saveUser(on, before, { draft: patchUser(before, steps, id), by });
  },
  remove: removeUser,
};
