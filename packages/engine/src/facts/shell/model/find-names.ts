import { hasLocaleClass } from '../../paths/segment-glob.ts';
import type { Arguments, UsedOption } from './model.ts';
import { optionNames } from './option-spec.ts';
import { literalOf } from '../read/words/word.ts';

/** Patterns, one of which every name matches; undefined if it may be any name. */
type Names = readonly string[] | undefined;

const actions = optionNames('-print -print0 -printf -ls -fprint -fprint0 -fprintf -fls -delete');

/** A generous limit, because they may be nested. */
const mostTokens = 500;

/**
 * Patterns for the last name of everything that `find` prints, removes or passes to a command; an empty list means any. An
 * expression is evaluated from left to right, so a test after `-exec` selects nothing, and neither does one that is negated or
 * beside `-o`.
 */
export function namesReached({ options }: Arguments): readonly string[] {
  if (options.length > mostTokens) return [];
  const tokens = options.toSorted((a, b) => a.at - b.at);
  const reached: Names[] = [];
  let next = 0;
  const takes = (...names: readonly string[]): boolean => {
    const isNext = names.includes(tokens[next]?.name ?? '');
    if (isNext) next += 1;
    return isNext;
  };
  const list = (before: Names): Names => {
    let after = either(before);
    while (takes(',')) after = either(before);
    return after;
  };
  const either = (before: Names): Names => {
    let after = both(before);
    while (takes('-o', '-or')) after = union(after, both(before));
    return after;
  };
  const both = (before: Names): Names => {
    let after = before;
    while (next < tokens.length && !ends.has(tokens[next]?.name ?? '')) after = one(after);
    return after;
  };
  const one = (before: Names): Names => {
    if (takes('!', '-not')) {
      one(before);
      return before;
    }
    if (takes('(')) {
      const after = list(before);
      return takes(')') ? after : undefined;
    }
    if (takes('-a', '-and')) return before;
    const token = tokens[next++];
    if (token === undefined) return before;
    if (token.until !== undefined || actions.has(token.name)) reached.push(before);
    return before ?? patternOf(token);
  };
  const printed = list(undefined);
  if (next < tokens.length) return [];
  return (reached.length === 0 ? printed : reached.reduce(union)) ?? [];
}

const ends: ReadonlySet<string> = new Set([')', '-o', '-or', ',']);

function union(a: Names, b: Names): Names {
  return a === undefined || b === undefined ? undefined : [...a, ...b];
}

function patternOf({ name, value }: UsedOption): Names {
  const text = literalOf(value);
  if (text === undefined || hasLocaleClass(text)) return undefined;
  if (name === '-name') return [text];
  // Ignores case, but does not handle brackets.
  return name === '-iname' && /^[\w.*?@+ -]*$/u.test(text) ? [anyCase(text)] : undefined;
}

function anyCase(text: string): string {
  return text.replace(/[a-z]/giu, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
}
