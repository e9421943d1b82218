import type { HeldName, World } from '../../world/world.ts';
import { joinPath, normalisePath } from './normalise.ts';
import type { PathAccess } from '../access.ts';
import type { KnownPath, PathFact, UnknownPath } from './path-fact.ts';
import { resolvePath } from './resolve.ts';
import { hasLocaleClass, holdsPattern, matchesSegment, parseSegment } from './segment-glob.ts';

export interface Globbed {
  readonly path: UnknownPath;
  /** Absolute. */
  readonly glob: string;
  /** The entries are removed: a link itself is removed, and its target remains. */
  readonly removes: boolean;
  readonly world: World;
}

/** The files that an access touches; for a pattern, everything that it matches. Undefined if that cannot be known. */
export function touchedFiles(
  { path, kind, moved }: Pick<PathAccess, 'path' | 'kind' | 'moved'>,
  world: World,
): readonly PathFact[] | undefined {
  if (path.known) return [path];
  const removes = kind === 'delete' && moved !== true;
  return path.glob === undefined ? undefined : globMatches({ path, glob: path.glob, removes, world });
}

/** A pattern with more files, or more directories to visit, is asked about. */
const mostFiles = 500;
const mostDirectories = 1000;

/**
 * Every file that a pattern may mean, as the machine shows it, and the pattern itself, which is the name if nothing matches.
 * Undefined if the listing is incomplete: a missing name then proves nothing.
 */
function globMatches({ path, glob, removes, world }: Globbed): readonly KnownPath[] | undefined {
  const [root = '/', ...names] = glob.split('/');
  if (root !== '' || names.length < 2 || holdsPattern(names[0] ?? '') || hasLocaleClass(glob))
    return undefined;
  if (!names.every(isReadable)) return undefined;
  const recursive = path.recursive === true ? { recursive: true } : {};
  const known = (text: string): KnownPath | undefined => {
    const found = resolvePath({ text, directory: '/', world, tilde: 'literal' });
    return found.known ? { ...found, ...recursive } : undefined;
  };
  const itself = known(glob);
  if (itself === undefined) return undefined;
  const walk: Walk = { world, visited: 0 };
  const found = walkNames(walk, { directory: '', names });
  if (found === 'unseen') return world.noOtherLinks === true ? [itself] : undefined;
  if (found === undefined || found.length > mostFiles) return undefined;
  const files = found.map(({ directory, name, isLink }) =>
    isLink && removes ? entryOf(directory, name, world) : known(joinPath(directory, name)),
  );
  return files.every((file) => file !== undefined) ? [itself, ...files] : undefined;
}

/** After a pattern, `..` leads up from the match; in older shells a pattern that begins with a dot matches `..`. */
function isReadable(name: string, at: number, names: readonly string[]): boolean {
  if (name === '' || name === '..') return false;
  if (!holdsPattern(name)) return true;
  return !name.startsWith('.') && (at === names.length - 1 || !/[\\{}]/u.test(name));
}

interface Walk {
  readonly world: World;
  visited: number;
}

interface FoundEntry extends Pick<HeldName, 'name'> {
  readonly directory: string;
  readonly isLink: boolean;
}

interface Step {
  readonly directory: string;
  readonly names: readonly string[];
}

/** The entries that the names match below a directory; `unseen` if the world does not list one of the directories. */
function walkNames(walk: Walk, { directory, names }: Step): readonly FoundEntry[] | 'unseen' | undefined {
  const at = names.findIndex(holdsPattern);
  if (at === -1) return entryAt(walk.world, [directory, ...names].join('/'));
  const here = [directory, ...names.slice(0, at)].join('/');
  walk.visited += 1;
  const held = walk.visited > mostDirectories ? undefined : heldPlainly(walk.world, here);
  if (held === undefined || held === 'unseen') return held;
  const [pattern = '', ...rest] = names.slice(at);
  const segment = parseSegment(pattern);
  const isDeep = segment.is === 'any-depth';
  const matches = held.filter(({ name }) => isDeep || matchesSegment(segment, name));
  if (rest.length === 0)
    return matches.map(({ name, is }) => ({ directory: here, name, isLink: is === 'link' }));
  const steps = matches
    .filter(({ is }) => is !== 'file')
    .map(({ name, is }): Step => ({
      directory: joinPath(here, name),
      // In some shells `**` is any depth, following no links; in the others it is one directory.
      names: isDeep && is === 'directory' ? [pattern, ...rest] : rest,
    }));
  return walkSteps(walk, isDeep ? [{ directory: here, names: rest }, ...steps] : steps);
}

function walkSteps(walk: Walk, steps: readonly Step[]): ReturnType<typeof walkNames> {
  const all: FoundEntry[] = [];
  for (const step of steps) {
    const found = walkNames(walk, step);
    if (found === undefined || found === 'unseen') return found;
    all.push(...found);
    if (all.length > mostFiles) return undefined;
  }
  return all;
}

function entryAt(world: World, path: string): readonly FoundEntry[] {
  const { is } = world.entry(path);
  const cut = path.lastIndexOf('/');
  const found = { directory: path.slice(0, cut), name: path.slice(cut + 1), isLink: is === 'link' };
  return is === 'missing' ? [] : [found];
}

function heldPlainly(world: World, directory: string): readonly HeldName[] | 'unseen' | undefined {
  if (world.holds === undefined) return 'unseen';
  const held = world.holds(normalisePath(directory));
  // A name that is not UTF-8 is decoded as a different one.
  return held?.some(({ name }) => name.includes('\uFFFD')) === true
    ? undefined
    : held?.filter(({ name }) => !name.startsWith('.'));
}

/** The entry itself: its directory is resolved, its own name is not. */
function entryOf(directory: string, name: string, world: World): KnownPath | undefined {
  const found = resolvePath({ text: directory, directory: '/', world, tilde: 'literal' });
  if (!found.known || typeof found.real !== 'string') return undefined;
  return { known: true, written: joinPath(found.written, name), real: joinPath(found.real, name) };
}
