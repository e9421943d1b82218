import type { World } from '../../world/world.ts';
import { foldName } from './fold.ts';
import { normalSegments } from './normalise.ts';
import type { PathFact } from './path-fact.ts';
import { realPath } from './real-path.ts';

/** Whether a normalised path is the directory or below it, by segments: `/project-evil` is not in `/project`. */
export function isUnder(path: string, directory: string): boolean {
  if (directory === '/') return path.startsWith('/');
  return path === directory || path.startsWith(`${directory}/`);
}

/**
 * Whether the path is proven to lie below one of the directories, both as written and resolved, and is never the directory
 * itself. A directory reached through links must be given under both names: see `withRealNames`.
 */
export function provenUnder(path: PathFact, directories: readonly string[]): boolean {
  if (!path.known || typeof path.real !== 'string') return false;
  const { written, real } = path;
  return [written, real].every((name) => directories.some((directory) => isBelow(name, directory)));
}

/** Whether the path may be one of the directories or lie in one, under either of its names and in any case. */
export function mayBeUnder(path: PathFact, directories: readonly string[]): boolean {
  const roots = directories.map(foldPath);
  if (!path.known) {
    if (path.starts === undefined) return true;
    const start = path.starts.split('/').map(foldName).join('/');
    return roots.some((root) => isUnder(start, root) || root.startsWith(start));
  }
  if (typeof path.real !== 'string') return true;
  const names = [foldPath(path.written), foldPath(path.real)];
  return roots.some((root) => names.some((name) => isUnder(name, root)));
}

/** The directories and their resolved paths: `/tmp/x` is `/private/tmp/x` on macOS. */
export function withRealNames(
  directories: readonly string[],
  world: Pick<World, 'entry'>,
): readonly string[] {
  const names = new Set<string>();
  for (const directory of directories) {
    names.add(directory);
    const real = realPath(directory, world);
    if (typeof real === 'string') names.add(real);
  }
  return [...names];
}

function isBelow(path: string, directory: string): boolean {
  return path !== directory && isUnder(path, directory);
}

function foldPath(path: string): string {
  return `/${normalSegments(path).map(foldName).join('/')}`;
}
