import { definedFields } from '../../../../call/defined-fields.ts';
import type { Span } from '../../../../call/span.ts';
import { reasonOf, atomsText, type Atom, type UnknownAtom, type VariableAtom } from './atom.ts';
import { expandBraces } from './expand-braces.ts';
import { printsRevision } from './number-output.ts';
import { isPlainText } from './plain-text.ts';
import { expandTildes } from './expand-tildes.ts';
import { doubtDifference, readsOtherwise } from '../shells/differs.ts';
import { noteFileNames } from '../shells/file-name-expansion.ts';
import type { FileName } from '../state/known-value.ts';
import type { Unit } from '../state/unit.ts';
import type { UnknownWord, Word, WordPiece } from './word.ts';

export interface Finish {
  readonly span: Span;
  readonly unit: Unit;
  /** Whether the text itself sets HOME or PWD, so that the world's value does not apply. */
  readonly setHere: (name: string) => boolean;
}

/** The arguments that one word of a command becomes: none, one or many. */
export function finishArgument(atoms: readonly Atom[], finish: Finish): readonly Word[] {
  const [only] = atoms;
  const isWhole = atoms.length === 1 && only?.kind === 'text' && only.text !== '';
  // Nothing here that braces, tildes or patterns could expand.
  if (isWhole && (only.quoted || isPlainText(only.text))) {
    if (!only.quoted) noteFileNames(finish.unit, atoms, 'argument');
    return [{ kind: 'literal', text: only.text, span: finish.span }];
  }
  const expanded = expandBracesAs(atoms, finish);
  if (expanded === undefined) {
    return [
      { kind: 'unknown', reason: 'braces that are not simple', starts: '', count: 'any', span: finish.span },
    ];
  }
  return expanded.flatMap((word) => finishOne(word, finish));
}

/** `{a,b}` as the shells of this reading expand it. */
function expandBracesAs(atoms: readonly Atom[], { unit }: Finish): readonly (readonly Atom[])[] | undefined {
  const mayExpand = atoms.some((atom) => atom.kind === 'text' && !atom.quoted && atom.text.includes('{'));
  const expanded = mayExpand ? expandBraces(atoms) : [atoms];
  if (expanded?.length === 1 && expanded[0] !== undefined && isSameText(expanded[0], atoms)) return expanded;
  if (readsOtherwise(unit, 'braces')) return [atoms];
  const loose = atoms.map((atom) => (atom.kind === 'text' && !atom.quoted ? atom.text : '')).join('');
  if (loose.includes('..') && readsOtherwise(unit, 'brace-sequence'))
    return loose.includes(',') ? undefined : [atoms];
  // In zsh `$x[1,2]` is one expansion: its comma does not separate alternatives.
  if (atoms.some((atom) => atom.kind === 'unknown' && atom.changesRest === true)) return undefined;
  const isEmpty = (word: readonly Atom[]): boolean =>
    word.every((atom) => atom.kind === 'text' && !atom.quoted && atom.text === '');
  if (expanded?.some(isEmpty) === true) doubtDifference(unit, 'empty-alternative');
  return expanded;
}

function isSameText(some: readonly Atom[], others: readonly Atom[]): boolean {
  return some === others || (some.length === others.length && atomsText(some) === atomsText(others));
}

/** A value that is neither split nor matched against files: an assignment or a here-string. */
export function finishValue(atoms: readonly Atom[], finish: Finish): Word {
  noteFileNames(finish.unit, atoms, 'value');
  const whole = expandTildes(atoms, 'assignment', finish.unit);
  return makeWord(whole, 'one', finish);
}

function finishOne(atoms: readonly Atom[], finish: Finish): readonly Word[] {
  noteFileNames(finish.unit, atoms, 'argument');
  const whole = expandTildes(atoms, 'argument', finish.unit);
  // $X disappears if X is empty; so does an alternative like the first of {,a}.
  if (whole.every((atom) => atom.kind === 'text' && !atom.quoted && atom.text === '')) return [];
  if (isGlob(whole)) return [makeGlob(whole, finish)];
  const splits = whole.some(
    (atom) => atom.kind !== 'text' && (!atom.quoted || ('many' in atom && atom.many)),
  );
  // `-j$(nproc)`: digits contain no blank and no pattern, so together with other text this is one word.
  const isOne = atomsText(whole) !== '' && isNatural(whole, finish);
  return [makeWord(whole, splits && !isOne ? 'any' : 'one', finish)];
}

function isGlob(atoms: readonly Atom[]): boolean {
  let open = false;
  for (const atom of atoms) {
    if (atom.kind !== 'text' || atom.quoted) continue;
    if (/[*?]/.test(atom.text)) return true;
    const bracket: number = open ? 0 : atom.text.indexOf('[');
    open ||= bracket !== -1;
    if (open && atom.text.includes(']', bracket)) return true;
  }
  return false;
}

function makeGlob(atoms: readonly Atom[], finish: Finish): Word {
  let starts = '';
  let shown = '';
  for (const atom of atoms) {
    if (atom.kind !== 'text') return makePattern(atoms, finish);
    if (starts === shown) starts += atom.quoted ? atom.text : (/^[^*?[]*/.exec(atom.text)?.[0] ?? '');
    shown += atom.text;
  }
  return { kind: 'unknown', reason: `glob ${shown}`, starts, count: 'any', span: finish.span };
}

/** `~/.ssh/*`: the directory is known once HOME is. */
function makePattern(atoms: readonly Atom[], finish: Finish): Word {
  const word = makeWord([...atoms, GLOB], 'any', finish);
  const pattern = atomPieces(atoms, finish.setHere);
  const plain = pattern.every((piece) => !('other' in piece));
  return plain && word.kind === 'unknown' ? { ...word, pattern } : word;
}

const GLOB: UnknownAtom = { kind: 'unknown', reason: 'glob', quoted: false };

function makeWord(atoms: readonly Atom[], count: 'one' | 'any', { span, setHere, unit }: Finish): Word {
  const loose = atoms.find((atom): atom is VariableAtom | UnknownAtom => atom.kind !== 'text');
  if (loose === undefined) {
    return {
      kind: 'literal',
      text: atomsText(atoms),
      span,
    };
  }
  const changes = atoms.findIndex((atom) => atom.kind === 'unknown' && atom.changesRest === true);
  if (changes !== -1)
    return { kind: 'unknown', reason: reasonOf(loose), starts: startOf(atoms, count), count, span };
  const pieces = atomPieces(atoms, setHere);
  const file = fileName(atoms) ?? naturalName(atoms, { span, setHere, unit });
  if (file !== undefined && count === 'one')
    return { kind: 'unknown', reason: `glob ${file.glob}`, starts: file.starts, count, span };
  return {
    kind: 'unknown',
    reason: reasonOf(loose),
    starts: startOf(atoms, count),
    count,
    pieces,
    ...definedFields({ unquoted: file, shape: count === 'one' ? atomsShape(atoms, setHere) : undefined }),
    ...wholeValue(atoms, { span, setHere, unit }),
    span,
  };
}

/** What is known about a word that consists of a single expansion. */
function wholeValue(
  atoms: readonly Atom[],
  finish: Finish,
): Pick<UnknownWord, 'natural' | 'printed' | 'printedIn'> {
  const [only, ...others] = atoms.filter((atom) => atom.kind !== 'text' || atom.text !== '');
  if (only?.kind === 'text') return printedBehind(only.text, others);
  if (only?.kind !== 'unknown' || others.length > 0) return {};
  const { natural, printed } = only;
  return {
    ...(natural !== undefined && isNatural([only], finish) ? { natural } : {}),
    ...definedFields({ printed }),
  };
}

/** `"logs/$(ls logs | head -1)"`: a name in that directory. */
function printedBehind(
  before: string,
  [value, ...others]: readonly Atom[],
): Pick<UnknownWord, 'printed' | 'printedIn'> {
  if (value?.kind !== 'unknown' || value.printed === undefined) return {};
  // One line is one word, if no name contains a blank.
  if (!value.quoted && !/\| (?:head|tail) -(?:n ?)?1$/u.test(value.printed)) return {};
  const isPlain = others.length === 0 && /^[\w./@+-]*\/$/u.test(before) && !before.split('/').includes('..');
  return isPlain && value.printed.startsWith('ls ') ? { printed: value.printed, printedIn: before } : {};
}

function atomsShape(atoms: readonly Atom[], setHere: Finish['setHere']): string | undefined {
  const holdsNoBlank = (atom: Atom): boolean =>
    atom.kind === 'text' ||
    (atom.kind === 'unknown' &&
      (atom.natural !== undefined || (atom.printed !== undefined && printsRevision(atom.printed))));
  if (
    setHere('IFS') ||
    !atoms.some((atom) => atom.kind === 'text' && atom.text !== '') ||
    !atoms.every(holdsNoBlank)
  )
    return undefined;
  return atoms.map((atom) => (atom.kind === 'text' ? atom.text : '0')).join('');
}

/** Whether the word consists only of texts and numbers. If the text sets IFS, a digit may split words. */
function isNatural(atoms: readonly Atom[], { setHere }: Finish): boolean {
  const numbers = atoms.filter((atom) => atom.kind !== 'text');
  return (
    numbers.length > 0 &&
    numbers.every((atom) => atom.kind === 'unknown' && atom.natural !== undefined) &&
    !setHere('IFS')
  );
}

/** `"$f"`, `"$f.bak"` in a loop over `src/*.ts`: the pattern with the text around it. */
function fileName(atoms: readonly Atom[]): FileName | undefined {
  const [name, ...others] = atoms.flatMap((atom) =>
    atom.kind === 'unknown' && atom.file ? [atom.file] : [],
  );
  if (name === undefined || others.length > 0) return undefined;
  let [glob, starts, isBefore] = ['', '', true];
  for (const atom of atoms) {
    if (atom.kind === 'unknown' && atom.file === name) {
      glob += name.glob;
      starts += name.starts;
      isBefore = false;
    } else if (atom.kind === 'text' && /^[\w./@%+,=:-]*$/u.test(atom.text)) {
      glob += atom.text;
      if (isBefore) starts += atom.text;
    } else return undefined;
  }
  return { glob, starts };
}

/**
 * `laravel-$(date +%F).log`: a date or a number contains no slash, so the name matches `laravel-*.log`. It may be empty, so
 * there must be other text in the name: otherwise `~/$(pgrep x)/.ssh` could be `~//.ssh`, and `.$(pgrep x).` could lead up.
 */
function naturalName(atoms: readonly Atom[], finish: Finish): FileName | undefined {
  if (!isNatural(atoms, finish)) return undefined;
  const glob = atoms.map((atom) => (atom.kind === 'text' ? atom.text : '*')).join('');
  const isPlain = atoms.every((atom) => atom.kind !== 'text' || /^[\w./@%+,=:-]*$/u.test(atom.text));
  const isNamed = glob.split('/').every((name) => !name.includes('*') || /\w/u.test(name));
  return isPlain && isNamed ? { glob, starts: startOf(atoms, 'one') } : undefined;
}

function startOf(atoms: readonly Atom[], count: 'one' | 'any'): string {
  if (count === 'any') return '';
  let starts = '';
  for (const atom of atoms) {
    if (atom.kind === 'text') starts += atom.text;
    else return starts + (atom.kind === 'unknown' ? (atom.starts ?? '') : '');
  }
  return starts;
}

function atomPieces(atoms: readonly Atom[], setHere: (name: string) => boolean): readonly WordPiece[] {
  const pieces: WordPiece[] = [];
  for (const atom of atoms) {
    if (atom.kind === 'text') pushText(pieces, atom.text);
    else if (atom.kind === 'unknown' && atom.pieces !== undefined) {
      for (const piece of atom.pieces) {
        if ('text' in piece) pushText(pieces, piece.text);
        else pieces.push(piece);
      }
    } else pieces.push(pieceOf(atom, setHere));
  }
  return pieces;
}

function pushText(pieces: WordPiece[], text: string): void {
  const last = pieces.at(-1);
  if (last !== undefined && 'text' in last) pieces[pieces.length - 1] = { text: last.text + text };
  else if (text !== '') pieces.push({ text });
}

function pieceOf(atom: VariableAtom | UnknownAtom, setHere: (name: string) => boolean): WordPiece {
  const known = atom.kind === 'variable' && (atom.name === 'HOME' || atom.name === 'PWD');
  if (known && !setHere(atom.name)) return { variable: atom.name === 'HOME' ? 'HOME' : 'PWD' };
  return { other: reasonOf(atom) };
}
