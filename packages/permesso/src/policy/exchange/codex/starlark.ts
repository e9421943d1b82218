import type { Unreadable } from '../format.ts';
import { lineReader } from '../read-jsonc.ts';

/** The part of Starlark that rules are written in: calls at the top level with literal arguments, and names for literals. */
export interface StarlarkCall {
  readonly name: string;
  readonly args: ReadonlyMap<string, StarlarkValue>;
  readonly line: number;
}

export type StarlarkValue = string | number | boolean | null | readonly StarlarkValue[] | Unknown;

/** An expression that is more than a literal. */
export interface Unknown {
  readonly unknown: string;
}

export interface Starlark {
  readonly calls: readonly StarlarkCall[];
  /** Statements that are something else, with where they stand. */
  readonly others: readonly { readonly text: string; readonly line: number }[];
}

interface Token {
  readonly is: 'text' | 'name' | 'number' | 'sign' | 'end';
  readonly text: string;
  readonly at: number;
  readonly startsLine: boolean;
}

interface Reader {
  readonly tokens: readonly Token[];
  readonly names: Map<string, StarlarkValue>;
  at: number;
}

const deepest = 32;
/** The depth of a value that stands in no brackets. */
const statement = -1;

export function readStarlark(source: string): Starlark | Unreadable {
  const lineAt = lineReader(source);
  const tokens = tokenize(source);
  if ('error' in tokens) return { error: tokens.error, line: lineAt(tokens.at) };
  const calls: StarlarkCall[] = [];
  const others: { text: string; line: number }[] = [];
  const reader: Reader = { tokens: tokens.list, names: new Map(), at: 0 };
  while (peek(reader).is !== 'end') {
    const start = reader.at;
    const line = lineAt(peek(reader).at);
    const call = readStatement(reader, line);
    if (call === 'skip') continue;
    if (call !== undefined) calls.push(call);
    else {
      reader.at = start;
      others.push({ text: skipStatement(reader, { source, lineAt }), line });
    }
  }
  return { calls, others };
}

function peek(reader: Reader): Token {
  return reader.tokens[reader.at] ?? { is: 'end', text: '', at: 0, startsLine: true };
}

function take(reader: Reader, sign: string): boolean {
  const isThere = peek(reader).is === 'sign' && peek(reader).text === sign;
  if (isThere) reader.at += 1;
  return isThere;
}

/** `name(...)` or `NAME = literal`. Undefined: neither. */
function readStatement(reader: Reader, line: number): StarlarkCall | 'skip' | undefined {
  const name = peek(reader);
  if (name.is === 'text') {
    // A text that stands alone is a comment.
    reader.at += 1;
    return 'skip';
  }
  if (name.is !== 'name') return undefined;
  reader.at += 1;
  if (take(reader, '=')) {
    const value = readValue(reader, statement);
    if (isUnknown(value)) return undefined;
    reader.names.set(name.text, value);
    return 'skip';
  }
  if (!take(reader, '(')) return undefined;
  const args = new Map<string, StarlarkValue>();
  for (let place = 0; !take(reader, ')'); place += 1) {
    if (peek(reader).is === 'end' || (place > 0 && !take(reader, ','))) return undefined;
    if (take(reader, ')')) break;
    const key = peek(reader);
    const isNamed =
      key.is === 'name' &&
      reader.tokens[reader.at + 1]?.text === '=' &&
      reader.tokens[reader.at + 1]?.is === 'sign';
    if (isNamed) reader.at += 2;
    args.set(isNamed ? key.text : String(place), readValue(reader, 0));
  }
  return { name: name.text, args, line };
}

function readValue(reader: Reader, depth: number): StarlarkValue {
  const start = reader.at;
  let value = readPrimary(reader, depth);
  while (take(reader, '+')) value = joined(value, readPrimary(reader, depth));
  if (!startsMore(peek(reader), { isStatement: depth === statement })) return value;
  // An operator, a call, a comprehension: everything up to the end of this argument is one unknown expression.
  skipExpression(reader);
  return {
    unknown: reader.tokens
      .slice(start, reader.at)
      .map(({ text }) => text)
      .join(' '),
  };
}

/** `["git"] + ["push"]`, `"a" + "b"`. */
function joined(a: StarlarkValue, b: StarlarkValue): StarlarkValue {
  if (typeof a === 'string' && typeof b === 'string') return a + b;
  if (Array.isArray(a) && Array.isArray(b))
    return [...(a as readonly StarlarkValue[]), ...(b as readonly StarlarkValue[])];
  return { unknown: '+' };
}

/** A statement ends with its line; inside brackets a line break means nothing. */
function startsMore(token: Token, { isStatement }: { isStatement: boolean }): boolean {
  if (token.is === 'end' || (isStatement && token.startsLine)) return false;
  return token.is !== 'sign' || (!',)]'.includes(token.text) && token.text !== '=');
}

function readPrimary(reader: Reader, depth: number): StarlarkValue {
  const token = peek(reader);
  if (depth > deepest) return { unknown: 'nested too deep' };
  if (token.is === 'text') {
    reader.at += 1;
    return token.text;
  }
  if (token.is === 'number') {
    reader.at += 1;
    return Number(token.text);
  }
  if (token.is === 'name') {
    reader.at += 1;
    if (token.text === 'True' || token.text === 'False') return token.text === 'True';
    if (token.text === 'None') return null;
    return reader.names.get(token.text) ?? { unknown: token.text };
  }
  const close = token.text === '[' ? ']' : token.text === '(' ? ')' : undefined;
  if (token.is === 'end' || close === undefined) return { unknown: token.text };
  reader.at += 1;
  const items: StarlarkValue[] = [];
  for (let place = 0; !take(reader, close); place += 1) {
    if (peek(reader).is === 'end' || (place > 0 && !take(reader, ','))) return { unknown: 'a list' };
    if (take(reader, close)) break;
    items.push(readValue(reader, depth + 1));
  }
  return items;
}

export function isUnknown(value: StarlarkValue | undefined): value is Unknown {
  return typeof value === 'object' && value !== null && 'unknown' in value;
}

/** To the comma or bracket that ends the argument. */
function skipExpression(reader: Reader): void {
  for (let depth = 0; peek(reader).is !== 'end'; reader.at += 1) {
    const { is, text } = peek(reader);
    if (is !== 'sign') continue;
    if ('([{'.includes(text)) depth += 1;
    else if (')]}'.includes(text)) {
      if (depth === 0) return;
      depth -= 1;
    } else if (text === ',' && depth === 0) return;
  }
}

/** To the next line that begins in the first column outside brackets: the statement as written, for the report. */
function skipStatement(
  reader: Reader,
  { source, lineAt }: { source: string; lineAt: (at: number) => number },
): string {
  const start = peek(reader).at;
  let depth = 0;
  do {
    const { is, text } = peek(reader);
    if (is === 'sign' && '([{'.includes(text)) depth += 1;
    if (is === 'sign' && ')]}'.includes(text)) depth -= 1;
    reader.at += 1;
  } while (
    peek(reader).is !== 'end' &&
    (depth > 0 || !beginsLine(source, peek(reader).at) || lineAt(peek(reader).at) === lineAt(start))
  );
  const end = peek(reader).is === 'end' ? source.length : peek(reader).at;
  return source.slice(start, end).split('\n', 1)[0]?.trim() ?? '';
}

function beginsLine(source: string, at: number): boolean {
  return at === 0 || source[at - 1] === '\n';
}

function tokenize(
  source: string,
): { readonly list: readonly Token[] } | { readonly error: string; readonly at: number } {
  const list: Token[] = [];
  const shape =
    /(?<blank>[ \t\r\n]+|\\\r?\n|#[^\n]*)|(?<number>\d+)|(?<name>[A-Za-z_]\w*)|(?<sign>[()[\]{},=+\-*/%.:<>!|&;@])/uy;
  let startsLine = true;
  for (let at = 0; at < source.length;) {
    const text = readText(source, at);
    if (text?.end === -1) return { error: 'a quote is never closed', at };
    shape.lastIndex = at;
    const found = text === undefined ? shape.exec(source) : null;
    if (text === undefined && found === null)
      return { error: `\`${source.charAt(at)}\` cannot stand here`, at };
    const { blank, number, name, sign } = found?.groups ?? {};
    if (blank === undefined) {
      const is =
        text !== undefined ? 'text' : number !== undefined ? 'number' : name !== undefined ? 'name' : 'sign';
      list.push({ is, text: text?.value ?? number ?? name ?? sign ?? '', at, startsLine });
    }
    startsLine =
      blank === undefined ? false : startsLine || (blank.includes('\n') && !blank.startsWith('\\'));
    at = text?.end ?? shape.lastIndex;
  }
  return { list };
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
]);

function readText(source: string, at: number): { readonly value: string; readonly end: number } | undefined {
  const [start = '', raw = '', quote = ''] = /^(r?)("""|'''|"|')/u.exec(source.slice(at, at + 4)) ?? [];
  if (start === '') return undefined;
  let value = '';
  for (let here = at + start.length; here < source.length;) {
    if (source.startsWith(quote, here)) return { value, end: here + quote.length };
    const character = source.charAt(here);
    if (character === '\n' && quote.length === 1) return { value, end: -1 };
    const next = source.charAt(here + 1);
    if (character === '\\' && raw === '') value += next === '\n' ? '' : (escapes.get(next) ?? next);
    else value += character === '\\' ? character + next : character;
    here += character === '\\' ? 2 : 1;
  }
  return { value, end: -1 };
}
