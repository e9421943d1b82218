import { isPlainObject } from './same-json.ts';

/** How strings are written. */
export interface Quoting {
  readonly quote: (text: string) => string;
  /** How the string value of an object's member is written. */
  readonly quoteValue: (name: string, text: string) => string;
}

export const asIs: Quoting = {
  quote: (text) => JSON.stringify(text),
  quoteValue: (_name, text) => JSON.stringify(text),
};

const deepest = 64;

/**
 * JSON with sorted names and no whitespace: one text per value (RFC 8785, with numbers and strings as JavaScript writes them).
 * Never fails: a value that JSON cannot express becomes a string that says so, and anything nested too deeply is left out.
 */
export function canonicalJson(value: unknown, quoting: Quoting, depth = 0): string {
  switch (typeof value) {
    case 'string':
      return quoting.quote(value);
    case 'boolean':
      return String(value);
    case 'number':
      return Number.isFinite(value) ? JSON.stringify(value) : JSON.stringify(`<number ${value}>`);
    case 'object':
      if (value === null) return 'null';
      return depth >= deepest ? '"<too deep>"' : container(value, quoting, depth + 1);
    default:
      return JSON.stringify(`<${typeof value}>`);
  }
}

function container(value: object, quoting: Quoting, depth: number): string {
  if (Array.isArray(value)) return canonicalList(value, quoting, depth);
  if (!isPlainObject(value)) return JSON.stringify(`<${Object.prototype.toString.call(value).slice(8, -1)}>`);
  const written: (readonly [string, string])[] = [];
  for (const [name, item] of Object.entries(value)) {
    if (item === undefined) continue;
    const text =
      typeof item === 'string' ? quoting.quoteValue(name, item) : canonicalJson(item, quoting, depth);
    const quoted = quoting.quote(name);
    written.push([
      quoted.length === name.length + 2 ? name : String(JSON.parse(quoted)),
      `${quoted}:${text}`,
    ]);
  }
  if (written.length > 1) written.sort(byName);
  return `{${written.map(([, text]) => text).join(',')}}`;
}

function canonicalList(value: readonly unknown[], quoting: Quoting, depth: number): string {
  const items = value.map((item, at) => {
    // `["--token", "x"]`: the preceding option names the value.
    const before = value[at - 1];
    return typeof item === 'string' && typeof before === 'string' && /^--?[A-Za-z]/.test(before)
      ? quoting.quoteValue(before.replace(/^--?/, ''), item)
      : canonicalJson(item, quoting, depth);
  });
  return `[${items.join(',')}]`;
}

/** By UTF-16 code units, as the RFC requires. */
function byName([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
