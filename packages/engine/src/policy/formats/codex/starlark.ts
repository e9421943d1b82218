import type { Unreadable } from '../format.ts';
import { lineReader } from '../read-jsonc.ts';
import { tokenize, type StarlarkToken } from './starlark-tokens.ts';

/** The subset of Starlark that rules use: top-level calls with literal arguments, and names for literals. */
export interface StarlarkCall {
  readonly name: string;
  readonly args: ReadonlyMap<string, StarlarkValue>;
  readonly line: number;
}

export type StarlarkValue = string | number | boolean | readonly StarlarkValue[] | Unknown;

/** An expression that is not a literal. */
export interface Unknown {
  readonly unknown: string;
}

export interface Starlark {
  readonly calls: readonly StarlarkCall[];
  /** Other statements, with their position. */
  readonly others: readonly { readonly text: string; readonly line: number }[];
}

interface Reader {
  readonly tokens: readonly StarlarkToken[];
  readonly names: Map<string, StarlarkValue>;
  at: number;
}

const deepest = 32;
/** The depth of a value outside all brackets. */
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

function peek(reader: Reader): StarlarkToken {
  return reader.tokens[reader.at] ?? { is: 'end', text: '', at: 0, startsLine: true };
}

function takeSign(reader: Reader, sign: string): boolean {
  const isThere = peek(reader).is === 'sign' && peek(reader).text === sign;
  if (isThere) reader.at += 1;
  return isThere;
}

/** `name(...)` or `NAME = literal`. Undefined: neither. */
function readStatement(reader: Reader, line: number): StarlarkCall | 'skip' | undefined {
  const name = peek(reader);
  reader.at += 1;
  // A string on its own is a comment.
  if (name.is === 'text') return 'skip';
  if (name.is !== 'name') return undefined;
  if (takeSign(reader, '=')) {
    const value = readValue(reader, statement);
    if (isUnknown(value)) return undefined;
    reader.names.set(name.text, value);
    return 'skip';
  }
  const args = takeSign(reader, '(') ? readArguments(reader) : undefined;
  return args === undefined ? undefined : { name: name.text, args, line };
}

function readArguments(reader: Reader): ReadonlyMap<string, StarlarkValue> | undefined {
  const args = new Map<string, StarlarkValue>();
  for (let place = 0; !takeSign(reader, ')'); place += 1) {
    if (peek(reader).is === 'end' || (place > 0 && !takeSign(reader, ','))) return undefined;
    if (takeSign(reader, ')')) break;
    const key = peek(reader);
    const next = reader.tokens[reader.at + 1];
    const isNamed = key.is === 'name' && next?.is === 'sign' && next.text === '=';
    if (isNamed) reader.at += 2;
    args.set(isNamed ? key.text : String(place), readValue(reader, 0));
  }
  return args;
}

function readValue(reader: Reader, depth: number): StarlarkValue {
  const start = reader.at;
  let value = readPrimary(reader, depth);
  while (takeSign(reader, '+')) value = joined(value, readPrimary(reader, depth));
  if (!startsMore(peek(reader), { isStatement: depth === statement })) return value;
  // An operator, a call or a comprehension: the rest of this argument is one unknown expression.
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

/** A statement ends with its line; inside brackets line breaks are ignored. */
function startsMore(token: StarlarkToken, { isStatement }: { isStatement: boolean }): boolean {
  if (token.is === 'end' || (isStatement && token.startsLine)) return false;
  return token.is !== 'sign' || (!',)]'.includes(token.text) && token.text !== '=');
}

function readPrimary(reader: Reader, depth: number): StarlarkValue {
  const token = peek(reader);
  if (depth > deepest || token.is === 'end') return { unknown: 'nested too deep' };
  reader.at += 1;
  switch (token.is) {
    case 'text':
      return token.text;
    case 'number':
      return Number(token.text);
    case 'name':
      return constants.get(token.text) ?? reader.names.get(token.text) ?? { unknown: token.text };
    case 'sign': {
      const close = brackets.get(token.text);
      return close === undefined ? { unknown: token.text } : readStarlarkList(reader, { close, depth });
    }
  }
}

const constants: ReadonlyMap<string, StarlarkValue> = new Map([
  ['True', true],
  ['False', false],
]);

const brackets: ReadonlyMap<string, string> = new Map([
  ['[', ']'],
  ['(', ')'],
]);

function readStarlarkList(reader: Reader, { close, depth }: { close: string; depth: number }): StarlarkValue {
  const items: StarlarkValue[] = [];
  for (let place = 0; !takeSign(reader, close); place += 1) {
    if (peek(reader).is === 'end' || (place > 0 && !takeSign(reader, ','))) return { unknown: 'a list' };
    if (takeSign(reader, close)) break;
    items.push(readValue(reader, Math.max(depth, 0) + 1));
  }
  return items;
}

export function isUnknown(value: StarlarkValue | undefined): value is Unknown {
  return typeof value === 'object' && 'unknown' in value;
}

/** Skips to the comma or bracket that ends the argument. */
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

/** Skips to the next line that begins in the first column outside brackets; returns the statement as written, for the report. */
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
