import { pushAtom, text } from './atom.ts';
import type { Atom } from './atom.ts';

/**
 * `~/x` is the home directory, `'~/x'` is not. In an assignment, and in an argument that looks like one
 * (`of=~/x`), a tilde also counts after the `=` and after each colon; in `--opt=~/x` it does not.
 */
export function expandTildes(atoms: readonly Atom[], as: 'argument' | 'assignment'): readonly Atom[] {
  if (!atoms.some((atom) => atom.kind === 'text' && !atom.quoted && atom.text.includes('~'))) return atoms;
  const first = atoms[0];
  const head = first?.kind === 'text' && !first.quoted ? first.text : '';
  const assigns = as === 'assignment' || /^[A-Za-z_][A-Za-z0-9_]*\+?=/.test(head);
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
      for (const piece of expandIn(atom.text, place)) pushAtom(result, piece);
    }
  }
  return result;
}

interface TildePosition {
  readonly first: boolean;
  readonly last: boolean;
  readonly assigns: boolean;
  /** The text is the value alone, its `=` already taken off. */
  readonly value: boolean;
}

function expandIn(source: string, place: TildePosition): readonly Atom[] {
  const atoms: Atom[] = [];
  const marks = tildeMarks(source, place);
  let done = 0;
  for (let at = source.indexOf('~'); at !== -1; at = source.indexOf('~', at + 1)) {
    if (at < done || !marks(at)) continue;
    const rest = source.slice(at + 1);
    const end = rest.search(place.assigns ? /[/:]/ : /\//);
    // A prefix that runs into quotes or an expansion is not one: ~"/x".
    if (end === -1 && !place.last) continue;
    atoms.push(text(source.slice(done, at), false), home(end === -1 ? rest : rest.slice(0, end)));
    done = end === -1 ? source.length : at + 1 + end;
  }
  atoms.push(text(source.slice(done), false));
  return atoms.filter((atom) => atom.kind !== 'text' || atom.text !== '');
}

/** Where a tilde may stand for a directory. */
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
  // Nobody is called `*`: the tilde stays, and the rest may match files.
  return { kind: 'unknown', reason: `directory ~${user}`, quoted: !/[*?[]/.test(user) };
}
