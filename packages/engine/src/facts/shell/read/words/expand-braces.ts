import { pushAtom, text, type Atom } from './atom.ts';

const MOST_WORDS = 256;

/** The words that `a{b,c}{1..3}` becomes; undefined if that is not certain. Quoted braces are text. */
export function expandBraces(atoms: readonly Atom[]): readonly (readonly Atom[])[] | undefined {
  const loose = atoms.map((atom) => (atom.kind === 'text' && !atom.quoted ? atom.text : '')).join('\0');
  if (!loose.includes('{')) return [atoms];
  // Braces may change the name after a dollar sign: $x{a,b} is $xa $xb, {$,}x is $x x.
  if (loose.includes('$') || atoms.some((atom, at) => changesName(atom, atoms[at + 1]))) return undefined;
  const nodes = parseBraces(tokens(atoms));
  if (nodes === undefined) return /,|\.\./.test(loose) ? undefined : [atoms];
  return expandAll(nodes);
}

/** `$x` right before a brace or a comma; in `$x/{a,b}` and `$x"a"` the name has already ended. */
function changesName(atom: Atom, next: Atom | undefined): boolean {
  if (atom.kind === 'unknown' || atom.open !== true) return false;
  return next?.kind === 'text' && !next.quoted && /^[{},]/.test(next.text);
}

type BraceToken = '{' | ',' | '}' | Atom;
type BraceNode = Atom | Group;

interface Group {
  readonly kind: 'group';
  readonly alternatives: readonly (readonly BraceNode[])[];
}

function tokens(atoms: readonly Atom[]): readonly BraceToken[] {
  return atoms.flatMap((atom): readonly BraceToken[] => {
    if (atom.kind !== 'text' || atom.quoted) return [atom];
    return (atom.text.match(/[{},]|[^{},]+/g) ?? []).map((piece) =>
      piece === '{' || piece === '}' || piece === ',' ? piece : text(piece, false),
    );
  });
}

const DEEPEST = 16;

/** Undefined if the braces do not match. */
function parseBraces(all: readonly BraceToken[]): readonly BraceNode[] | undefined {
  const open: BraceNode[][][] = [];
  let current: BraceNode[] = [];
  for (const token of all) {
    if (token === '{') {
      if (open.length > DEEPEST) return undefined;
      open.push([current]);
      current = [];
    } else if (token === ',' && open.length > 0) {
      open.at(-1)?.push(current);
      current = [];
    } else if (token === '}') {
      const group = open.pop();
      const before = group?.shift();
      if (group === undefined || before === undefined) return undefined;
      before.push({ kind: 'group', alternatives: [...group, current] });
      current = before;
    } else {
      current.push(token === ',' ? text(',', false) : token);
    }
  }
  return open.length === 0 ? current : undefined;
}

function expandAll(nodes: readonly BraceNode[]): readonly (readonly Atom[])[] | undefined {
  let words: (readonly Atom[])[] = [[]];
  for (const node of nodes) {
    const choices = node.kind === 'group' ? expandGroup(node) : [[node]];
    if (choices === undefined || choices.length * words.length > MOST_WORDS) return undefined;
    words = words.flatMap((word) => choices.map((choice) => concat(word, choice)));
  }
  return words;
}

function concat(first: readonly Atom[], second: readonly Atom[]): readonly Atom[] {
  const atoms = [...first];
  for (const atom of second) pushAtom(atoms, atom);
  return atoms;
}

function expandGroup({ alternatives }: Group): readonly (readonly Atom[])[] | undefined {
  const [only] = alternatives;
  if (alternatives.length > 1 || only === undefined) {
    const words: (readonly Atom[])[] = [];
    for (const alternative of alternatives) {
      const expanded = expandAll(alternative);
      if (expanded === undefined || words.length + expanded.length > MOST_WORDS) return undefined;
      words.push(...expanded);
    }
    return words;
  }
  const [first] = only;
  if (only.length === 1 && first?.kind === 'text' && !first.quoted && first.text.includes('..')) {
    return expandSequence(first.text);
  }
  // Some shells may expand `{..$x}` as a sequence, which is not modelled.
  if (only.some((node) => node.kind === 'text' && node.text.includes('..'))) return undefined;
  const braced = expandAll(only);
  // `{x{a,b}}`: in mksh the outer braces hide the inner ones.
  if (braced !== undefined && braced.length > 1) return undefined;
  return braced?.map((word) => concat(concat([text('{', false)], word), [text('}', false)]));
}

const NUMBERS = /^(-?[0-9]{1,9})\.\.(-?[0-9]{1,9})(?:\.\.(-?[0-9]{1,9}))?$/;
const LETTERS = /^(?:[a-z]\.\.[a-z]|[A-Z]\.\.[A-Z])$/;

function expandSequence(body: string): readonly (readonly Atom[])[] | undefined {
  const values = letterSequence(body) ?? numberSequence(body);
  return values?.map((value) => [text(value, false)]);
}

function letterSequence(body: string): readonly string[] | undefined {
  if (!LETTERS.test(body)) return undefined;
  const codes = count(body.charCodeAt(0), body.charCodeAt(3));
  return codes?.map((code) => String.fromCharCode(code));
}

function numberSequence(body: string): readonly string[] | undefined {
  const numbers = NUMBERS.exec(body);
  if (numbers === null) return undefined;
  const [, first = '', last = '', step] = numbers;
  const padded = /^-?0[0-9]/.test(first) || /^-?0[0-9]/.test(last);
  // Bash 3.2, still shipped with macOS, supports neither leading zeros nor steps.
  if (padded || step !== undefined) return undefined;
  return count(Number(first), Number(last))?.map(String);
}

function count(from: number, to: number): readonly number[] | undefined {
  const length = Math.abs(to - from) + 1;
  if (length > MOST_WORDS) return undefined;
  const step = to < from ? -1 : 1;
  return Array.from({ length }, (_, index) => from + index * step);
}
