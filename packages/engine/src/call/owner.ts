import { definedFields } from './defined-fields.ts';
import { isRecord } from './is-record.ts';

/**
 * Whose calls, approvals and grants these are, in an app that serves many. Taken from what the server knows of the request,
 * never from its body. What one owner was granted or asked is nothing to another.
 */
export interface Owner {
  /** The customer, in an app with several. */
  readonly tenant?: string;
  /** The person. A grant with the scope `user` is theirs. */
  readonly user?: string;
  /** The conversation. A grant with the scope `session` holds there. */
  readonly session?: string;
}

/** A tenant's user: the space in which grants live. The session is a part of it. */
export type OwnerSpace = Pick<Owner, 'tenant' | 'user'>;

const fields = ['tenant', 'user', 'session'] as const;

/**
 * What is wrong with an owner. A field that is there and empty is an error: `user: undefined` from a lookup that failed
 * would put all who are not signed in into one space.
 */
export function ownerProblem(value: unknown): string | undefined {
  if (!isRecord(value)) return '`owner` is not an object; write { tenant, user, session }';
  const names = Object.keys(value);
  const unknown = names.find((name) => !fields.some((field) => field === name));
  if (unknown !== undefined) return `\`owner\` has no field \`${unknown}\`; there are ${fields.join(', ')}`;
  if (names.length === 0) return '`owner` names nobody; write { tenant, user, session }';
  const empty = names.find((name) => typeof value[name] !== 'string' || value[name] === '');
  return empty === undefined
    ? undefined
    : `\`owner.${empty}\` is not a text; find out who it is first, or leave the field out`;
}

/** Both fields, strictly: an owner without a tenant is not the owner of the same name in one. */
export function isSameSpace(one: OwnerSpace | undefined, other: OwnerSpace | undefined): boolean {
  return one?.tenant === other?.tenant && one?.user === other?.user;
}

export function spaceOf(owner: Owner | undefined): { readonly owner?: OwnerSpace } {
  if (owner === undefined) return {};
  const { tenant, user } = owner;
  if (tenant === undefined && user === undefined) return {};
  return { owner: definedFields({ tenant, user }) };
}
