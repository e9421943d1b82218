import type { World } from '../../../world/world.ts';
import { joinPath, normalisePath } from '../../paths/normalise.ts';
import type { Directory } from '../read/state/invocation.ts';
import { TOPLEVEL } from '../read/state/possible-directories.ts';
import { literalOf, type UnknownWord, type Word } from '../read/words/word.ts';
import type { Span } from '../../../call/span.ts';

/** Where a command may run: all possible absolute, normalised directories, or why they are not known. */
export type WorkingPlace = { readonly in: readonly string[] } | UnknownPlace;

interface UnknownPlace {
  readonly unknown: string;
  readonly submodulesOf?: SubmodulesOf;
}

/** The top of each submodule checked out in repositories around these directories; `nested`: nested submodules too. */
export interface SubmodulesOf {
  readonly in: readonly string[];
  readonly nested: boolean;
}

export function workingPlaceOf(directory: Directory, base: WorkingPlace, world: World): WorkingPlace {
  if ('unknown' in directory) return directory;
  if (directory.known === '.' && directory.otherwise === undefined) return base;
  const found: string[] = [];
  for (const text of [directory.known, ...(directory.otherwise ?? [])]) {
    const anchored = anchorOf(text, base, world);
    if (anchored === undefined && text.startsWith('~')) return { unknown: `whose home ${text} means` };
    const path = anchored ?? text;
    if (path.startsWith('/')) found.push(normalisePath(path));
    else if ('unknown' in base) return { unknown: base.unknown };
    else for (const start of base.in) found.push(normalisePath(joinPath(start, path)));
  }
  return { in: [...new Set(found)] };
}

/** `~/x`, and `x` below the root of the repository. */
function anchorOf(text: string, base: WorkingPlace, world: World): string | undefined {
  if (text === '~' || text.startsWith('~/')) return world.home + text.slice(1);
  if (!text.startsWith(TOPLEVEL)) return undefined;
  const [, drive, below = ''] = /^~\0([a-z]):(.*)$/isu.exec(text) ?? [];
  if (drive !== undefined)
    return world.platform === 'win32' ? `/${drive.toLowerCase()}${below}` : `${drive}:${below}`;
  const root = toplevelOf(base, world);
  return root === undefined ? undefined : root + text.slice(TOPLEVEL.length);
}

/** The shell would split or expand such a value again. */
const SPLITS = /[\s*?[\]\\]/u;

/** Substitutes what the world knows: `~/x`, `"$HOME/x"`, `$PWD`. Other parts stay unknown. */
export function groundWord(word: Word, place: WorkingPlace, world: World): Word {
  if (word.kind === 'literal' || word.pieces === undefined) return word;
  if (word.pattern !== undefined) return groundPattern(word, word.pattern, { place, world });
  let text = '';
  for (const piece of word.pieces) {
    const value = pieceText(piece, place, world);
    if (value === undefined) return text === '' ? word : withStart(word, text);
    if (value === INSTALLED && !staysInstalled(word.pieces)) return word;
    text += value;
  }
  // A tilde is never split, but its word cannot be distinguished from `$HOME` here.
  if (word.count === 'any' && SPLITS.test(text)) return word;
  return { kind: 'literal', text, span: word.span };
}

/** `~/.ssh/*` is the glob `/home/dev/.ssh/*`, unless the directory itself contains characters that a shell would expand. */
function groundPattern(
  word: UnknownWord,
  pattern: readonly WordPart[],
  { place, world }: { readonly place: WorkingPlace; readonly world: World },
): Word {
  let text = '';
  for (const piece of pattern) {
    const value = pieceText(piece, place, world);
    if (value === undefined || ('variable' in piece && SPLITS.test(value))) return word;
    text += value;
  }
  const { span } = word;
  return {
    kind: 'unknown',
    reason: `glob ${text}`,
    starts: /^[^*?[]*/u.exec(text)?.[0] ?? '',
    count: 'any',
    span,
  };
}

function withStart(word: UnknownWord, text: string): UnknownWord {
  return word.count === 'one' && text.length > word.starts.length ? { ...word, starts: text } : word;
}

/** Stands for the installation directory of a tool or a package: no rule names it, and it is outside the project. */
const INSTALLED = '/<installed>';

/** Programs that start no other, so each of their words is read literally. */
const looking =
  /^(?:cat|head|tail|ls|tree|du|stat|file|wc|e?grep|rg|sed|jq|diff|cmp|nm|ldd|otool|objdump|readelf|strings|sqlite3|nl|shasum|xxd)$/u;

function readsAsItStands(words: readonly Word[]): boolean {
  const [name = '', ...others] = words.map((word) => literalOf(word) ?? '');
  return looking.test(name) && !others.some((text) => /^--(?:pre|hostname-bin)/u.test(text));
}

function namesInstalled(word: Word): boolean {
  return (
    word.kind === 'unknown' &&
    word.pieces?.some((piece) => 'variable' in piece && piece.variable === 'INSTALLED') === true
  );
}

/** Nothing after it leads up or is hidden, which a package would have no reason for. */
function staysInstalled([first, second, ...more]: readonly WordPart[]): boolean {
  const isFirst = first !== undefined && 'variable' in first && more.length === 0;
  return (
    isFirst &&
    (second === undefined || ('text' in second && /^(?:\/[\w@+][\w.@+ -]*)*\/?$/u.test(second.text)))
  );
}

type WordPart = NonNullable<UnknownWord['pieces']>[number];

function pieceText(piece: WordPart, place: WorkingPlace, world: World): string | undefined {
  if ('text' in piece) return piece.text;
  if ('other' in piece) return undefined;
  if (piece.variable === 'HOME') return world.home;
  if (piece.variable === 'INSTALLED') return INSTALLED;
  if (piece.variable === 'TOPLEVEL') return toplevelOf(place, world);
  return 'in' in place && place.in.length === 1 ? place.in[0] : undefined;
}

/** The output of `git rev-parse --show-toplevel`: the nearest directory with a `.git`. Without one it prints nothing. */
function toplevelOf(place: WorkingPlace, world: World): string | undefined {
  if ('unknown' in place || place.in.length !== 1) return undefined;
  for (let at = place.in[0] ?? ''; at !== ''; at = at.slice(0, at.lastIndexOf('/')))
    if (world.entry(`${at}/.git`).is === 'directory') return at;
  return world.noOtherLinks === true ? world.project : undefined;
}

/** Most commands are already literal, and in the text itself. */
export function groundWords(
  words: readonly Word[],
  {
    place,
    span,
    world,
  }: { readonly place: WorkingPlace; readonly span: Span | undefined; readonly world: World },
): readonly Word[] {
  if (span === undefined && words.every(({ kind }) => kind === 'literal')) return words;
  const mayLook = readsAsItStands(words);
  return words.map((word) => {
    // `sudo $(cabal list-bin rm) x`: the output may be the name of any program.
    const grounded = mayLook || !namesInstalled(word) ? groundWord(word, place, world) : word;
    return span === undefined ? grounded : { ...grounded, span };
  });
}
