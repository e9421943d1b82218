import type { Atom } from './atom.ts';
import { finishArgument } from './finish-word.ts';
import { isOnlySetHere } from '../state/known-values.ts';
import { isPlainText } from './plain-text.ts';
import { finishAt } from './read-parts.ts';
import type { For, Select } from '../syntax.ts';
import type { Unit } from '../state/unit.ts';
import type { FileName, KnownValue } from '../state/known-value.ts';
import type { Word } from './word.ts';

/** Reading the body again costs as much as reading so much more text. */
const MOST_TEXT = 2_000;
const MOST_ROUNDS = 32;

/** Read once for each round, these would be met again although bash met them once, or mean a later round. */
const NOT_AGAIN = /<<|\(\)|\b(?:function|coproc|trap)\b/;

/**
 * `for x in a b; do m1 $x; done` is `m1 a; m1 b`: the values that the loop gives to its variable, one for each round,
 * when they are all literal, or patterns for files, and nothing else in the text sets it. Undefined when the body is read once, with the value
 * unknown. A round that `break` leaves out is no harm: more is found than runs.
 */
export function roundsOf(
  unit: Unit,
  node: For | Select,
  words: readonly (readonly Atom[])[],
): readonly KnownValue[] | undefined {
  const body = unit.text.slice(node.body.pos, node.body.end);
  if (node.type !== 'For' || words.length === 0 || words.length > MOST_ROUNDS) return undefined;
  if (body.length * words.length > MOST_TEXT || NOT_AGAIN.test(body)) return undefined;
  // Rounds of rounds multiply; a body that is still to come of a here-document would be taken for commands.
  if (unit.within.includes('loop') || unit.pending.length > 0 || unit.heldOutside) return undefined;
  if (!isOnlySetHere(unit, node.name.text)) return undefined;
  const values = words.flatMap((atoms) => finishArgument(atoms, finishAt(unit, node.pos, unit.at)));
  if (values.length !== words.length) return undefined;
  const rounds = new Map<string, KnownValue>();
  for (const value of values) {
    const round = roundOf(value);
    if (round === undefined) return undefined;
    rounds.set(typeof round === 'string' ? `=${round}` : `*${round.glob}`, round);
  }
  return [...rounds.values()];
}

/** A text, or a pattern: each of its files is one round more, and all of them are read as one. */
function roundOf(value: Word): string | FileName | undefined {
  if (value.kind === 'literal') return isPlainText(value.text) ? value.text : undefined;
  const glob = /^glob ([\w./*?@%+,=-]+)$/u.exec(value.reason)?.[1];
  if (glob === undefined || value.pattern !== undefined || glob.split('/').includes('..')) return undefined;
  return { glob, starts: value.starts };
}
