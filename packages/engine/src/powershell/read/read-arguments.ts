import { readEnclosed, readPostfix } from './read-expressions.ts';
import { readQuoted, readSub, readVariable } from './read-strings.ts';
import { numberEnd, parameterAt, readWord } from './read-words.ts';
import {
  endsWord,
  isNameChar,
  matchAt,
  peek,
  refuse,
  skipBlanks,
  skipLines,
  take,
  type Reader,
} from './reader.ts';
import type { Expression } from './syntax.ts';

/** `-x` as a word, including a colon that follows it. */
export function wordOf(r: Reader, end: number, start: number): Expression {
  r.at = r.text[end] === ':' ? end + 1 : end;
  return { is: 'string', text: r.text.slice(start, r.at), quote: 'b', start, end: r.at };
}

/** `--%`, after which the line is literal. */
export function isStop(r: Reader, element: Expression): boolean {
  return r.text.slice(element.start, element.end) === '--%';
}

/** After `--` nothing is a parameter. */
export function readPlainElement(r: Reader): Expression | undefined {
  const first = readArgument(r);
  return first === undefined ? undefined : readList(r, first);
}

/** A parameter or an argument; undefined at the end of the command. */
export function readElement(r: Reader): Expression | undefined {
  const start = r.at;
  const parameter = parameterAt(r);
  if (parameter === undefined) return readPlainElement(r);
  const { name } = parameter;
  r.at = parameter.end;
  if (peek(r) !== ':') return { is: 'parameter', name, start, end: r.at };
  r.at += 1;
  skipBlanks(r);
  const isMissing = parameterAt(r) !== undefined || isRedirection(r);
  const first = isMissing ? undefined : readArgument(r);
  if (first === undefined) refuse(r, 'a parameter without its value');
  const value = readList(r, first);
  if (value.is === 'variable' && value.splat) refuse(r, 'a splat as a value');
  return { is: 'parameter', name, value, start, end: value.end };
}

export function isRedirection(r: Reader): boolean {
  return matchAt(r, /[1-6*]?>|</y) !== undefined;
}

/** `a, b` is one argument. */
function readList(r: Reader, first: Expression): Expression {
  const items = [first];
  if (isStop(r, first)) return first;
  for (;;) {
    const back = r.at;
    skipBlanks(r);
    if (!take(r, ',')) {
      r.at = back;
      break;
    }
    skipLines(r);
    if (parameterAt(r)?.name === '-' || isRedirection(r)) refuse(r, 'an argument is missing');
    items.push(readArgument(r) ?? refuse(r, 'an argument is missing'));
  }
  if (items.length === 1) return first;
  if (items.some((item) => item.is === 'variable' && item.splat)) refuse(r, 'a splat in a list');
  return { is: 'array', items, start: first.start, end: items.at(-1)?.end ?? first.end };
}

/** One argument without commas; undefined at the end of the command. */
export function readArgument(r: Reader): Expression | undefined {
  const c = peek(r);
  if (c === '$') return readDollarArgument(r);
  if (c === '@') return readAtArgument(r);
  if (c === ',') refuse(r, 'an argument is missing');
  const enclosed = c === '(' || c === '{' ? readEnclosed(r) : readQuoted(r);
  if (enclosed !== undefined) return readPostfix(r, enclosed, { inArgument: true });
  if (endsWord(c)) return undefined;
  if (c === ']') refuse(r, 'a bracket at the start of a word');
  checkNumber(r);
  const parameter = parameterAt(r);
  if (parameter !== undefined) return wordOf(r, parameter.end, r.at);
  // A dot before a value or a quote is a separate word.
  if (matchAt(r, /\.[$'"]/y) !== undefined) return wordOf(r, r.at + 1, r.at);
  return readNumber(r) ?? readWord(r);
}

/** PowerShell refuses `0x` alone. */
export function checkNumber(r: Reader): void {
  if (matchAt(r, /0[xb](?![^\s(){};,|&])/iy) !== undefined) refuse(r, 'a number without digits');
}

function readNumber(r: Reader): Expression | undefined {
  const start = r.at;
  const end = /[\d.]/.test(peek(r) ?? '') ? numberEnd(r) : undefined;
  if (end === undefined || !endsWord(r.text[end])) return undefined;
  r.at = end;
  return { is: 'number', text: r.text.slice(start, end), start, end };
}

function readDollarArgument(r: Reader): Expression {
  const start = r.at;
  const sub = readSub(r);
  if (sub !== undefined) return readPostfix(r, sub, { inArgument: true });
  const braced = peek(r, 1) === '{';
  const special = '$?^'.includes(peek(r, 1) ?? ' ');
  const value = readVariable(r);
  if (value === undefined) return readWord(r);
  const follows = special ? /(?!)/y : braced ? /\[|\.(?!\.)/y : /\[|\.(?!\.)|::/y;
  if (matchAt(r, follows) !== undefined) return readPostfix(r, value, { inArgument: true });
  const c = peek(r);
  if (endsWord(c) || (c === '=' && !braced) || (c === '.' && !special)) return value;
  // A word that begins with the value.
  r.out.variables.pop();
  r.at = start;
  return readWord(r);
}

function readAtArgument(r: Reader): Expression {
  const start = r.at;
  const next = peek(r, 1);
  const enclosed = next === '(' || next === '{' ? readEnclosed(r) : readQuoted(r);
  if (enclosed !== undefined) return readPostfix(r, enclosed, { inArgument: true });
  if (!isNameChar(next)) refuse(r, 'a lone @');
  const name = matchAt(r, /@[\p{L}\p{Nd}_?:]+/uy) ?? '@';
  const after = r.text[r.at + name.length];
  if (after === '[' || after === '.') refuse(r, 'a splat with a member');
  if (!endsWord(after)) return readWord(r);
  r.at += name.length;
  r.out.variables.push(name.slice(1));
  return { is: 'variable', name: name.slice(1), splat: true, start, end: r.at };
}
