import type { Operation, Schema } from './operations.ts';

/** Random, and the same again for the same seed. */
export function randomSource(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What has broken other servers. */
const hostile: readonly unknown[] = [
  "'; drop table permesso.people; --",
  "' or '1'='1",
  '1; select pg_sleep(5)',
  '$1',
  '\\',
  '\u0000',
  '\ud800',
  '\u202e',
  '../../../etc/passwd',
  '%00%2e%2e%2f',
  '{{7*7}}',
  '${jndi:ldap://127.0.0.1/a}',
  '<script>alert(1)</script>',
  'x'.repeat(5000),
  '',
  -1,
  0,
  1e308,
  2 ** 53 + 2,
  2 ** 63,
  0.1,
  null,
  true,
  [],
  {},
  [[[[[[]]]]]],
  { __proto__: { admin: true } },
  { constructor: { prototype: { admin: true } } },
];

export interface FuzzedRequest {
  readonly what: string;
  readonly body?: unknown;
  /** Sent as it is instead of `body`. */
  readonly raw?: string;
}

export interface FuzzOptions {
  readonly random: () => number;
  /** Values that exist, so that some requests get further. */
  readonly known: Readonly<Record<string, readonly string[]>>;
}

/** A request that is nearly right: each part is what it should be, or something else. */
export function fuzzRequest(
  { method, path, parameters, body }: Operation,
  options: FuzzOptions,
): FuzzedRequest {
  const { random } = options;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const schema = parameters.find((each) => each.name === name)?.schema ?? {};
    return encodeURIComponent(text(value(schema, options, name)));
  });
  const query = parameters
    .filter((each) => each.in === 'query' && random() < 0.6)
    .map(({ name, schema }) => `${name}=${encodeURIComponent(text(value(schema, options, name)))}`);
  const strange = random() < 0.05 ? [`${encodeURIComponent(text(pick(hostile, random)))}=1`] : [];
  const all = [...query, ...strange].join('&');
  const what = `${method} ${filled}${all === '' ? '' : `?${all}`}`;
  if (body === undefined || method === 'GET') return { what };
  if (random() < 0.05) return { what, raw: pick(brokenBodies, random) };
  return { what, body: value(body, options, '') };
}

const brokenBodies = [
  '{',
  '[]',
  'null',
  '"text"',
  '['.repeat(100_000),
  '{"a":'.repeat(5000),
  '{"a":1,"a":2}',
  '\ufeff{}',
  `{"${'k'.repeat(60_000)}":1}`,
  '{"a":"\\u0000"}',
  '{"__proto__":{"a":1}}',
];

function value(schema: Schema, options: FuzzOptions, name: string): unknown {
  const { random, known } = options;
  if (random() < 0.15) return pick(hostile, random);
  const ids = known[name];
  if (ids !== undefined && random() < 0.8) return pick(ids, random);
  if (schema.enum !== undefined) return pick(schema.enum, random);
  if (schema.anyOf !== undefined) return value(pick(schema.anyOf, random), options, name);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([key]) => schema.required?.includes(key) === true || random() < 0.5)
          .map(([key, inner]) => [key, value(inner, options, key)]),
      );
    case 'array':
      return Array.from({ length: Math.floor(random() * 3) }, () => value(schema.items ?? {}, options, name));
    case 'integer':
      return Math.floor(
        (schema.minimum ?? 0) + random() * Math.min(100, (schema.maximum ?? 100) - (schema.minimum ?? 0)),
      );
    case 'boolean':
      return random() < 0.5;
    case 'null':
      return null;
    default:
      return random() < 0.5 ? 'a word' : String(Math.floor(random() * 1e9));
  }
}

function text(given: unknown): string {
  const plain = typeof given === 'string' ? given : JSON.stringify(given);
  // Half a character cannot be part of an address.
  return plain.toWellFormed();
}

function pick<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)] as T;
}
