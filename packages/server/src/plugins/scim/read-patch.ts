import { readFilter, type Filter } from './read-filter.ts';
import { messages, scimRefusal } from './scim-reply.ts';

export type Json = Readonly<Record<string, unknown>>;

/** One change of one attribute. */
export interface PatchStep {
  readonly op: 'add' | 'replace' | 'remove';
  readonly path: AttributePath;
  readonly value: unknown;
}

export interface AttributePath {
  /** In lower case; `undefined` for a standard attribute that is not stored here. */
  readonly attribute: string | undefined;
  readonly filter?: Filter;
  readonly sub?: string;
}

const mostSteps = 1000;
const longestPath = 500;

/** RFC 7644, 3.5.2, and Entra ID's variants: capitalised operations, no path, dotted names as keys. */
export function readPatch(body: Json): readonly PatchStep[] {
  const { schemas } = body;
  if (!Array.isArray(schemas) || !schemas.includes(messages.patch))
    throw scimRefusal('invalidSyntax', `the schema of a PATCH is ${messages.patch}`);
  const operations = Object.entries(body).find(([name]) => name.toLowerCase() === 'operations')?.[1];
  if (!Array.isArray(operations) || operations.length === 0)
    throw scimRefusal('invalidSyntax', 'a PATCH has a list of Operations');
  if (operations.length > mostSteps) throw scimRefusal('tooMany', `at most ${mostSteps} operations at once`);
  return operations.flatMap((operation: unknown) => stepsOf(operation));
}

function stepsOf(operation: unknown): readonly PatchStep[] {
  if (!isObject(operation)) throw scimRefusal('invalidSyntax', 'an operation is an object');
  const { path, value } = operation;
  const op = typeof operation['op'] === 'string' ? operation['op'].toLowerCase() : undefined;
  if (op !== 'add' && op !== 'replace' && op !== 'remove')
    throw scimRefusal('invalidSyntax', 'op is add, replace or remove');
  if (path !== undefined) {
    if (typeof path !== 'string') throw scimRefusal('invalidPath', 'a path is a text');
    return [{ op, path: readPath(path), value }];
  }
  if (op === 'remove') throw scimRefusal('noTarget', 'remove needs a path');
  if (!isObject(value))
    throw scimRefusal('invalidValue', 'without a path the value is an object of attributes');
  return Object.entries(value).map(([name, each]) => ({ op, path: readPath(name), value: each }));
}

const prefix = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i;
const enterprise = /^urn:ietf:params:scim:schemas:extension:enterprise:2\.0:user(?::|$)/i;
const shape = /^([a-z$]\w*)(?:\[([^[\]]*)\])?(?:\.(\w+))?$/i;

/** `members[value eq "2819c223"]`, `name.givenName`, `emails[type eq "work"].value`. */
export function readPath(text: string): AttributePath {
  if (text.length > longestPath) throw scimRefusal('invalidPath', 'the path is too long');
  if (enterprise.test(text)) return { attribute: undefined };
  const [, name, filter, sub] = shape.exec(text.replace(prefix, '')) ?? [];
  if (name === undefined) throw scimRefusal('invalidPath', 'this path is not supported');
  const attribute = name.toLowerCase();
  if (notKept.has(attribute)) return { attribute: undefined };
  return {
    attribute,
    ...(filter === undefined ? {} : { filter: readFilter(filter, ['value', 'type', 'primary', 'display']) }),
    ...(sub === undefined ? {} : { sub: sub.toLowerCase() }),
  };
}

/**
 * Attributes of a user in RFC 7643 that are not used here. They are accepted and discarded, including the password.
 */
const notKept: ReadonlySet<string> = new Set([
  'nickname',
  'profileurl',
  'title',
  'usertype',
  'preferredlanguage',
  'locale',
  'timezone',
  'password',
  'phonenumbers',
  'ims',
  'photos',
  'addresses',
  'entitlements',
  'roles',
  'x509certificates',
]);

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Attribute names are case-insensitive; an external name is never used as an object key. */
export function attributesOf(body: Json): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(body).map(([name, value]) => [name.toLowerCase(), value]));
}
