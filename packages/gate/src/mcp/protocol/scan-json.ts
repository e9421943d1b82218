import { definedFields, parseJson } from '@permesso/engine/call';

/** The structure of a JSON text, found without parsing it into values. */
export interface Scan {
  readonly depth: number;
  /** Names of members, duplicates included. */
  readonly members: number;
  /** The value of the outermost `id`. */
  readonly id?: Span;
  /** The outermost names, as they are written. */
  readonly outer: readonly string[];
  /** A number that a double cannot hold: parsing and writing it would change it. */
  readonly inexact?: string;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

const quote = 0x22;
const backslash = 0x5c;

/** Linear, and safe for any text: the result for invalid JSON is never used. */
export function scanJson(text: string): Scan {
  const found: JsonScan = { depth: 0, deepest: 0, members: 0, outer: [] };
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const end = endOfText(text, at);
      if (found.depth === 1) found.name = { start: at, end: end + 1 };
      at = end;
    } else if (isNumberStart(code)) {
      number.lastIndex = at;
      const [digits = '-'] = number.exec(text) ?? [];
      if (!isExact(digits)) found.inexact ??= digits;
      at += digits.length - 1;
    } else scanCharacter(found, text, at);
  }
  return {
    depth: found.deepest,
    members: found.members,
    outer: found.outer,
    ...definedFields({ id: found.id, inexact: found.inexact }),
  };
}

interface JsonScan {
  depth: number;
  deepest: number;
  members: number;
  readonly outer: string[];
  /** The last text at the outermost level. */
  name?: Span;
  idStart?: number | undefined;
  id?: Span;
  inexact?: string;
}

function scanCharacter(found: JsonScan, text: string, at: number): void {
  switch (text[at]) {
    case '{':
    case '[':
      found.deepest = Math.max(found.deepest, ++found.depth);
      break;
    case '}':
    case ']':
      endId(found, text, at);
      found.depth--;
      break;
    case ',':
      endId(found, text, at);
      break;
    case ':':
      found.members++;
      if (found.depth === 1 && found.name !== undefined) {
        const name = text.slice(found.name.start, found.name.end);
        found.outer.push(name);
        if (isId(name)) found.idStart = at + 1;
      }
      break;
    default:
  }
}

function endId(found: JsonScan, text: string, at: number): void {
  if (found.depth !== 1 || found.idStart === undefined) return;
  found.id = trimmed(text, { start: found.idStart, end: at });
  found.idStart = undefined;
}

/** The end of the string that starts here: a quote after an even number of backslashes. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let first = end;
    while (text.charCodeAt(first - 1) === backslash) first--;
    if ((end - first) % 2 === 0) return end;
  }
  return text.length;
}

/** Also recognizes `id` written with escapes. */
function isId(quoted: string): boolean {
  if (!quoted.includes('\\')) return quoted === '"id"';
  return parseJson(quoted) === 'id';
}

const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

function isNumberStart(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x2d;
}

function isExact(digits: string): boolean {
  if (digits.length < 16 && !/[eE]/.test(digits)) return true;
  const value = Number(digits);
  return /^-?\d+$/.test(digits) ? Number.isSafeInteger(value) : Number.isFinite(value);
}

function trimmed(text: string, { start, end }: Span): Span {
  const part = text.slice(start, end);
  return { start: end - part.trimStart().length, end: start + part.trimEnd().length };
}
