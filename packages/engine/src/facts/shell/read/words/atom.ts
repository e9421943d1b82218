import type { FileName } from '../state/known-value.ts';
import type { WordPiece } from './word.ts';

/** A word as it is read: stretches of text and expansions, each knowing whether quotes protect it. */
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
  /** `"$@"`: several words even in quotes. */
  readonly many?: boolean;
  /** `$((1))`, `${#x}`, `$?`: digits, whatever happens. */
  readonly number?: boolean;
  /** At most one number, and never a negative one. */
  readonly natural?: 'number' | 'commit' | 'date' | 'own job';
  /** What the script between `$(` and `)` prints. */
  readonly printed?: string;
  readonly starts?: string;
  /** The value in order, where it is known but for HOME. */
  readonly pieces?: readonly WordPiece[];
  /** The value is the name of a file that matches a pattern. */
  readonly file?: FileName;
  /** What stands behind it in the word is changed as well. */
  readonly changesRest?: true;
  /** The value is made of these and nothing else: `${x:-5}` of x and 5. */
  readonly sources?: readonly Atom[];
}

export function text(value: string, quoted: boolean): TextAtom {
  return { kind: 'text', text: value, quoted };
}

/** Neighbouring texts of the same quoting become one. */
export function pushAtom(atoms: Atom[], atom: Atom): void {
  const last = atoms.at(-1);
  const joins = atom.kind === 'text' && last?.kind === 'text' && last.quoted === atom.quoted;
  if (joins && atom.open !== true && last.open !== true) {
    atoms[atoms.length - 1] = text(last.text + atom.text, atom.quoted);
  } else {
    atoms.push(atom);
  }
}

/** The text of a word without its expansions. */
export function atomsText(atoms: readonly Atom[]): string {
  return atoms.map((atom) => (atom.kind === 'text' ? atom.text : '')).join('');
}

/** What an atom's value is made of, down to what has no parts. */
export function leaves(atom: Atom): readonly Atom[] {
  return atom.kind === 'unknown' && atom.sources !== undefined ? atom.sources.flatMap(leaves) : [atom];
}

export function reasonOf(atom: VariableAtom | UnknownAtom): string {
  return atom.kind === 'variable' ? `value of $${atom.name}` : atom.reason;
}
