import { definedFields } from './defined-fields.ts';
import { isRecord } from './is-record.ts';

/**
 * Owns calls, approvals and grants in an app that serves many users. Taken from what the server knows about the request, never
 * from its body. Grants and approvals of one owner never apply to another.
 */
export interface Owner {
  /** The customer, in a multi-tenant app. */
  readonly tenant?: string;
  /** The user, who owns grants with the scope `user`. */
  readonly user?: string;
  /** The conversation, in which grants with the scope `session` apply. */
  readonly session?: string;
}

/** A tenant's user: the space in which grants live. Sessions are part of it. */
export type OwnerSpace = Pick<Owner, 'tenant' | 'user'>;

const fields = ['tenant', 'user', 'session'] as const;

/**
 * Returns what is wrong with an owner. A field that is present but empty is an error: `user: undefined` from a failed lookup
 * would put everyone who is not signed in into one space.
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

/** Compares both fields strictly: an owner without a tenant is not the owner of the same name in a tenant. */
export function isSameSpace(one: OwnerSpace | undefined, other: OwnerSpace | undefined): boolean {
  return one?.tenant === other?.tenant && one?.user === other?.user;
}

export function spaceOf(owner: Owner | undefined): { readonly owner?: OwnerSpace } {
  if (owner === undefined) return {};
  const { tenant, user } = owner;
  if (tenant === undefined && user === undefined) return {};
  return { owner: definedFields({ tenant, user }) };
}
