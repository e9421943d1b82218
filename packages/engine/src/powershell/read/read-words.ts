import {
  emptyScript,
  endsWord,
  isDash,
  isDouble,
  isNameChar,
  isNewline,
  isSingle,
  matchAt,
  peek,
  type Reader,
} from './reader.ts';
import { type Pieces, readDollar, readDouble, readEscape, readSingle } from './read-strings.ts';
import type { Expression } from './syntax.ts';

/** A bare word, joined with quotes inside it. */
export function readWord(r: Reader): Expression {
  const start = r.at;
  const pieces = wordPieces(r);
  const { text, inner } = pieces;
  const span = { start, end: r.at };
  if (inner.length > 0) return { is: 'expandable', text, quote: 'b', inner, ...span };
  return { is: 'string', text, quote: 'b', ...span };
}

/** A command name as a bare word: PowerShell looks up `a$(b)` by exactly that name and runs nothing. */
export function readName(r: Reader): Expression {
  const start = r.at;
  const { out } = r;
  r.out = emptyScript();
  const { text } = wordPieces(r);
  r.out = out;
  return { is: 'string', text, quote: 'b', start, end: r.at };
}

function wordPieces(r: Reader): Pieces {
  const pieces: Pieces = { text: '', inner: [] };
  for (;;) {
    const c = peek(r);
    if (endsWord(c)) return pieces;
    if (c === '`') pieces.text += readEscape(r);
    else if (isSingle(c)) pieces.text += readSingle(r);
    else if (isDouble(c)) readDouble(r, pieces);
    else if (c === '$') readDollar(r, pieces);
    else {
      pieces.text += c ?? '';
      r.at += 1;
    }
  }
}

const number =
  /[+-]?(?:0x[\da-f]+|0b[01]+|(?:\d+(?:\.(?!\.)\d*)?|\.\d+)(?:e[+-]?\d+)?)(?:u[sly]|[dlnsyu])?(?:[kmgtp]b)?/iy;

/** The end of a number at this place. */
export function numberEnd(r: Reader): number | undefined {
  const c = peek(r) ?? '';
  if (!/[\d.+-]/.test(c)) return undefined;
  const found = matchAt(r, number);
  return found === undefined ? undefined : r.at + found.length;
}

/** At the start of a statement a number counts as one unless a word continues after it. */
export function endsFirstNumber(r: Reader, at: number): boolean {
  const c = r.text[at];
  if (endsWord(c) || isDash(c)) return true;
  if (c === '.') return r.text[at + 1] !== ':';
  return c !== undefined && '+*/%=!<>#]'.includes(c);
}

/** `-Name`: returns what follows the dash; undefined if a word or a number begins with it. `--` counts too. */
export function parameterAt(r: Reader): { readonly name: string; readonly end: number } | undefined {
  if (!isDash(peek(r))) return undefined;
  const first = peek(r, 1);
  if (isDash(first)) return endsWord(peek(r, 2)) ? { name: '-', end: r.at + 2 } : undefined;
  if (!(isNameChar(first) && !/\d/u.test(first ?? '')) && first !== '?') return undefined;
  let end = r.at + 1;
  for (; ; end += 1) {
    const c = r.text[end];
    if (isSingle(c) || isDouble(c)) return undefined;
    if (endsWord(c) || c === '.' || c === '[' || c === ':') break;
  }
  return { name: r.text.slice(r.at + 1, end), end };
}

/** After `--%`: the literal rest of the line, up to a pipe outside quotes. */
export function readVerbatim(r: Reader): Expression {
  while (peek(r) === ' ' || peek(r) === '\t') r.at += 1;
  const start = r.at;
  let quoted = false;
  for (; r.at < r.text.length; r.at += 1) {
    const c = peek(r);
    if (isNewline(c)) break;
    if (isDouble(c)) quoted = !quoted;
    if (!quoted && (c === '|' || (c === '&' && peek(r, 1) === '&'))) break;
  }
  return { is: 'string', text: r.text.slice(start, r.at), quote: 'b', start, end: r.at };
}
