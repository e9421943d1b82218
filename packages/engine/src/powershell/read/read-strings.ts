import { definedFields } from '../../call/defined-fields.ts';
import {
  deeper,
  isBlank,
  isDouble,
  isNameChar,
  isNewline,
  isSingle,
  matchAt,
  peek,
  refuse,
  type Reader,
} from './reader.ts';
import type { Expression } from './syntax.ts';

/** The pieces of an interpolated text. */
export interface Pieces {
  text: string;
  readonly inner: Expression[];
}

const escapes: Readonly<Record<string, string>> = {
  __proto__: null as never,
  '0': '\0',
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** A backtick escape. Windows PowerShell 5.1 reads `` `e `` and `` `u `` differently. */
export function readEscape(r: Reader): string {
  const c = peek(r, 1);
  if (c === undefined) refuse(r, 'a backtick at the end');
  if (c === 'u') {
    const braced = matchAt(r, /`u\{[\da-fA-F]{1,6}\}/y);
    const code = Number.parseInt(braced?.slice(3, -1) ?? '', 16);
    if (braced === undefined || code > 0x10ffff) refuse(r, 'a broken `u{…}');
    r.at += braced.length;
    return String.fromCodePoint(code);
  }
  r.at += 2;
  return escapes[c] ?? c;
}

/** At the opening quote. */
export function readSingle(r: Reader): string {
  let text = '';
  for (r.at += 1; ; r.at += 1) {
    const c = peek(r);
    if (c === undefined) refuse(r, 'a quote that does not end');
    if (isSingle(c)) {
      if (!isSingle(peek(r, 1))) break;
      r.at += 1;
      text += peek(r) ?? '';
      continue;
    }
    text += c;
  }
  r.at += 1;
  return text;
}

/** At the opening quote. */
export function readDouble(r: Reader, pieces: Pieces): void {
  r.at += 1;
  for (;;) {
    const c = peek(r);
    if (c === undefined) refuse(r, 'a quote that does not end');
    if (isDouble(c)) {
      if (!isDouble(peek(r, 1))) break;
      pieces.text += peek(r, 1) ?? '';
      r.at += 2;
    } else readExpandableChar(r, pieces);
  }
  r.at += 1;
}

function readExpandableChar(r: Reader, pieces: Pieces): void {
  const c = peek(r);
  if (c === '`') pieces.text += readEscape(r);
  else if (c === '$') readDollar(r, pieces);
  else {
    pieces.text += c ?? '';
    r.at += 1;
  }
}

/** A dollar inside a text: a value, a sub-expression or a literal dollar. */
export function readDollar(r: Reader, pieces: Pieces): void {
  const start = r.at;
  const value = readVariable(r) ?? readSub(r);
  if (value?.is === 'sub') checkInner(r, r.text.slice(start, r.at));
  if (value === undefined) {
    pieces.text += '$';
    r.at += 1;
    return;
  }
  pieces.inner.push(value);
  pieces.text += r.text.slice(start, r.at);
}

/** Inside a text, PowerShell reads quotes of a sub-expression twice and accepts no pipe at the start of a line. */
function checkInner(r: Reader, text: string): void {
  if (/["\u201c-\u201e]{2}|`["\u201c-\u201e]|[\r\n]\s*\|/u.test(text))
    refuse(r, 'an unclear sub-expression in a text');
}

/** PowerShell finds the end of a sub-expression by its parentheses alone, regardless of quotes. */
function checkParentheses(r: Reader, text: string): void {
  let depth = 0;
  const end = text.search(/[()]/u);
  for (let at = end; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')') depth -= 1;
    if (depth === 0 && at < text.length - 1) refuse(r, 'a parenthesis that ends a sub-expression early');
  }
  if (depth !== 0) refuse(r, 'a parenthesis that does not end a sub-expression');
}

export function readSub(r: Reader): Expression | undefined {
  if (peek(r) !== '$' || peek(r, 1) !== '(') return undefined;
  const start = r.at;
  r.at += 2;
  const only = deeper(r, () => r.nested.statements(r, ')'));
  checkParentheses(r, r.text.slice(start, r.at));
  return { is: 'sub', start, end: r.at, ...definedFields({ only }) };
}

/** A variable at the dollar; undefined if none begins there. */
export function readVariable(r: Reader): Expression | undefined {
  const start = r.at;
  const name = variableName(r);
  if (name === undefined) return undefined;
  r.out.variables.push(name);
  return { is: 'variable', name, start, end: r.at };
}

function variableName(r: Reader): string | undefined {
  const next = peek(r, 1);
  if (next === '{') return bracedName(r);
  if (next === '$' || next === '?' || next === '^') {
    r.at += 2;
    return next;
  }
  if (next === ':' ? !isNameChar(peek(r, 2)) && peek(r, 2) !== ':' : !isNameChar(next)) return undefined;
  return plainName(r);
}

/** `$a:b`, on a drive or in a scope. Two colons belong to what comes after. */
function plainName(r: Reader): string {
  const start = r.at + 1;
  let hasDrive = false;
  for (r.at = start; ; r.at += 1) {
    const c = peek(r);
    if (isNameChar(c) || c === '?') continue;
    const isFirst = r.at === start && c === ':';
    if (isFirst && peek(r, 1) === ':') r.at += 1;
    else if (c !== ':' || hasDrive || peek(r, 1) === ':') break;
    else if (!isNameChar(peek(r, 1))) refuse(r, 'a variable whose name ends in a colon');
    hasDrive = true;
  }
  return checkedName(r, r.text.slice(start, r.at));
}

function bracedName(r: Reader): string {
  let name = '';
  for (r.at += 2; peek(r) !== '}';) {
    const c = peek(r);
    if (c === undefined || c === '{') refuse(r, 'a broken ${…}');
    if (c === '`') name += readEscape(r);
    else {
      name += c;
      r.at += 1;
    }
  }
  r.at += 1;
  return checkedName(r, name);
}

function checkedName(r: Reader, name: string): string {
  if (name === '' || name.endsWith(':')) refuse(r, 'a variable without a name');
  return name;
}

/** At `@'` or `@"`. */
function readHereString(r: Reader): Expression {
  const start = r.at;
  const isExpandable = isDouble(peek(r, 1));
  const isQuote = isExpandable ? isDouble : isSingle;
  r.at += 2;
  while (isBlank(peek(r))) r.at += 1;
  if (!isNewline(peek(r))) refuse(r, 'a here-string that begins in its first line');
  const pieces: Pieces = { text: '', inner: [] };
  for (;;) {
    const c = peek(r);
    if (c === undefined) refuse(r, 'a here-string that does not end');
    if (isNewline(c)) {
      const length = c === '\r' && peek(r, 1) === '\n' ? 2 : 1;
      if (isQuote(peek(r, length)) && peek(r, length + 1) === '@') {
        r.at += length + 2;
        break;
      }
      pieces.text += r.text.slice(r.at, r.at + length);
      r.at += length;
    } else if (isExpandable) readExpandableChar(r, pieces);
    else {
      pieces.text += c;
      r.at += 1;
    }
  }
  const text = pieces.text.replace(/^(?:\r\n|\r|\n)/u, '');
  const span = { start, end: r.at };
  if (pieces.inner.length > 0) return { is: 'expandable', text, quote: '@"', inner: pieces.inner, ...span };
  return { is: 'string', text, quote: isExpandable ? '@"' : "@'", ...span };
}

/** A quoted text of any kind at its first character; undefined if there is none. */
export function readQuoted(r: Reader): Expression | undefined {
  const c = peek(r);
  const start = r.at;
  if (c === '@' && (isSingle(peek(r, 1)) || isDouble(peek(r, 1)))) return readHereString(r);
  if (isSingle(c)) return { is: 'string', text: readSingle(r), quote: "'", start, end: r.at };
  if (!isDouble(c)) return undefined;
  const pieces: Pieces = { text: '', inner: [] };
  readDouble(r, pieces);
  const { text, inner } = pieces;
  return inner.length > 0
    ? { is: 'expandable', text, quote: '"', inner, start, end: r.at }
    : { is: 'string', text, quote: '"', start, end: r.at };
}
