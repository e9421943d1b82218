import type { FileName } from '../state/known-value.ts';
import type { WordPiece } from './word.ts';

/** The parts of a word: text and expansions, each with whether it is quoted. */
export type Atom = TextAtom | VariableAtom | UnknownAtom;

export interface TextAtom {
  readonly kind: 'text';
  readonly text: string;
  readonly quoted: boolean;
  /** The known value of `$x`, see VariableAtom. */
  readonly open?: boolean;
}

export interface VariableAtom {
  readonly kind: 'variable';
  readonly name: string;
  readonly quoted: boolean;
  /** `$x` without braces around the name: in `$x{a,b}` bash makes it `$xa` and `$xb`. */
  readonly open?: boolean;
}

export interface UnknownAtom {
  readonly kind: 'unknown';
  readonly reason: string;
  readonly quoted: boolean;
  /** `"$@"`: several words even when quoted. */
  readonly many?: boolean;
  /** `$((1))`, `${#x}`, `$?`: always digits. */
  readonly number?: boolean;
  /** At most one number, and never a negative one. */
  readonly natural?: 'number' | 'commit' | 'date' | 'own job';
  /** The script between `$(` and `)` whose output this is. */
  readonly printed?: string;
  readonly starts?: string;
  /** The parts of the value in order, if known except for HOME. */
  readonly pieces?: readonly WordPiece[];
  /** The value is the name of a file that matches a pattern. */
  readonly file?: FileName;
  /** The rest of the word is changed as well. */
  readonly changesRest?: true;
  /** All that the value can consist of: `${x:-5}` consists of x and 5. */
  readonly sources?: readonly Atom[];
}

export function text(value: string, quoted: boolean): TextAtom {
  return { kind: 'text', text: value, quoted };
}

/** Merges neighbouring texts with the same quoting. */
export function pushAtom(atoms: Atom[], atom: Atom): void {
  const last = atoms.at(-1);
  const joins = atom.kind === 'text' && last?.kind === 'text' && last.quoted === atom.quoted;
  if (joins && atom.open !== true && last.open !== true) {
    atoms[atoms.length - 1] = text(last.text + atom.text, atom.quoted);
  } else {
    atoms.push(atom);
  }
}

export function atomsText(atoms: readonly Atom[]): string {
  return atoms.map((atom) => (atom.kind === 'text' ? atom.text : '')).join('');
}

/** The parts of an atom's value, recursively. */
export function leaves(atom: Atom): readonly Atom[] {
  return atom.kind === 'unknown' && atom.sources !== undefined ? atom.sources.flatMap(leaves) : [atom];
}

export function reasonOf(atom: VariableAtom | UnknownAtom): string {
  return atom.kind === 'variable' ? `value of $${atom.name}` : atom.reason;
}
