import type { CharSet } from './regex-node.ts';

type Ranges = CharSet['ranges'];

const digits: Ranges = [[0x30, 0x39]];
const wordLetters: Ranges = [...digits, [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]];
const lineEnds: Ranges = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
];
const spaces: Ranges = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];

export const dot: CharSet = { negated: true, ranges: lineEnds };

const sets: ReadonlyMap<string, CharSet> = new Map([
  ['d', { negated: false, ranges: digits }],
  ['D', { negated: true, ranges: digits }],
  ['w', { negated: false, ranges: wordLetters }],
  ['W', { negated: true, ranges: wordLetters }],
  ['s', { negated: false, ranges: spaces }],
  ['S', { negated: true, ranges: spaces }],
]);

/** `\d`, `\w`, `\s` and their negations. */
export function escapedSet(letter: string): CharSet | undefined {
  return sets.get(letter);
}

const controls: ReadonlyMap<string, number> = new Map([
  ['n', 0x0a],
  ['r', 0x0d],
  ['t', 0x09],
  ['f', 0x0c],
  ['v', 0x0b],
]);

/** One escaped code point that starts at `at`, after the backslash. */
export function escapedText(
  source: string,
  at: number,
): { readonly code: number; readonly end: number } | undefined {
  const letter = source[at] ?? '';
  const control = controls.get(letter);
  if (control !== undefined) return { code: control, end: at + 1 };
  if (letter === '0') return /\d/u.test(source[at + 1] ?? '') ? undefined : { code: 0, end: at + 1 };
  if (letter === 'x') return hex(source, at + 1, 2);
  if (letter === 'u') return source[at + 1] === '{' ? braced(source, at + 2) : hex(source, at + 1, 4);
  return '^$\\.*+?()[]{}|/'.includes(letter) ? { code: letter.charCodeAt(0), end: at + 1 } : undefined;
}

function hex(source: string, at: number, length: number): { code: number; end: number } | undefined {
  const text = source.slice(at, at + length);
  return text.length === length && /^[\da-f]+$/iu.test(text)
    ? { code: Number.parseInt(text, 16), end: at + length }
    : undefined;
}

function braced(source: string, at: number): { code: number; end: number } | undefined {
  const end = source.indexOf('}', at);
  const text = end === -1 ? '' : source.slice(at, end);
  if (!/^[\da-f]{1,6}$/iu.test(text)) return undefined;
  const code = Number.parseInt(text, 16);
  return code > 0x10_ffff ? undefined : { code, end: end + 1 };
}

export function isIn(set: CharSet, code: number): boolean {
  for (const [from, to] of set.ranges) {
    if (code >= from && code <= to) return !set.negated;
  }
  return set.negated;
}

export function isWordCode(code: number): boolean {
  return wordLetters.some(([from, to]) => code >= from && code <= to);
}
