import { definedFields } from './defined-fields.ts';
import { isRecord } from './is-record.ts';
import { ownerProblem, type Owner } from './owner.ts';

/**
 * The person on whose behalf an agent calls, as the app knows them: taken from the signed-in request, never from its body or
 * from the model. Conditions (`when`) may test any of it.
 */
export interface Principal extends Owner {
  readonly roles?: readonly string[];
  /** Anything else that rules may test: plan, region, clearance, a spending limit. */
  readonly attributes?: Readonly<Record<string, unknown>>;
}

/** The names that may follow `principal.` in a condition. */
export const principalFields = ['tenant', 'user', 'session', 'roles', 'attributes'] as const;

/** Returns what is wrong with a principal. As with an owner, a field that is present but empty is an error. */
export function principalProblem(value: unknown): string | undefined {
  if (!isRecord(value))
    return '`principal` is not an object; write { tenant, user, session, roles, attributes }';
  const { roles, attributes, ...owner } = value;
  if (roles !== undefined && !(Array.isArray(roles) && roles.every((role) => typeof role === 'string')))
    return '`principal.roles` is not a list of texts';
  if (attributes !== undefined && !isRecord(attributes)) return '`principal.attributes` is not an object';
  if (Object.keys(owner).length === 0)
    return Object.keys(value).length === 0
      ? '`principal` is empty; write { tenant, user, session, roles, attributes }'
      : undefined;
  return ownerProblem(owner)?.replaceAll('`owner', '`principal');
}

/** The part of a principal that owns approvals and grants. */
export function ownerOf({ tenant, user, session }: Principal): Owner | undefined {
  const owner = definedFields({ tenant, user, session });
  return Object.keys(owner).length === 0 ? undefined : owner;
}
