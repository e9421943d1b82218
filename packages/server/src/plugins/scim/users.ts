import { only, queries, type Connection, type Query } from '../../database/query.ts';
import {
  recordAdminAction,
  disablePerson,
  enablePerson,
  requireOperatorsDirectory,
  lockAddress,
  holdAdmins,
  lockAdmins,
  personNamed,
} from '../../identity/index.ts';
import type { Role, ScimCaller } from '../../route/caller.ts';
import { Problem, existing } from '../../route/problem.ts';
import type { ScimPage } from './resource-routes.ts';
import { scimRefusal } from './scim-reply.ts';
import type { UserDraft } from './user-draft.ts';

export interface UserRow extends UserDraft {
  readonly id: string;
  readonly disabledBy: 'hand' | 'scim' | null;
  /** Created by the operator, who alone may change their address. */
  readonly isOperatorMade: boolean;
  readonly createdAt: Date;
  readonly changedAt: Date;
  readonly groups: readonly { readonly value: string; readonly display: string }[];
}

export interface UserFilter {
  readonly id: string | null;
  readonly userName: string | null;
  readonly externalId: string | null;
  readonly displayName: string | null;
  readonly email: string | null;
  readonly active: boolean | null;
}

const anyUser = { userName: null, externalId: null, displayName: null, email: null, active: null };

/** All fields except `active`. */
type KeptFields = Omit<UserDraft, 'active'>;
type UserFields = KeptFields & { readonly isOperators: boolean };

const sql = queries(import.meta.dirname);
/** Planned on each use: most filters are null. */
export const listUsers: Query<UserRow, UserFilter & ScimPage> = sql('list-users.sql', {
  isPlannedEachTime: true,
});
const userConflicts = sql<
  { id: string; isRemoved: boolean },
  { person: string | null; userName: string; email: string | null }
>('user-conflicts.sql');
const addUserRow = sql<{ id: string }, UserFields>('add-user.sql');
const saveUserRow = sql<never, UserFields & { person: string }>('save-user.sql');
const returnUser = sql<never, { person: string; isOperators: boolean }>('return-user.sql');
const rolesOfUser = sql<{ role: Role }, { person: string }>('roles-of-user.sql');
const removeUserRow = sql<never, { person: string }>('remove-user.sql');

export async function userNamed(on: Connection, id: string): Promise<UserRow> {
  return await existing(listUsers(on, { ...anyUser, id, count: 1, skip: 0 }), 'user');
}

/** For a change: locks this user and the list of admins until the transaction ends. */
export async function lockedUser(on: Connection, id: string): Promise<UserRow> {
  await lockAdmins(on);
  await personNamed(on, id);
  return await userNamed(on, id);
}

/** A person whom the directory removed comes back as the same person, without their earlier rights. */
export async function addUser(on: Connection, draft: UserDraft, by: ScimCaller): Promise<UserRow> {
  const { userName, email } = draft;
  // A new person cannot be the last admin, and directories send thousands.
  const isNew = draft.active && (await userConflicts(on, { person: null, userName, email })).length === 0;
  await (isNew ? holdAdmins(on) : lockAdmins(on));
  const removed = await personFree(on, draft, null);
  const { isOperators } = by;
  let person: string;
  if (removed === undefined) {
    person = (await only(addUserRow(on, { ...keptOf(draft), isOperators }))).id;
    await recordAdminAction(on, { by, act: 'person.add', subject: person, detail: { source: 'scim' } });
  } else {
    person = removed;
    await personNamed(on, person);
    await returnUser(on, { person, isOperators });
    await saveUserRow(on, { person, ...keptOf(draft), isOperators });
    await recordAdminAction(on, { by, act: 'person.return', subject: person, detail: { source: 'scim' } });
  }
  await setActive(on, await userNamed(on, person), { active: draft.active, by });
  return await userNamed(on, person);
}

export async function saveUser(
  on: Connection,
  before: UserRow,
  { draft: sent, by }: { readonly draft: UserDraft; readonly by: ScimCaller },
): Promise<UserRow> {
  // A directory that omits the address does not remove an existing one.
  const draft = before.isOperatorMade && sent.email === null ? { ...sent, email: before.email } : sent;
  const fields = (Object.keys(keptOf(draft)) as (keyof KeptFields)[]).filter(
    (name) => draft[name] !== before[name],
  );
  if (fields.includes('email') && before.isOperatorMade)
    throw scimRefusal(
      'mutability',
      'the operator of the server made this person, and says which address is theirs',
    );
  if (fields.length > 0) {
    if ((await personFree(on, draft, before.id)) !== undefined)
      throw scimRefusal('uniqueness', 'a removed person has this userName or address');
    await saveUserRow(on, { person: before.id, ...keptOf(draft), isOperators: by.isOperators });
    // The new values are personal, and can be looked up; only the fact of the change is recorded.
    const detail = { source: 'scim', fields };
    await recordAdminAction(on, { by, act: 'person.change', subject: before.id, detail });
  }
  await setActive(on, before, { active: draft.active, by });
  return await userNamed(on, before.id);
}

/** The row stays because others refer to it; for the directory the person no longer exists. */
export async function removeUser(on: Connection, { id }: UserRow, by: ScimCaller): Promise<void> {
  requireOperatorsDirectory(by, await rolesOfUser(on, { person: id }));
  await withAnAdmin(on, async () => {
    await disablePerson(on, { person: id, by: 'scim' });
    await removeUserRow(on, { person: id });
  });
  await recordAdminAction(on, { by, act: 'person.remove', subject: id, detail: { source: 'scim' } });
}

async function setActive(
  on: Connection,
  before: UserRow,
  { active, by }: { readonly active: boolean; readonly by: ScimCaller },
): Promise<void> {
  const detail = { source: 'scim' };
  if (before.active && !active) {
    await withAnAdmin(on, () => disablePerson(on, { person: before.id, by: 'scim' }));
    await recordAdminAction(on, { by, act: 'person.disable', subject: before.id, detail });
  }
  // A person disabled by an admin is enabled only by an admin: directories send `active: true` with every other
  // change.
  if (!before.active && active && before.disabledBy === 'scim') {
    await enablePerson(on, { person: before.id });
    await recordAdminAction(on, { by, act: 'person.enable', subject: before.id, detail });
  }
}

/** Refused if the organisation would be left without an admin: the directory reports that to its own admin. */
async function withAnAdmin(on: Connection, change: () => Promise<unknown>): Promise<void> {
  const before = await lockAdmins(on);
  await change();
  if (before.length > 0 && (await lockAdmins(on)).length === 0)
    throw new Problem(
      409,
      'the organisation needs at least one admin. Fix: make someone else an admin first',
    );
}

function keptOf({ userName, externalId, displayName, givenName, familyName, email }: UserDraft): KeptFields {
  return { userName, externalId, displayName, givenName, familyName, email };
}

/** A person whom the directory removed and who had this name; refused if somebody else has it. */
async function personFree(
  on: Connection,
  { userName, email }: UserDraft,
  person: string | null,
): Promise<string | undefined> {
  // Always in one order: two requests that swap names must not deadlock.
  const names = [...new Set([userName, email ?? userName].map((name) => name.toLowerCase()))].toSorted();
  for (const address of names) await lockAddress(on, { address });
  const same = await userConflicts(on, { person, userName, email });
  if (same.length > 1 || same[0]?.isRemoved === false)
    throw scimRefusal('uniqueness', 'this userName or address is already taken');
  return same[0]?.id;
}
