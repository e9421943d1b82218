import { foldName } from './fold.ts';
import type { Name } from './named-path.ts';

/** A pattern for one name between two slashes, or for any number of names. */
export type SegmentGlob =
  | { readonly is: 'literal'; readonly text: string; readonly folded: string }
  | { readonly is: 'pattern'; readonly tokens: readonly GlobToken[]; readonly folded: readonly GlobToken[] }
  | { readonly is: 'any-depth' };

export type GlobToken =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'one' }
  | { readonly is: 'star' }
  | {
      readonly is: 'class';
      readonly negated: boolean;
      readonly ranges: readonly (readonly [string, string])[];
    };

export const anyDepth: SegmentGlob = { is: 'any-depth' };
export const anyName: SegmentGlob = segmentOf([{ is: 'star' }]);

function segmentOf(tokens: readonly GlobToken[]): SegmentGlob {
  if (tokens.every((token) => token.is === 'text'))
    return literalSegment(tokens.map((each) => each.text).join(''));
  return { is: 'pattern', tokens, folded: foldTokens(tokens) };
}

export function literalSegment(text: string): SegmentGlob {
  return { is: 'literal', text, folded: foldName(text) };
}

/** One segment of glob text: `*`, `?`, `[a-z]`, `[!a]`, backslash escapes; an unclosed `[` is itself. */
export function parseSegment(text: string): SegmentGlob {
  if (text === '**') return anyDepth;
  // Most names are not patterns; parsing them letter by letter would be a tenth of a cold process's work.
  if (!holdsPattern(text)) return literalSegment(text);
  const letters = Array.from(text);
  const tokens: GlobToken[] = [];
  for (let at = 0; at < letters.length;) {
    const { token, end } = readGlobToken(letters, at);
    if (token.is !== 'star' || tokens.at(-1)?.is !== 'star') tokens.push(token);
    at = end + 1;
  }
  return segmentOf(tokens);
}

/** Whether a name may match more than itself. */
export function holdsPattern(text: string): boolean {
  return text.includes('*') || text.includes('?') || text.includes('[') || text.includes('\\');
}

interface TokenRead {
  readonly token: GlobToken;
  /** The index of its last letter. */
  readonly end: number;
}

function readGlobToken(letters: readonly string[], at: number): TokenRead {
  const letter = letters[at] ?? '';
  if (letter === '*') return { token: { is: 'star' }, end: at };
  if (letter === '?') return { token: { is: 'one' }, end: at };
  const escaped = letter === '\\' ? letters[at + 1] : undefined;
  if (escaped !== undefined) return { token: { is: 'text', text: escaped }, end: at + 1 };
  const found = letter === '[' ? parseClass(letters, at) : undefined;
  return found ?? { token: { is: 'text', text: letter }, end: at };
}

/** `[[:alpha:]]`, `[[.a.]]`, `[[=a=]]` depend on the locale; a glob that contains one is not read at all. */
export function hasLocaleClass(glob: string): boolean {
  return /\[[:.=]/u.test(glob);
}

function parseClass(letters: readonly string[], start: number): TokenRead | undefined {
  if (letters.lastIndexOf(']') <= start) return undefined;
  const negated = letters[start + 1] === '!' || letters[start + 1] === '^';
  const first = start + (negated ? 2 : 1);
  const ranges: (readonly [string, string])[] = [];
  let at = first;
  for (; at < letters.length; at += 1) {
    let letter = letters[at] ?? '';
    // A closing bracket right at the start is a member: `[]a]`.
    if (letter === ']' && at > first) return { token: { is: 'class', negated, ranges }, end: at };
    if (letter === '\\' && at + 1 < letters.length) {
      at += 1;
      letter = letters[at] ?? '';
    }
    const last = letters[at + 2];
    if (letters[at + 1] === '-' && last !== undefined && last !== ']') {
      ranges.push([letter, last]);
      at += 2;
    } else ranges.push([letter, letter]);
  }
  return undefined;
}

export function matchesSegment(segment: SegmentGlob, name: string): boolean {
  if (segment.is === 'literal') return segment.text === name;
  return segment.is === 'any-depth' || matchesTokens(segment.tokens, Array.from(name), inClass);
}

/** Whether it matches this name in any spelling that some file system treats as equal. */
export function suspectsSegment(segment: SegmentGlob, name: Name): boolean {
  if (segment.is === 'literal') return segment.folded === name.folded || segment.text === name.text;
  if (segment.is === 'any-depth') return true;
  return (
    matchesFolded(segment.folded, name.folded) ||
    matchesTokens(segment.tokens, Array.from(name.text), inClass)
  );
}

/** Whether some name that begins like this could match, in any case. May return true too often. */
export function mayBegin(segment: SegmentGlob, start: string): boolean {
  const folded = foldName(start);
  if (segment.is === 'literal') return segment.folded.startsWith(folded);
  if (segment.is === 'any-depth') return true;
  return mayShareTokens(segment.folded, [...textTokens(folded), { is: 'star' }]);
}

/** Whether one name could match both patterns, in any case. May return true too often, for classes. */
export function mayShare(first: SegmentGlob, second: SegmentGlob): boolean {
  if (first.is === 'any-depth' || second.is === 'any-depth') return true;
  if (first.is === 'literal') {
    return second.is === 'literal'
      ? first.folded === second.folded
      : matchesFolded(second.folded, first.folded);
  }
  return second.is === 'literal'
    ? matchesFolded(first.folded, second.folded)
    : mayShareTokens(first.folded, second.folded);
}

function matchesFolded(tokens: readonly GlobToken[], folded: string): boolean {
  const first = tokens[0];
  const last = tokens.at(-1);
  // Most names differ at the start or the end, so they need not be split into letters.
  if (first?.is === 'text' && !folded.startsWith(first.text)) return false;
  if (last?.is === 'text' && !folded.endsWith(last.text)) return false;
  return matchesTokens(tokens, Array.from(folded), inAnyCaseOfClass);
}

type ClassToken = Extract<GlobToken, { is: 'class' }>;
type ClassTest = (token: ClassToken, letter: string) => boolean;

/** Greedy, remembering one star: never slower than name length times pattern length. */
function matchesTokens(tokens: readonly GlobToken[], letters: readonly string[], test: ClassTest): boolean {
  let token = 0;
  let letter = 0;
  let star = -1;
  let starLetter = 0;
  while (letter < letters.length) {
    const current = tokens[token];
    if (current?.is === 'star') {
      star = token;
      starLetter = letter;
      token += 1;
    } else if (current !== undefined && matchesLetter(current, letters[letter] ?? '', test)) {
      token += 1;
      letter += 1;
    } else if (star !== -1) {
      starLetter += 1;
      letter = starLetter;
      token = star + 1;
    } else return false;
  }
  while (tokens[token]?.is === 'star') token += 1;
  return token === tokens.length;
}

function matchesLetter(token: GlobToken, letter: string, test: ClassTest): boolean {
  if (token.is === 'text') return token.text === letter;
  return token.is === 'class' ? test(token, letter) : token.is === 'one';
}

function inClass(token: ClassToken, letter: string): boolean {
  return token.ranges.some(([from, to]) => letter >= from && letter <= to) !== token.negated;
}

function inAnyCaseOfClass(token: ClassToken, letter: string): boolean {
  return [letter, letter.toUpperCase(), letter.toLowerCase()].some((each) => inClass(token, each));
}

/** Two patterns with different letters at an end share nothing, so most pairs need no walk. */
function differ(a: GlobToken | undefined, b: GlobToken | undefined): boolean {
  return a?.is === 'text' && b?.is === 'text' && a.text !== b.text;
}

/** Walks both patterns in parallel, visiting each pair of positions once. */
function mayShareTokens(first: readonly GlobToken[], second: readonly GlobToken[]): boolean {
  const endsDiffer = differ(first[0], second[0]) || differ(first.at(-1), second.at(-1));
  return !endsDiffer && mayMeetThroughout(first, second);
}

function mayMeetThroughout(first: readonly GlobToken[], second: readonly GlobToken[]): boolean {
  const width = second.length + 1;
  const seen = new Set<number>();
  const open: (readonly [number, number])[] = [[0, 0]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [left, right] = next;
    const place = left * width + right;
    if (seen.has(place)) continue;
    seen.add(place);
    const a = first[left];
    const b = second[right];
    if (a === undefined && b === undefined) return true;
    if (a?.is === 'star') open.push([left + 1, right]);
    if (b?.is === 'star') open.push([left, right + 1]);
    if (a === undefined || b === undefined || !mayMeet(a, b)) continue;
    open.push([a.is === 'star' ? left : left + 1, b.is === 'star' ? right : right + 1]);
  }
  return false;
}

function mayMeet(a: GlobToken, b: GlobToken): boolean {
  if (a.is === 'text') {
    if (b.is === 'text') return a.text === b.text;
    return b.is !== 'class' || inAnyCaseOfClass(b, a.text);
  }
  return b.is !== 'text' || a.is !== 'class' || inAnyCaseOfClass(a, b.text);
}

function foldTokens(tokens: readonly GlobToken[]): GlobToken[] {
  const folded: GlobToken[] = [];
  let run = '';
  for (const token of tokens) {
    if (token.is === 'text') {
      run += token.text;
      continue;
    }
    folded.push(...textTokens(foldName(run)), token);
    run = '';
  }
  folded.push(...textTokens(foldName(run)));
  return folded;
}

function textTokens(text: string): GlobToken[] {
  return Array.from(text, (letter) => ({ is: 'text', text: letter }));
}
