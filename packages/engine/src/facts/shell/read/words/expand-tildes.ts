import { doubtDifference, readsOtherwise } from '../shells/differs.ts';
import type { Unit } from '../state/unit.ts';
import { pushAtom, text, type Atom } from './atom.ts';

/**
 * `~/x` is in the home directory, `'~/x'` is not. In an assignment, and in an argument that looks like one (`of=~/x`), a tilde
 * also expands after the `=` and after each colon; in `--opt=~/x` it does not.
 */
export function expandTildes(
  atoms: readonly Atom[],
  as: 'argument' | 'assignment',
  unit: Unit,
): readonly Atom[] {
  if (!atoms.some((atom) => atom.kind === 'text' && !atom.quoted && atom.text.includes('~'))) return atoms;
  const assigns = as === 'assignment' || isAssignmentLike(unit, atoms);
  const result: Atom[] = [];
  for (const [index, atom] of atoms.entries()) {
    if (atom.kind !== 'text' || atom.quoted || !atom.text.includes('~')) pushAtom(result, atom);
    else {
      const place = {
        first: index === 0,
        last: index === atoms.length - 1,
        assigns,
        value: as === 'assignment',
      };
      for (const piece of expandIn(atom.text, place, unit)) pushAtom(result, piece);
    }
  }
  return result;
}

/** Whether the argument looks like an assignment (`of=~/x`), so that tildes within it expand. */
function isAssignmentLike(unit: Unit, atoms: readonly Atom[]): boolean {
  const isInside = atoms.some((atom) => atom.kind === 'text' && /[=:]~/.test(atom.text));
  if (!isInside) return false;
  doubtDifference(unit, 'tilde-after-equals');
  const [first] = atoms;
  const isLike = first?.kind === 'text' && !first.quoted && /^[A-Za-z_][A-Za-z0-9_]*\+?=/.test(first.text);
  return isLike && !readsOtherwise(unit, 'tilde-in-argument');
}

interface TildePosition {
  readonly first: boolean;
  readonly last: boolean;
  readonly assigns: boolean;
  /** The text is only the value, without the `=`. */
  readonly value: boolean;
}

function expandIn(source: string, place: TildePosition, unit: Unit): readonly Atom[] {
  const atoms: Atom[] = [];
  const marks = tildeMarks(source, place);
  let done = 0;
  for (let at = source.indexOf('~'); at !== -1; at = source.indexOf('~', at + 1)) {
    if (at < done || !marks(at)) continue;
    const rest = source.slice(at + 1);
    const end = rest.search(place.assigns ? /[/:]/ : /\//);
    // A prefix that continues with quotes or an expansion is not expanded: ~"/x". Zsh does expand it, to /x in the home
    // directory.
    if (end === -1 && !place.last) {
      doubtDifference(unit, 'tilde-beside-quotes');
      continue;
    }
    const user = end === -1 ? rest : rest.slice(0, end);
    if (user === '+' && readsOtherwise(unit, 'tilde-plus')) continue;
    atoms.push(text(source.slice(done, at), false), home(user));
    done = end === -1 ? source.length : at + 1 + end;
  }
  atoms.push(text(source.slice(done), false));
  return atoms.filter((atom) => atom.kind !== 'text' || atom.text !== '');
}

/** The positions at which a tilde may be expanded. */
function tildeMarks(source: string, place: TildePosition): (at: number) => boolean {
  const equals = place.value || !place.first ? -1 : source.indexOf('=');
  return (at) => {
    if (at === 0) return place.first;
    return place.assigns && (source[at - 1] === ':' || at - 1 === equals);
  };
}

function home(user: string): Atom {
  if (user === '') return { kind: 'variable', name: 'HOME', quoted: true };
  if (user === '+') return { kind: 'variable', name: 'PWD', quoted: true };
  // There is no user called `*`: the tilde stays, and the word may match files.
  return { kind: 'unknown', reason: `directory ~${user}`, quoted: !/[*?[]/.test(user) };
}
