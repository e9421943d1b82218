import { attributesOf, isObject, type Json, type PatchStep } from './read-patch.ts';
import type { Filter } from './read-filter.ts';
import { scimRefusal } from './scim-reply.ts';
import { scimText } from './user-draft.ts';

export interface GroupDraft {
  readonly displayName: string;
  readonly externalId: string | null;
  readonly members: readonly string[];
}

/** A PATCH's steps on a group, in order: members are changed in place, not read and written back. */
export type GroupStep =
  | { readonly kind: 'name'; readonly displayName: string }
  | { readonly kind: 'external'; readonly externalId: string | null }
  | { readonly kind: 'add' | 'remove' | 'set'; readonly members: readonly string[] };

export function readGroup(body: Json): GroupDraft {
  const given = attributesOf(body);
  return {
    displayName: requiredName(given.get('displayname')),
    externalId: scimText('externalId', given.get('externalid')),
    members: membersOf(given.get('members')),
  };
}

export function groupSteps(steps: readonly PatchStep[], id: string): readonly GroupStep[] {
  return together(steps.flatMap((step) => stepOf(step, id)));
}

/** Okta and Entra ID send one operation per member. */
function together(steps: readonly GroupStep[]): readonly GroupStep[] {
  const joined: GroupStep[] = [];
  for (const step of steps) {
    const last = joined.at(-1);
    if (
      last !== undefined &&
      'members' in last &&
      'members' in step &&
      last.kind === step.kind &&
      step.kind !== 'set'
    )
      joined[joined.length - 1] = { kind: step.kind, members: [...last.members, ...step.members] };
    else joined.push(step);
  }
  return joined;
}

function stepOf({ op, path, value }: PatchStep, id: string): readonly GroupStep[] {
  const { attribute, filter, sub } = path;
  if (attribute === 'displayname')
    return [{ kind: 'name', displayName: requiredName(op === 'remove' ? null : value) }];
  if (attribute === 'externalid')
    return [{ kind: 'external', externalId: op === 'remove' ? null : scimText('externalId', value) }];
  if (attribute === 'schemas' || (attribute === 'id' && value === id)) return [];
  if (attribute === 'id' || attribute === 'meta')
    throw scimRefusal('mutability', `${attribute} cannot be changed`);
  if (attribute !== 'members' || sub !== undefined)
    throw scimRefusal('invalidPath', 'a group has no such attribute');
  return [filter === undefined ? memberStep(op, value) : oneMember(op, filter)];
}

function oneMember(op: PatchStep['op'], filter: Filter): GroupStep {
  const member = filter.get('value');
  if (op !== 'remove' || filter.size !== 1 || typeof member !== 'string')
    throw scimRefusal('invalidPath', 'a filter of members can only be members[value eq "id"], to remove one');
  return { kind: 'remove', members: [member] };
}

function memberStep(op: PatchStep['op'], value: unknown): GroupStep {
  if (op !== 'remove') return { kind: op === 'add' ? 'add' : 'set', members: membersOf(value) };
  // Entra ID lists the members to remove in the value; without one, all are removed.
  return value === undefined ? { kind: 'set', members: [] } : { kind: 'remove', members: membersOf(value) };
}

function requiredName(value: unknown): string {
  const name = scimText('displayName', value);
  if (name === null) throw scimRefusal('invalidValue', 'displayName is required');
  return name;
}

function membersOf(value: unknown): readonly string[] {
  if (value === undefined || value === null) return [];
  const listed: readonly unknown[] = Array.isArray(value) ? value : [value];
  return listed.map((each) => {
    const given = isObject(each) ? attributesOf(each) : new Map<string, unknown>();
    const id = given.get('value');
    const type = given.get('type') ?? 'User';
    if (typeof type !== 'string' || type.toLowerCase() !== 'user')
      throw scimRefusal('invalidValue', 'members are users: groups in groups are not supported');
    if (typeof id !== 'string')
      throw scimRefusal('invalidValue', 'a member has the id of a user as its value');
    return id;
  });
}
