import type { GlobToken } from '../../facts/paths/segment-glob.ts';
import type { PatternWord } from '../rules/pattern.ts';
import { includes, type Machine } from './includes.ts';

/** One letter of a pattern: a star reads any letter any number of times. */
type Letter = Exclude<GlobToken, { is: 'star' }>;

const anyLetter: Letter = { is: 'one' };

/** Longer patterns are compared literally. */
const longest = 400;

/** Whether every text of the inner pattern is one of the outer pattern. False means not proven. */
export function includesText(outer: readonly GlobToken[], inner: readonly GlobToken[]): boolean {
  if (outer.length > longest || inner.length > longest)
    return JSON.stringify(outer) === JSON.stringify(inner);
  return includes({
    outer: machineOf(outer),
    inner: machineOf(inner),
    step: includesLetter,
    holds: (at, places) => at !== inner.length || places.includes(outer.length),
  });
}

/** Tool, server and agent names, in which a star matches any text. */
export function includesName(outer: string, inner: string): boolean {
  return includesText(starred(outer.split('*')), starred(inner.split('*')));
}

/** One word of a command rule. `any` is one or more words and so includes every word. */
export function includesWord(outer: PatternWord, inner: PatternWord): boolean {
  if (outer.is === 'any') return true;
  if (inner.is === 'any') return false;
  return includesText(wordTokens(outer), wordTokens(inner));
}

function wordTokens(word: Exclude<PatternWord, { is: 'any' }>): readonly GlobToken[] {
  return word.is === 'literal' ? letters(word.text) : starred(word.pieces);
}

function starred(pieces: readonly string[]): readonly GlobToken[] {
  return pieces.flatMap((piece, index): readonly GlobToken[] =>
    index === 0 ? letters(piece) : [{ is: 'star' }, ...letters(piece)],
  );
}

/** By code units, like the comparison of words and names. */
function letters(text: string): readonly GlobToken[] {
  return text.split('').map((letter) => ({ is: 'text', text: letter }));
}

function machineOf(tokens: readonly GlobToken[]): Machine<Letter> {
  const reach = (at: number): readonly number[] => {
    const places = [at];
    for (let next = at; tokens[next]?.is === 'star'; next += 1) places.push(next + 1);
    return places;
  };
  return {
    start: reach(0),
    ways: (at) => {
      const token = tokens[at];
      if (token === undefined) return [];
      return token.is === 'star'
        ? [{ over: anyLetter, to: reach(at) }]
        : [{ over: token, to: reach(at + 1) }];
    },
  };
}

function includesLetter(outer: Letter, inner: Letter): boolean {
  if (outer.is === 'one') return true;
  if (outer.is === 'text') return inner.is === 'text' && inner.text === outer.text;
  if (inner.is === 'class') return JSON.stringify(outer) === JSON.stringify(inner);
  if (inner.is !== 'text') return false;
  const { text } = inner;
  return outer.ranges.some(([from, to]) => text >= from && text <= to) !== outer.negated;
}
