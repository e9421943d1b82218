import { Type } from 'typebox';
import { notFound } from '../../route/problem.ts';
import { readPath } from './read-patch.ts';
import { messages, notImplemented, type Resource } from './scim-reply.ts';

/** RFC 7644, 3.4.2. Other parameters are ignored: Entra ID adds flags of its own to the URL. */
export const ListQuery = Type.Object({
  filter: Type.Optional(Type.String({ maxLength: 2000 })),
  startIndex: Type.Optional(Type.Integer()),
  count: Type.Optional(Type.Integer()),
  attributes: Type.Optional(Type.String({ maxLength: 500 })),
  excludedAttributes: Type.Optional(Type.String({ maxLength: 500 })),
  sortBy: Type.Optional(Type.String()),
  sortOrder: Type.Optional(Type.String()),
});

export const OneQuery = Type.Object({
  attributes: Type.Optional(Type.String({ maxLength: 500 })),
  excludedAttributes: Type.Optional(Type.String({ maxLength: 500 })),
});

export const mostResults = 200;
const highestIndex = 1_000_000_000;

interface Asked {
  readonly startIndex?: number;
  readonly count?: number;
  readonly sortBy?: string;
}

export function pageOf({ startIndex = 1, count = mostResults, sortBy }: Asked): {
  readonly skip: number;
  readonly count: number;
} {
  if (sortBy !== undefined) throw notImplemented('sorting');
  const begin = Math.min(Math.max(startIndex, 1), highestIndex);
  return { skip: begin - 1, count: Math.min(Math.max(count, 0), mostResults) };
}

export function listResponse(
  resources: readonly unknown[],
  { total, skip }: { readonly total: number; readonly skip: number },
): object {
  return {
    schemas: [messages.list],
    totalResults: total,
    startIndex: skip + 1,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}

interface Wanted {
  readonly attributes?: string;
  readonly excludedAttributes?: string;
}

/** By whole attributes; `id` and `schemas` are always included. */
export function chosen(resource: Resource, { attributes, excludedAttributes }: Wanted): object {
  if (attributes === undefined && excludedAttributes === undefined) return resource;
  const only = attributes === undefined ? undefined : attributeNames(attributes);
  const without = attributeNames(excludedAttributes ?? '');
  return Object.fromEntries(
    Object.entries(resource).filter(([name]) => {
      const plain = name.toLowerCase();
      return plain === 'id' || plain === 'schemas' || (only?.has(plain) ?? !without.has(plain));
    }),
  );
}

function attributeNames(list: string): ReadonlySet<string | undefined> {
  return new Set(
    list
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => readPath(name).attribute),
  );
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export function isUuid(text: string): boolean {
  return uuid.test(text);
}

/** An invalid identifier matches nothing. */
export function checkId(id: string, what: string): string {
  if (!isUuid(id)) throw notFound(what);
  return id;
}
