import type { Atom } from './atom.ts';
import { finishArgument } from './finish-word.ts';
import { isOnlySetHere, printedValue } from '../state/known-values.ts';
import { isPlainText } from './plain-text.ts';
import { finishAt } from './read-parts.ts';
import type { For, Select } from '../syntax.ts';
import type { Unit } from '../state/unit.ts';
import type { FileName, KnownValue } from '../state/known-value.ts';
import type { Word } from './word.ts';

/** Reading the body again costs as much as that much more text. */
const MOST_TEXT = 2_000;
const MOST_ROUNDS = 32;

/** Read once per round, these would be seen several times although bash sees them once, or would apply to a later round. */
const NOT_AGAIN = /<<|\(\)|\b(?:function|coproc|trap)\b/;

/**
 * `for x in a b; do m1 $x; done` is `m1 a; m1 b`: the values of the loop's variable, one for each round, if all of them are
 * literal or file patterns and nothing else in the text sets it. Undefined if the body is read once with an unknown value. A
 * round that `break` skips does no harm: more is then found than runs.
 */
export function roundsOf(
  unit: Unit,
  node: For | Select,
  words: readonly (readonly Atom[])[],
): readonly KnownValue[] | undefined {
  const body = unit.text.slice(node.body.pos, node.body.end);
  if (node.type !== 'For' || words.length === 0 || NOT_AGAIN.test(body)) return undefined;
  // Nested rounds multiply; and a pending here-document's body would be read as commands.
  if (unit.within.includes('loop') || unit.pending.length > 0 || unit.heldOutside) return undefined;
  if (!isOnlySetHere(unit, node.name.text)) return undefined;
  const finish = finishAt(unit, node.pos, unit.at);
  const values = words.flatMap((atoms) => finishArgument(atoms, finish));
  const counted = finish.setHere('IFS') ? undefined : countedRounds(values);
  const rounds = distinctRounds(counted ?? values.map(roundOf));
  if (rounds === undefined) return finish.setHere('IFS') ? undefined : printedRounds(unit, values);
  const isFew = rounds.length <= MOST_ROUNDS && body.length * rounds.length <= MOST_TEXT;
  if (isFew) return rounds;
  const isNumbers = rounds.every((round) => typeof round === 'string' && /^\d+$/u.test(round));
  return isNumbers ? [{ digits: true, natural: 'number' }] : undefined;
}

/** Each value once; undefined if one of them is not known. */
function distinctRounds(
  given: readonly (string | FileName | undefined)[],
): readonly (string | FileName)[] | undefined {
  const rounds = new Map<string, string | FileName>();
  for (const round of given) {
    if (round === undefined) return undefined;
    rounds.set(typeof round === 'string' ? `=${round}` : `*${round.glob}`, round);
  }
  return [...rounds.values()];
}

/** `for f in $(git ls-files)`: each value is one of the printed names. */
function printedRounds(unit: Unit, [only, ...others]: readonly Word[]): readonly KnownValue[] | undefined {
  if (only?.kind !== 'unknown' || others.length > 0) return undefined;
  const value = printedValue(unit, only);
  return value === undefined ? undefined : [value];
}

/** `$(seq 1 5)`, without quotes: the printed numbers. */
function countedRounds(values: readonly Word[]): readonly string[] | undefined {
  const [only, ...others] = values;
  if (only?.kind !== 'unknown' || only.count !== 'any' || others.length > 0) return undefined;
  const [, first, last] = /^seq (\d{1,4})(?: (\d{1,4}))?$/u.exec(only.printed ?? '') ?? [];
  if (first === undefined) return undefined;
  const [from, to] = last === undefined ? [1, Number(first)] : [Number(first), Number(last)];
  return to < from || to - from > 999
    ? undefined
    : Array.from({ length: to - from + 1 }, (_, at) => String(from + at));
}

/** A text, or a pattern, whose files are all read as one round. */
function roundOf(value: Word): string | FileName | undefined {
  if (value.kind === 'literal') return isPlainText(value.text) ? value.text : undefined;
  const glob = /^glob ([\w./*?@%+,=-]+)$/u.exec(value.reason)?.[1];
  if (glob === undefined || value.pattern !== undefined || glob.split('/').includes('..')) return undefined;
  return { glob, starts: value.starts };
}
