import type { Atom } from '../words/atom.ts';
import type { Unit } from '../state/unit.ts';
import { doubtDifference } from './differs.ts';

/** `declaration`: an argument of `export` and similar builtins, which zsh expands like an assignment. */
type Place = 'argument' | 'value' | 'declaration';

/** Words in which zsh may expand a command name to its path: `=rm`, `x==rm`, `x=a:=rm`; not `pip install a==1`. */
const NAMES: Readonly<Record<Place, RegExp>> = {
  argument: /^=[^=~]/,
  value: /(?:^|:)=[^=~:]/,
  declaration: /^\w+\+?==[^=~:]|:=[^=~:]/,
};
/** The same after quotes or an expansion. */
const LATER_NAMES: Readonly<Record<Place, RegExp | undefined>> = {
  argument: undefined,
  value: /:=[^=~:]/,
  declaration: /:=[^=~:]/,
};
/** A path or `~` may begin after one of these. */
const SEPARATORS: Readonly<Record<Place, RegExp | undefined>> = {
  argument: undefined,
  value: /:$/,
  declaration: /[=:]$/,
};

/** Zsh looks for `=name` and `~` after removing empty quotes: `""~/x`, `""=rm`. */
export function noteFileNames(unit: Unit, atoms: readonly Atom[], place: Place): void {
  let mayBegin = true;
  for (const [index, atom] of atoms.entries()) {
    if (atom.kind !== 'text') {
      mayBegin = false;
    } else if (atom.text !== '') {
      const goesOn = index < atoms.length - 1 && atom.text.endsWith('=') ? `${atom.text}x` : atom.text;
      if (!atom.quoted && index === 0) noteFirst(unit, goesOn, place);
      else if (!atom.quoted) noteLater(unit, goesOn, { place, mayBegin });
      mayBegin = SEPARATORS[place]?.test(atom.text) === true;
    }
  }
}

function noteFirst(unit: Unit, text: string, place: Place): void {
  if (NAMES[place].test(text)) doubtDifference(unit, 'equals-name');
}

function noteLater(unit: Unit, text: string, { place, mayBegin }: { place: Place; mayBegin: boolean }): void {
  if (mayBegin && text.startsWith('~')) doubtDifference(unit, 'tilde-beside-quotes');
  if ((mayBegin && text.startsWith('=')) || LATER_NAMES[place]?.test(text) === true)
    doubtDifference(unit, 'equals-name');
}
