import { first, only, queries, type Connection, type Query } from '../../database/query.ts';
import { recordAdminAction, followDirectory, lockAdmins } from '../../identity/index.ts';
import type { ScimCaller } from '../../route/caller.ts';
import { existing } from '../../route/problem.ts';
import type { GroupDraft, GroupStep } from './group-draft.ts';
import { isUuid } from './paging.ts';
import type { ScimPage } from './resource-routes.ts';
import { scimRefusal } from './scim-reply.ts';

export interface GroupRow {
  readonly id: string;
  readonly displayName: string;
  readonly externalId: string | null;
  readonly createdAt: Date;
  readonly changedAt: Date;
  readonly members: readonly { readonly value: string; readonly display: string | null }[];
}

export interface GroupFilter {
  readonly id: string | null;
  readonly displayName: string | null;
  readonly externalId: string | null;
  readonly member: string | null;
}

const anyGroup = { displayName: null, externalId: null, member: null };

interface GroupNames {
  readonly displayName: string;
  readonly externalId: string | null;
}

interface GroupMember {
  readonly person: string;
}

interface GroupPeople {
  readonly group: string;
  readonly people: readonly string[];
}

const sql = queries(import.meta.dirname);
/** Planned on each use: most filters are null. */
export const listGroups: Query<GroupRow, GroupFilter & ScimPage> = sql('list-groups.sql', {
  isPlannedEachTime: true,
});
const lockGroup = sql<{ id: string }, { group: string }>('lock-group.sql');
const sameName = sql<{ id: string }, { displayName: string; group: string | null }>('same-name.sql');
const addGroupRow = sql<{ id: string }, GroupNames>('add-group.sql');
const saveGroupRow = sql<never, GroupNames & { group: string }>('save-group.sql');
const removeGroupRow = sql<never, { group: string }>('remove-group.sql');
const addMembers = sql<GroupMember, GroupPeople>('add-members.sql');
const removeMembers = sql<GroupMember, GroupPeople>('remove-members.sql');
const knownPeople = sql<{ id: string }, { people: readonly string[] }>('known-people.sql');
const membersOf = sql<GroupMember, { group: string }>('members-of.sql');

export async function groupNamed(on: Connection, id: string): Promise<GroupRow> {
  return await existing(listGroups(on, { ...anyGroup, id, count: 1, skip: 0 }), 'group');
}

/** For a change: locks this group and the list of admins until the transaction ends. */
export async function lockedGroup(on: Connection, id: string): Promise<GroupRow> {
  await lockAdmins(on);
  await lockGroup(on, { group: id });
  return await groupNamed(on, id);
}

export async function addGroup(on: Connection, draft: GroupDraft, by: ScimCaller): Promise<GroupRow> {
  await lockAdmins(on);
  await nameFree(on, draft.displayName, null);
  const { displayName, externalId } = draft;
  const { id } = await only(addGroupRow(on, { displayName, externalId }));
  await recordAdminAction(on, { by, act: 'group.add', subject: id, detail: { displayName } });
  await changeGroup(on, await groupNamed(on, id), { steps: [{ kind: 'set', members: draft.members }], by });
  return await groupNamed(on, id);
}

export interface GroupChange {
  readonly steps: readonly GroupStep[];
  readonly by: ScimCaller;
}

/** Updates roles at once: of members who joined or left, and of all members if the name changed. */
export async function changeGroup(
  on: Connection,
  before: GroupRow,
  { steps, by }: GroupChange,
): Promise<void> {
  const { id: group } = before;
  let named: GroupNames = before;
  const added = new Set<string>();
  const removed = new Set<string>();
  for (const step of steps) {
    if (step.kind === 'name') named = { ...named, displayName: step.displayName };
    else if (step.kind === 'external') named = { ...named, externalId: step.externalId };
    else await changeMembers(on, { group, step, added, removed });
  }
  const isRenamed = named.displayName !== before.displayName || named.externalId !== before.externalId;
  if (isRenamed) await nameFree(on, named.displayName, group);
  if (!isRenamed && added.size === 0 && removed.size === 0) return;
  const { displayName, externalId } = named;
  await saveGroupRow(on, { group, displayName, externalId });
  const detail = {
    displayName,
    ...(isRenamed ? { before: before.displayName } : {}),
    added: [...added].slice(0, mostNamed),
    removed: [...removed].slice(0, mostNamed),
    counts: { added: added.size, removed: removed.size },
  };
  await recordAdminAction(on, { by, act: 'group.change', subject: group, detail });
  const members = isRenamed ? (await membersOf(on, { group })).map(({ person }) => person) : [];
  const people = [...new Set([...added, ...removed, ...members])];
  await followDirectory(on, people, { by, lastAdmin: 'keep' });
}

/** Each person's own changes are recorded separately; this record is about the group. */
const mostNamed = 200;

interface MemberChange {
  readonly group: string;
  readonly step: Extract<GroupStep, { readonly members: readonly string[] }>;
  readonly added: Set<string>;
  readonly removed: Set<string>;
}

async function changeMembers(on: Connection, { group, step, added, removed }: MemberChange): Promise<void> {
  const named = [...new Set(step.members.map((id) => id.toLowerCase()))];
  const ids = named.filter(isUuid);
  if (step.kind !== 'remove') {
    const known = new Set((await knownPeople(on, { people: ids })).map(({ id }) => id));
    if (named.some((id) => !known.has(id)))
      throw scimRefusal('invalidValue', 'a member is not a user of this organisation');
  }
  const kept = new Set(ids);
  const gone =
    step.kind === 'remove'
      ? ids
      : step.kind === 'set'
        ? (await membersOf(on, { group })).map(({ person }) => person).filter((id) => !kept.has(id))
        : [];
  for (const { person } of gone.length === 0 ? [] : await removeMembers(on, { group, people: gone })) {
    if (!added.delete(person)) removed.add(person);
  }
  if (step.kind === 'remove' || ids.length === 0) return;
  for (const { person } of await addMembers(on, { group, people: ids }))
    if (!removed.delete(person)) added.add(person);
}

export async function removeGroup(on: Connection, group: GroupRow, by: ScimCaller): Promise<void> {
  const people = group.members.map(({ value }) => value);
  await removeGroupRow(on, { group: group.id });
  const detail = { displayName: group.displayName };
  await recordAdminAction(on, { by, act: 'group.remove', subject: group.id, detail });
  await followDirectory(on, people, { by, lastAdmin: 'keep' });
}

async function nameFree(on: Connection, displayName: string, group: string | null): Promise<void> {
  if ((await first(sameName(on, { displayName, group }))) !== undefined)
    throw scimRefusal('uniqueness', 'a group with this displayName already exists');
}
