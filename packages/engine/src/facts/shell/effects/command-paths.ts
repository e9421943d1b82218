import { definedFields } from '../../../call/defined-fields.ts';
import type { World } from '../../../world/world.ts';
import { isUnder, provenUnder, withRealNames } from '../../paths/contains.ts';
import { joinPath, normalisePath, normalSegments, longestPath } from '../../paths/normalise.ts';
import type { KnownPath, PathFact } from '../../paths/path-fact.ts';
import { isDescriptor, realPath } from '../../paths/real-path.ts';
import { resolvePath } from '../../paths/resolve.ts';
import { isOddPattern } from '../../paths/windows/windows-path.ts';
import { someDirectory, unknownPath, withoutDirectory } from '../../paths/unknown-path.ts';
import type { Touch } from '../model/model.ts';
import { bareRepository } from './secrets/shell-part-repository.ts';
import { groundWord, type WorkingPlace } from './working-place.ts';
import type { NamesBelow, UnknownWord, Word } from '../read/words/word.ts';

/** Streams and sinks rather than files: reading or writing them changes nothing on disk. */
const sinks = /^\/dev\/(?:null|zero|full|random|urandom|stdin|stdout|stderr|tty|fd\/\d+)$/u;

/** The reader's reason for a word that is a process substitution. */
const processFile = 'file of a process substitution';

/** `/dev/tcp/host/port` is a connection that bash itself opens. */
const sockets = /^\/dev\/(?:tcp|udp)\//u;

export function isSink(word: Word): boolean {
  return word.kind === 'literal' && sinks.test(word.text);
}

export function isSocket(word: Word): boolean {
  const text = word.kind === 'literal' ? normalised(word.text) : word.starts;
  return sockets.test(text);
}

function normalised(text: string): string {
  return text.startsWith('/') ? normalisePath(text) : text;
}

/** The files that a word names: one for each directory in which the command may run. */
export function pathsOf(word: Word, place: WorkingPlace, world: World): readonly PathFact[] {
  const text = word.kind === 'literal' ? word.text : undefined;
  if (text === '') return [];
  if (word.kind === 'unknown' && word.below !== undefined)
    return word.below.map((below) => found(below, world));
  const absolute = (text ?? globOf(word) ?? '').startsWith('/');
  if ('unknown' in place && !absolute)
    return [{ known: false, reason: place.unknown, ...alike(word, { world }) }];
  const directories = 'unknown' in place || absolute ? ['/'] : place.in;
  return directories.map((directory) => {
    if (text !== undefined) return resolvePath({ text, directory, world, tilde: 'literal' });
    const glob = globOf(word);
    const reason = word.kind === 'unknown' ? word.reason : '';
    if (world.platform === 'win32' && isOddWord(word, glob)) return { known: false, reason, disguised: true };
    if (glob !== undefined) return globPath(joinPath(directory, glob), { reason, world });
    const like = alike(word, { directory, world });
    if (like.like !== undefined && leadsThroughProcess(like.like, world))
      return resolvePath({ text: like.like, directory, world, tilde: 'literal' });
    return {
      known: false,
      reason,
      ...nearStart(word, { directory, world }),
      ...nearHome(word, world),
      ...like,
    };
  });
}

/** Windows text next to a value or a pattern: where it leads cannot be known here. */
function isOddWord(word: Word, glob: string | undefined): boolean {
  if (glob !== undefined) return isOddPattern(glob);
  const texts = word.kind === 'literal' ? [] : [word.starts, ...(word.pieces ?? []).map(textIn)];
  return texts.some((text) => /[\\:]|~\d/u.test(text));
}

function textIn(piece: NonNullable<UnknownWord['pieces']>[number]): string {
  return 'text' in piece ? piece.text : '';
}

/** The kernel resolves each match, so `..` leads up from there: `/dev/fd/../../self/env*`. */
function globPath(glob: string, { reason, world }: { reason: string; world: World }): PathFact {
  // Resolving a pattern of 64 KiB name by name would take seconds.
  if (glob.length > longestPath) return { known: false, reason };
  if (leadsThroughProcess(glob, world))
    return resolvePath({ text: glob, directory: '/', world, tilde: 'literal' });
  if (!/\/\.\.(?:\/|$)/u.test(glob)) return { known: false, reason, glob: normalisePath(glob) };
  const real = realPath(glob, world);
  if (typeof real !== 'string') return { known: false, reason };
  // After a pattern `..` leads up from the match, which may be a link.
  return /[*?[].*\/\.\.(?:\/|$)/u.test(glob)
    ? { known: false, reason, like: real }
    : { known: false, reason, glob: real };
}

/** Below a descriptor or a process directory it is unknown what is read: `/dev/fd/$n/../environ`. */
function leadsThroughProcess(path: string, world: World): boolean {
  if (path.length > longestPath) return false;
  const real = realPath(path, world);
  return typeof real !== 'string' && real.behind !== undefined && !isDescriptor(real);
}

function found({ directory, hidden, tracked, names }: NamesBelow, world: World): PathFact {
  const path = resolvePath({ text: directory, directory: '/', world, tilde: 'literal' });
  const unless = { hidden: !hidden, git: tracked === true, names };
  return path.known ? { ...path, found: true, unless } : path;
}

/** `~/.ssh/"$X"`, `.env/$X`: the start is not guaranteed, but sufficient for suspicion. */
function nearStart(word: Word, { directory, world }: { directory: string; world: World }): { near?: string } {
  if (word.kind !== 'unknown') return {};
  const before = word.pieces === undefined ? word.starts : textBefore(word.pieces, world);
  if (!before.includes('/')) return {};
  const { near } = unknownPath({ reason: word.reason, before, directory });
  return definedFields({ near });
}

/**
 * `/proc/$PPID/environ`, `"$dir/.env"`, `cd "$dir"; cat .env`: the text after the unknown part shows what it may be. Without
 * `directory`, the working directory is unknown.
 */
function alike(
  word: Word,
  { directory, world }: { directory?: string; world: World },
): { readonly like?: string } {
  const text = word.kind === 'literal' ? word.text : (globOf(word) ?? textOfPieces(word.pieces ?? [], world));
  if (text === undefined) return {};
  // A leading value may itself be an absolute path.
  const from = text.startsWith(someDirectory) ? undefined : directory;
  if (from === undefined)
    return { like: joinPath(someDirectory, normalSegments(withoutDirectory(text)).join('/')) };
  const joined = joinPath(from, text);
  const real = realPath(joined, world);
  return { like: typeof real === 'string' ? real : joined };
}

function textOfPieces(all: NonNullable<UnknownWord['pieces']>, world: World): string | undefined {
  // If a value occurs next to a pattern, a final piece marks that.
  const pieces = all.filter((piece) => !('other' in piece) || piece.other !== 'glob');
  const last = pieces.at(-1);
  if (last === undefined || !('text' in last) || !last.text.startsWith('/')) return undefined;
  return pieces
    .map((piece, index) =>
      'text' in piece
        ? piece.text
        : 'variable' in piece && piece.variable === 'HOME'
          ? world.home
          : index === 0
            ? someDirectory
            : '*',
    )
    .join('');
}

function textBefore(pieces: NonNullable<UnknownWord['pieces']>, world: World): string {
  let text = '';
  for (const piece of pieces) {
    if ('text' in piece) text += piece.text;
    else if ('variable' in piece && piece.variable === 'HOME') text += world.home;
    else break;
  }
  return text;
}

/** `~dev/.ssh/id`: the machine was not asked whose home that is; that it may be this user's is sufficient for suspicion. */
function nearHome(word: Word, world: World): { readonly near?: string } {
  const [first, second, ...more] = (word.kind === 'unknown' ? word.pieces : undefined) ?? [];
  if (first === undefined || !('other' in first) || !first.other.startsWith('directory ~')) return {};
  if (second === undefined || !('text' in second) || more.length > 0) return {};
  return { near: normalisePath(world.home + second.text) };
}

/** The pattern of a word that is a plain glob. Extended patterns are not handled. */
function globOf(word: Word): string | undefined {
  if (word.kind !== 'unknown' || !word.reason.startsWith('glob ')) return undefined;
  const glob = word.reason.slice(5);
  return /^[\w./*?[\]!^@%+,:=~-]+$/u.test(glob) ? glob : undefined;
}

export function touchedPaths(touch: Touch, place: WorkingPlace, world: World): readonly PathFact[] {
  const word = groundWord(touch.word, place, world);
  if (word.kind === 'literal' && (word.text === '-' || sinks.test(word.text))) return [];
  // `<(...)` is a pipe: no rule can name it, and the command that fills it is judged separately.
  if (isProcessFile(word)) return [];
  const isBelow = word.kind === 'unknown' && word.below !== undefined;
  const grows = touch.access === 'write' && touch.recursive === true;
  return pathsOf(word, place, world).map((path) => ({
    ...path,
    recursive: touch.recursive === true || isBelow,
    ...(grows ? { grows } : {}),
    ...(path.known && touch.tracked === true ? { unless: { ...anything, git: true } } : {}),
    ...(path.known && touch.finds !== undefined
      ? { found: true, unless: { ...anything, names: touch.finds } }
      : {}),
  }));
}

const anything: NonNullable<KnownPath['unless']> = { hidden: false, git: false, names: [] };

export function isProcessFile(word: Word): boolean {
  return word.kind === 'unknown' && word.reason === processFile && word.starts === '/';
}

/** Whether it is inside a working directory, by each of its names. The directory itself counts unless it is removed. */
export function isInside(path: PathFact, access: Touch['access'], world: World): boolean {
  const directories = withRealNames(world.workingDirectories, world);
  if (!path.known)
    return access === 'delete' && path.glob !== undefined && entriesInside(path.glob, directories, world);
  if (provenUnder(path, directories)) return true;
  if (access === 'delete' || typeof path.real !== 'string') return false;
  return directories.includes(path.written) && directories.includes(path.real);
}

/**
 * `rm dist/*.map`: a pattern only in the last name matches entries of one directory, and removing an entry that is a link
 * removes the link. A pattern that begins with a dot may match `..`.
 */
function entriesInside(glob: string, directories: readonly string[], world: World): boolean {
  const cut = glob.lastIndexOf('/');
  const directory = glob.slice(0, cut);
  const name = glob.slice(cut + 1);
  if (cut < 1 || /[*?[\]\\{}]/u.test(directory) || name.startsWith('.') || name === '') return false;
  const real = realPath(directory, world);
  const isOne = (path: string): boolean => directories.some((each) => isUnder(path, each) || path === each);
  return typeof real === 'string' && isOne(directory) && isOne(real);
}

/**
 * Whether configuration found from here is the user's own: the project, a working directory, or a directory below without a
 * nested repository on the way. A nested repository may come from anyone, and the model may choose where a call starts.
 */
export function isOwnPlace(place: WorkingPlace, world: World): boolean {
  if ('unknown' in place) return false;
  const roots = [world.project, ...world.workingDirectories];
  return place.in.every((directory) => {
    // `cd C:/x` leaves every known directory.
    if (world.platform === 'win32' && /[:\\]/u.test(directory)) return false;
    const real = realPath(directory, world);
    if (typeof real !== 'string') return false;
    const root = roots.find((each) => isUnder(directory, each) && isUnder(real, realRoot(each, world)));
    return root !== undefined && !hasOwnRepository(directory, root, world);
  });
}

function realRoot(root: string, world: World): string {
  const real = realPath(root, world);
  return typeof real === 'string' ? real : root;
}

function hasOwnRepository(directory: string, root: string, world: World): boolean {
  if (bareRepository({ in: [directory] }, { world, made: [] }) !== undefined) return true;
  for (let at = directory; at !== root && at.length > root.length; at = at.slice(0, at.lastIndexOf('/')))
    if (world.entry(`${at}/.git`).is !== 'missing') return true;
  return false;
}
