import { definedFields } from '@permesso/engine/call';
import { hash } from 'node:crypto';
import { Problem } from '../../route/problem.ts';
import type { Reply } from '../../route/route.ts';

/** RFC 7644, 3.12. */
export type ScimErrorType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue';

const contentType = 'application/scim+json';

export const messages = {
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
} as const;

export function scimRefusal(scimType: ScimErrorType, detail: string): Problem {
  return new Problem(scimType === 'uniqueness' ? 409 : 400, detail, { scimType });
}

export function notImplemented(what: string): Problem {
  return new Problem(501, `${what} is not supported; see /scim/v2/ServiceProviderConfig`);
}

/** An error in SCIM's format. */
export function scimError({ status, message, more }: Problem): Reply & { readonly status: number } {
  const { retryAfter, scimType } = more;
  const type = scimType ?? (status === 400 ? 'invalidSyntax' : undefined);
  return {
    status,
    json: {
      schemas: [messages.error],
      status: `${status}`,
      ...definedFields({ scimType: type }),
      detail: message,
    },
    headers: {
      'content-type': contentType,
      ...(retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` }),
      ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    },
  };
}

export function scimReply(json: unknown): Reply {
  return { status: 200, json, headers: { 'content-type': contentType } };
}

export interface Resource {
  readonly id: string;
  readonly meta: Readonly<Record<string, unknown>> & { readonly location: string };
}

/** Adds the ETag of its current state, which changes with any attribute. */
export function versioned<R extends Resource>(resource: R): R {
  const version = `W/"${hash('sha256', JSON.stringify(resource), 'hex').slice(0, 32)}"`;
  return { ...resource, meta: { ...resource.meta, version } };
}

function versionOf({ meta }: Resource): string {
  return typeof meta['version'] === 'string' ? meta['version'] : '';
}

export function resourceReply(resource: Resource, json: unknown, status = 200): Reply {
  return {
    status,
    json,
    headers: {
      'content-type': contentType,
      etag: versionOf(resource),
      ...(status === 201 ? { location: resource.meta.location } : {}),
    },
  };
}

/** Somebody else may have changed it since the caller read it: RFC 7644, 3.14. */
export function checkVersion(resource: Resource, expected: string | undefined): void {
  if (expected === undefined || matches(expected, resource)) return;
  throw new Problem(412, 'the resource has changed; read it again');
}

export function isUnchanged(resource: Resource, known: string | undefined): boolean {
  return known !== undefined && matches(known, resource);
}

function matches(tags: string, resource: Resource): boolean {
  return tags.split(',').some((tag) => tag.trim() === '*' || tag.trim() === versionOf(resource));
}
