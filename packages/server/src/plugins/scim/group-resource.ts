import { only, queries } from '../../database/query.ts';
import { groupSteps, readGroup } from './group-draft.ts';
import { groupResource } from './group-shape.ts';
import {
  addGroup,
  changeGroup,
  groupNamed,
  listGroups,
  lockedGroup,
  removeGroup,
  type GroupFilter,
  type GroupRow,
} from './groups.ts';
import { isUuid } from './paging.ts';
import { filterText, readFilter } from './read-filter.ts';
import { readPatch } from './read-patch.ts';
import type { ScimResource } from './resource-routes.ts';

const countGroups = queries(import.meta.dirname)<{ total: number }, GroupFilter>('count-groups.sql');

export const groups: ScimResource<GroupRow> = {
  path: '/scim/v2/Groups',
  name: 'group',
  summaries: {
    list: 'Lists groups.',
    add: 'Adds a group. It gives the roles that `PUT /v1/group-roles` maps for its displayName or externalId.',
    load: 'Returns a group.',
    replace: 'Replaces a group and its members.',
    change: "Updates a group's members or name.",
    remove: 'Removes a group, and with it what it gave.',
  },
  /** About 20,000 members. */
  mostBytes: 2 * 1024 * 1024,
  changeReplies: { 204: 'none' },
  show: groupResource,
  filter: (text) => {
    const asked = readFilter(text, ['id', 'displayname', 'externalid', 'members']);
    const id = filterText(asked, 'id');
    const member = filterText(asked, 'members');
    if ([id, member].some((each) => each !== null && !isUuid(each))) return undefined;
    const displayName = filterText(asked, 'displayname');
    const filter = { id, displayName, externalId: filterText(asked, 'externalid'), member };
    return async (on, page) => ({
      ...(await only(countGroups(on, filter))),
      rows: page.count === 0 ? [] : await listGroups(on, { ...filter, ...page }),
    });
  },
  load: groupNamed,
  lock: lockedGroup,
  add: (body) => {
    const draft = readGroup(body);
    return (on, by) => addGroup(on, draft, by);
  },
  replace: (body) => {
    const { displayName, externalId, members } = readGroup(body);
    const steps = [
      { kind: 'name', displayName },
      { kind: 'external', externalId },
      { kind: 'set', members },
    ] as const;
    return async (on, before, by) => {
      await changeGroup(on, before, { steps, by });
      return await groupNamed(on, before.id);
    };
  },
  change: (body, id) => {
    const steps = groupSteps(readPatch(body), id);
    return async (on, before, by) => {
      await changeGroup(on, before, { steps, by });
      return undefined;
    };
  },
  remove: removeGroup,
};
