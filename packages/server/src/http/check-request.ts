import { Compile, type Validator } from 'typebox/compile';
import type { TSchema } from 'typebox';
import { Problem } from '../route/problem.ts';
import type { Route } from '../route/route.ts';
import { readJson } from './read-body.ts';

export interface CheckedRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

interface RequestParts {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly bytes: Buffer;
  readonly contentType: string | undefined;
}

/** Validates a request against its route's schemas: one that passes has the types that the route expects. */
export function requestChecker(route: Route): (given: RequestParts) => CheckedRequest {
  const params = Compile(route.params);
  const query = Compile(route.query);
  const body = route.body === undefined || route.body === 'lines' ? undefined : Compile(route.body);
  return (given) => ({
    params: checked(given.params, params, 'the path'),
    query: checked(plainQuery(given.query, route), query, 'the query'),
    body: body === undefined ? undefined : checked(jsonBody(given, route), body, 'the body'),
  });
}

function checked(value: unknown, validator: Validator, where: string): unknown {
  if (validator.Check(value)) return value;
  const [found] = validator.Errors(value);
  const place = found === undefined || found.instancePath === '' ? '' : ` at ${found.instancePath}`;
  throw new Problem(400, `${where}${place} ${found?.message ?? 'does not match the schema'}`);
}

function jsonBody({ bytes, contentType = '' }: RequestParts, { who }: Route): unknown {
  // Also protects against foreign pages: another site's form cannot send these types without a preflight.
  const isJson = /^application\/json(?:;|$)/i.test(contentType);
  if (!isJson && !(who === 'scim' && /^application\/scim\+json(?:;|$)/i.test(contentType)))
    throw new Problem(415, 'send the body as application/json');
  return readJson(bytes);
}

/** Numbers arrive as text. A repeated name is refused: parsers differ about which one counts. */
function plainQuery(query: URLSearchParams, { query: shape }: Route): Readonly<Record<string, unknown>> {
  const plain = new Map<string, unknown>();
  for (const [name, text] of query) {
    // PostgreSQL text cannot contain it.
    if (text.includes('\u0000')) throw new Problem(400, 'the query holds a null character');
    if (plain.has(name)) throw new Problem(400, `duplicate query parameter ${name.slice(0, 50)}`);
    const schema: TSchema & { type?: unknown } = Object.hasOwn(shape.properties, name)
      ? (shape.properties[name] ?? {})
      : {};
    plain.set(name, schema.type === 'integer' && /^-?\d{1,15}$/.test(text) ? Number(text) : text);
  }
  return Object.fromEntries(plain);
}
