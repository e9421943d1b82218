import type { Invocation } from '../read/state/invocation.ts';
import { literalOf, type Word } from '../read/words/word.ts';

/** Builtins that may give a variable any value. */
const setters =
  /^(?:read|mapfile|readarray|printf|export|declare|typeset|local|readonly|eval|source|\.|getopts|unset|let|for|select|builtin|command|trap|enable)$/u;

/**
 * Variables that contain only whole numbers: `i=0`, then `i=$((i+1))`. Such a value is one word even unquoted, so `[ $i -lt 3
 * ]` is the same as `[ "$i" -lt 3 ]`. Only for a text that begins by setting it and has no other way to set it.
 */
export function counterVariables(invocations: readonly Invocation[]): ReadonlySet<string> {
  const [first] = invocations;
  if (first === undefined || first.words.length > 0 || first.assignments.length === 0) return none;
  if (invocations.some(({ words }) => words[0] !== undefined && setters.test(literalOf(words[0]) ?? 'eval')))
    return none;
  const assigned = invocations.flatMap(({ assignments }) => assignments);
  const names = first.assignments.map(({ name }) => name);
  return new Set(
    names.filter((name) =>
      assigned.every(
        (each) =>
          each.name !== name ||
          (each.subscript === undefined && each.append === undefined && isWholeNumber(each.value)),
      ),
    ),
  );
}

const none: ReadonlySet<string> = new Set();

function isWholeNumber(value: Word): boolean {
  return value.kind === 'literal' ? /^\d+$/u.test(value.text) : value.reason === 'result of $(( ))';
}

export function asOneWord(word: Word, counters: ReadonlySet<string>): Word {
  if (word.kind !== 'unknown' || word.count !== 'any') return word;
  const name = /^value of \$(\w+)$/u.exec(word.reason)?.[1];
  return name !== undefined && counters.has(name) && (word.pieces?.length ?? 1) === 1
    ? { ...word, count: 'one' }
    : word;
}
