import { wordSet, type WordSet } from '../../word-set.ts';

/**
 * Just enough of awk's tokens to tell code from strings and patterns. Undefined if a slash may either divide or open a pattern
 * and the two readings differ.
 */
export function awkTokens(text: string): readonly string[] | undefined {
  const tokens: string[] = [];
  let at = 0;
  while (at < text.length) {
    const next = readAwkToken(text, at, tokens.at(-1));
    if (next === undefined) return undefined;
    if (next.token !== '') tokens.push(next.token);
    at = next.end;
  }
  return tokens;
}

interface AwkToken {
  /** Strings are `"`, patterns are `/`, a division is `÷`; blanks and comments are empty. */
  readonly token: string;
  readonly end: number;
}

const operators: readonly string[] = '|& || && >> >= <= == != !~ ++ -- += -= *= %= ^= **'.split(' ');

const wordAt = /[\w.]+/uy;
const blankAt = /(?:[ \t\r]|\\\r?\n|#[^\n]*)+/uy;

function readAwkToken(text: string, at: number, last: string | undefined): AwkToken | undefined {
  const blank = match(blankAt, text, at);
  if (blank !== undefined) return { token: '', end: at + blank.length };
  const word = match(wordAt, text, at);
  if (word !== undefined) return { token: word, end: at + word.length };
  const character = text[at] ?? '';
  if (character === '"') return string(text, at);
  if (character === '/') return slash(text, at, last);
  const operator = operators.find((each) => text.startsWith(each, at)) ?? character;
  return { token: operator, end: at + operator.length };
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function string(text: string, at: number): AwkToken | undefined {
  const end = closing(text, at + 1, '"');
  return end === undefined ? undefined : { token: '"', end: end + 1 };
}

const keywords: WordSet = wordSet('print printf return in case do else exit delete');

function slash(text: string, at: number, last: string | undefined): AwkToken | undefined {
  if (last === '++' || last === '--' || last === '/' || last === '$') return undefined;
  if (last === ')' && laterSlash(text, at)) return undefined;
  const divides = last !== undefined && !keywords.has(last) && /^(?:[\w.]+|"|\)|\])$/u.test(last);
  if (divides) return { token: '÷', end: at + (text[at + 1] === '=' ? 2 : 1) };
  const end = closing(text, at + 1, '/');
  // Awks disagree on whether a slash inside brackets closes the pattern.
  if (end === undefined || end !== closing(text, at + 1, '/', 'brackets')) return undefined;
  return { token: '/', end: end + 1 };
}

/** `if (x) /re/` and `(x) / 2`: the first needs a second slash on the line. */
function laterSlash(text: string, at: number): boolean {
  const line = text.indexOf('\n', at);
  return text.slice(at + 1, line === -1 ? text.length : line).includes('/');
}

// oxlint-disable-next-line max-params -- four plain scalars of one scan
function closing(text: string, start: number, quote: string, brackets?: 'brackets'): number | undefined {
  let inside = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '\n') return undefined;
    else if (character === quote && !inside) return at;
    else if (brackets !== undefined) {
      if (character === '[' && !inside) {
        inside = true;
        if (text[at + 1] === '^') at += 1;
        if (text[at + 1] === ']') at += 1;
      } else if (character === ']') inside = false;
    }
  }
  return undefined;
}
