import { isPlain } from '../call/same-json.ts';

export interface JsonWriting {
  /** What becomes of each text, names included. */
  readonly text: (text: string) => string;
}

const deepest = 64;

/**
 * JSON with sorted names and no blanks: one text for one value (RFC 8785, as JavaScript writes numbers and texts).
 * Total: what is no JSON becomes a text that says so, what is too deep is left out.
 */
export function canonicalJson(value: unknown, writing: JsonWriting, depth = 0): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(writing.text(value));
    case 'boolean':
      return String(value);
    case 'number':
      return Number.isFinite(value) ? JSON.stringify(value) : JSON.stringify(`<number ${value}>`);
    case 'object':
      if (value === null) return 'null';
      return depth >= deepest ? '"<too deep>"' : container(value, writing, depth + 1);
    default:
      return JSON.stringify(`<${typeof value}>`);
  }
}

function container(value: object, writing: JsonWriting, depth: number): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item, writing, depth)).join(',')}]`;
  if (!isPlain(value)) return JSON.stringify(`<${Object.prototype.toString.call(value).slice(8, -1)}>`);
  const named = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .map(([name, item]) => [writing.text(name), item] as const)
    .toSorted(byName);
  return `{${named.map(([name, item]) => `${JSON.stringify(name)}:${canonicalJson(item, writing, depth)}`).join(',')}}`;
}

/** By UTF-16 code units, as the RFC says. */
export function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
