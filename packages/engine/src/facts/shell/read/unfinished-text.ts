import type { Draft, Unit } from './state/unit.ts';
import type { Surrounding } from './state/invocation.ts';
import { either, type PossibleDirectories } from './state/possible-directories.ts';
import { literalOf } from './words/word.ts';

/** A command within one of these does not move the surrounding shell. */
const OWN_PROCESS: ReadonlySet<Surrounding> = new Set([
  'substitution',
  'process-substitution',
  'subshell',
  'pipe',
  'background',
  'coproc',
]);

export interface Mark {
  readonly at: number;
  readonly draft: number;
}

export function mark(unit: Unit): Mark {
  return { at: unit.at, draft: unit.reading.drafts.length };
}

/**
 * Text that may abort a line halfway: a bad expansion, a division by zero, an assignment to a read-only variable, a pattern
 * under failglob. Bash then skips the rest of that line and continues with the next: after `cd a || exit; : $((1/0)); cd .. ||
 * exit` the next line runs in a.
 */
const MAY_FAIL = /[$`=[*?]|break|continue/;

/** Where the shell may be after a line, given where it is if the whole line ran. */
export function afterLine(unit: Unit, from: Mark, whole: PossibleDirectories): PossibleDirectories {
  const { reading, text } = unit;
  if (!reading.moves || !MAY_FAIL.test(text.slice(from.at, unit.at))) return whole;
  return reached(unit, from, () => true).reduce(either, whole);
}

/** Where `break` and `continue` may leave the loop that starts at this mark. */
export function leftAt(unit: Unit, from: Mark): readonly PossibleDirectories[] {
  return unit.reading.moves ? reached(unit, from, leaves) : [];
}

function reached(unit: Unit, from: Mark, which: (draft: Draft) => boolean): readonly PossibleDirectories[] {
  const depth = unit.within.length;
  return unit.reading.drafts
    .slice(from.draft)
    .filter((draft) => which(draft) && !draft.within.slice(depth).some((each) => OWN_PROCESS.has(each)))
    .map(({ here }) => here);
}

/** Also behind `command` and `builtin`. */
function leaves({ words }: Draft): boolean {
  return words.slice(0, 4).some((word) => ['break', 'continue'].includes(literalOf(word) ?? ''));
}
