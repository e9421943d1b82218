import { scimRefusal } from './scim-reply.ts';

export type FilterValue = string | boolean;

/** Attributes, in lower case, with the value that each must equal. */
export type Filter = ReadonlyMap<string, FilterValue>;

const longest = 1000;
const attribute = /\s*([a-z][\w.:-]*(?:\[type eq "work"\](?:\.\w+)?)?)/iy;
const operator = /\s+([a-z]+)/iy;
const operand = /\s+("(?:[^"\\]|\\.)*"|true|false)/iy;
const connective = /\s+([a-z]+)(?=\s)/iy;

export function filterText(filter: Filter, name: string): string | null {
  const value = filter.get(name);
  return value === undefined ? null : String(value);
}

/**
 * `userName eq "x"`, and several of them joined by `and`: what directories send. Values become parameters of a fixed
 * query, never its text. Anything else is refused.
 */
export function readFilter(text: string | undefined, known: readonly string[]): Filter {
  const found = new Map<string, FilterValue>();
  if (text === undefined) return found;
  if (text.length > longest) throw cannot(`it is longer than ${longest} characters`);
  let at = 0;
  const next = (piece: RegExp): string | undefined => {
    piece.lastIndex = at;
    const match = piece.exec(text);
    if (match === null) return undefined;
    at = piece.lastIndex;
    return match[1];
  };
  for (;;) {
    const name = plainName(next(attribute) ?? '');
    if (!known.includes(name)) throw cannot(`it can be about ${known.join(', ')}`);
    if (next(operator)?.toLowerCase() !== 'eq') throw cannot('only eq is supported');
    const value = valueOf(next(operand));
    if (found.has(name) && found.get(name) !== value) throw cannot(`it says ${name} twice`);
    found.set(name, value);
    if (text.slice(at).trim() === '') return found;
    if (next(connective)?.toLowerCase() !== 'and') throw cannot('several comparisons are joined by and');
  }
}

function cannot(why: string): Error {
  return scimRefusal('invalidFilter', `this filter is not supported: ${why}`);
}

const core = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/;

/** `emails[type eq "work"].value`, `emails.value` and `emails` all mean the one stored address. */
function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(core, '')
    .replace('[type eq "work"]', '')
    .replace(/^(emails|members)\.value$/, '$1');
}

function valueOf(text: string | undefined): FilterValue {
  if (text === undefined) throw cannot('a value is a text in quotes, true or false');
  if (!text.startsWith('"')) return text.toLowerCase() === 'true';
  try {
    return String(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) throw cannot('a value is not text of JSON');
    throw error;
  }
}
