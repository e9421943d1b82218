import type { World } from '../../world/world.ts';
import { joinPath, normalisePath } from './normalise.ts';
import type { PathAccess } from '../access.ts';
import type { KnownPath, PathFact, UnknownPath } from './path-fact.ts';
import { resolvePath } from './resolve.ts';
import { hasLocaleClass, matchesSegment, parseSegment } from './segment-glob.ts';

export interface Globbed {
  readonly path: UnknownPath;
  /** Absolute, its wildcards in the last name alone. */
  readonly glob: string;
  /** The entries are removed: one that is a link goes, and what it leads to stays. */
  readonly removes: boolean;
  readonly world: World;
}

/** The files that are touched, for a pattern all that it matches; undefined where that cannot be known. */
export function touchedFiles(
  { path, kind, moved }: Pick<PathAccess, 'path' | 'kind' | 'moved'>,
  world: World,
): readonly PathFact[] | undefined {
  if (path.known) return [path];
  const removes = kind === 'delete' && moved !== true;
  return path.glob === undefined ? undefined : globMatches({ path, glob: path.glob, removes, world });
}

/** More files than these are asked about. */
const most = 500;

/**
 * Every file that a pattern for the names of one directory may mean, as the machine shows it, and the pattern itself, which
 * is the name when nothing matches. Undefined when it cannot be seen whole: a name that is not matched now proves nothing.
 */
function globMatches({ path, glob, removes, world }: Globbed): readonly KnownPath[] | undefined {
  const cut = glob.lastIndexOf('/');
  const [directory, pattern] = [glob.slice(0, cut), glob.slice(cut + 1)];
  // A pattern that begins with a dot matches `..` in older shells.
  if (cut < 1 || /[*?[\]\\{}]/u.test(directory) || pattern.startsWith('.') || hasLocaleClass(glob))
    return undefined;
  const recursive = path.recursive === true ? { recursive: true } : {};
  const known = (name: string): KnownPath | undefined => {
    const found = resolvePath({ text: joinPath(directory, name), directory: '/', world, tilde: 'literal' });
    return found.known ? { ...found, ...recursive } : undefined;
  };
  const itself = known(pattern);
  const held = world.holds?.(normalisePath(directory));
  if (held === undefined) return world.noOtherLinks === true && itself !== undefined ? [itself] : undefined;
  // A name that is no UTF-8 is read as another one.
  if (held.some(({ name }) => name.includes('\uFFFD'))) return undefined;
  const segment = parseSegment(pattern);
  const names = held.filter(({ name }) => !name.startsWith('.') && matchesSegment(segment, name));
  if (names.length > most || itself === undefined) return undefined;
  const files = names.map(({ name, is }) =>
    is === 'link' && removes ? entryOf(directory, name, world) : known(name),
  );
  return files.every((file) => file !== undefined) ? [itself, ...files] : undefined;
}

/** The entry itself: its directory resolved, its own name as it stands. */
function entryOf(directory: string, name: string, world: World): KnownPath | undefined {
  const found = resolvePath({ text: directory, directory: '/', world, tilde: 'literal' });
  if (!found.known || typeof found.real !== 'string') return undefined;
  return { known: true, written: joinPath(found.written, name), real: joinPath(found.real, name) };
}
