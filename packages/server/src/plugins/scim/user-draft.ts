import { isReadable } from '../../route/shapes.ts';
import { attributesOf, isObject, type AttributePath, type Json, type PatchStep } from './read-patch.ts';
import { scimRefusal } from './scim-reply.ts';

export interface UserDraft {
  readonly userName: string;
  readonly externalId: string | null;
  readonly displayName: string | null;
  readonly givenName: string | null;
  readonly familyName: string | null;
  readonly email: string | null;
  readonly active: boolean;
}

/**
 * A whole user, as in POST and PUT. Absent attributes are unassigned, except `active`, which omission never changes.
 */
export function readUser(body: Json, { active }: { readonly active: boolean }): UserDraft {
  const given = attributesOf(body);
  const name = given.get('name');
  const names = isObject(name) ? attributesOf(name) : new Map<string, unknown>();
  const userName = scimText('userName', given.get('username'));
  if (userName === null) throw scimRefusal('invalidValue', 'userName is required');
  const givenName = scimText('name.givenName', names.get('givenname'));
  const familyName = scimText('name.familyName', names.get('familyname'));
  const formatted = scimText('name.formatted', names.get('formatted'));
  const whole = [givenName, familyName].filter((part) => part !== null).join(' ');
  return {
    userName,
    externalId: scimText('externalId', given.get('externalid')),
    displayName:
      scimText('displayName', given.get('displayname')) ?? formatted ?? (whole === '' ? null : whole),
    givenName,
    familyName,
    email: emailOf(given.get('emails')) ?? addressIn(userName),
    active: given.has('active') ? booleanOf(given.get('active')) : active,
  };
}

export function patchUser(draft: UserDraft, steps: readonly PatchStep[], id: string): UserDraft {
  return steps.reduce((before, step) => ({ ...before, ...changeOf(before, step, id) }), draft);
}

function changeOf(draft: UserDraft, { op, path, value }: PatchStep, id: string): Partial<UserDraft> {
  const { attribute, sub } = path;
  if (attribute === undefined) return {};
  const given = op === 'remove' ? null : value;
  switch (attribute) {
    case 'username':
      return { userName: scimText('userName', given) ?? required('userName') };
    case 'externalid':
      return { externalId: scimText('externalId', given) };
    case 'displayname':
      return { displayName: scimText('displayName', given) };
    case 'active':
      return { active: op === 'remove' ? required('active') : booleanOf(given) };
    case 'name':
      return sub === undefined ? nameParts(given) : namePart(sub, given);
    case 'emails':
      return { email: patchedEmail(draft, path, given) };
    default:
      return readOnly(attribute, value, id);
  }
}

/** Directories send it back unchanged. */
function readOnly(attribute: string, value: unknown, id: string): Partial<UserDraft> {
  if (attribute === 'schemas' || (attribute === 'id' && value === id)) return {};
  if (['id', 'meta', 'groups'].includes(attribute))
    throw scimRefusal('mutability', `${attribute} cannot be changed`);
  throw scimRefusal('invalidPath', 'a user has no such attribute');
}

function nameParts(value: unknown): Partial<UserDraft> {
  if (value === null) return { givenName: null, familyName: null };
  if (!isObject(value)) throw scimRefusal('invalidValue', 'name is an object');
  return Object.entries(value).reduce(
    (all, [sub, each]) => ({ ...all, ...namePart(sub.toLowerCase(), each) }),
    {},
  );
}

function namePart(sub: string, value: unknown): Partial<UserDraft> {
  if (sub === 'givenname') return { givenName: scimText('name.givenName', value) };
  if (sub === 'familyname') return { familyName: scimText('name.familyName', value) };
  // The whole name becomes displayName; other parts of a name are not stored.
  if (['formatted', 'middlename', 'honorificprefix', 'honorificsuffix'].includes(sub)) return {};
  throw scimRefusal('invalidPath', 'a name has no such part');
}

/** One address is stored, as the primary one of type `work`. */
function patchedEmail({ email }: UserDraft, { filter, sub }: AttributePath, value: unknown): string | null {
  if (filter !== undefined) {
    const isMeant = [...filter].every(
      ([name, wanted]) =>
        (name === 'type' && wanted === 'work') ||
        (name === 'primary' && wanted === true) ||
        (name === 'value' && wanted === email),
    );
    if (!isMeant) throw scimRefusal('noTarget', 'only the address of the kind work is kept');
  }
  if (sub === undefined) return value === null ? null : emailOf(value);
  if (sub === 'value') return addressOf(value);
  if (sub === 'type' || sub === 'primary' || sub === 'display') return email;
  throw scimRefusal('invalidPath', 'an address has no such part');
}

function emailOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const listed = (Array.isArray(value) ? value : [value]).map((each: unknown) =>
    isObject(each) ? attributesOf(each) : new Map<string, unknown>([['value', each]]),
  );
  const chosen =
    listed.find((each) => each.get('primary') === true) ??
    listed.find((each) => each.get('type') === 'work') ??
    listed[0];
  return chosen === undefined ? null : addressOf(chosen.get('value'));
}

const address = /^[^\s@]+@[^\s@]+$/;

function addressOf(value: unknown): string | null {
  const text = scimText('emails', value);
  if (text !== null && !address.test(text)) throw scimRefusal('invalidValue', 'this is not a mail address');
  return text;
}

function addressIn(userName: string): string | null {
  return address.test(userName) ? userName : null;
}

const longest = 300;

/** A person's text attribute; null if unassigned. */
export function scimText(name: string, value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string' || value.length > longest || !isReadable(value) || value.trim() === '')
    throw scimRefusal('invalidValue', `${name} is a text of at most ${longest} readable characters`);
  return value;
}

/** Entra ID sends `"False"`. */
function booleanOf(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string' && /^(?:true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  throw scimRefusal('invalidValue', 'active is true or false');
}

function required(name: string): never {
  throw scimRefusal('invalidValue', `${name} is required`);
}
