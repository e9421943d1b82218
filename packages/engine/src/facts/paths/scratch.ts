import type { World } from '../../world/world.ts';
import type { PathFact } from './path-fact.ts';
import { realPath } from './real-path.ts';

/** Directories for temporary files. */
const everywhere: readonly string[] = ['/tmp', '/var/tmp', '/private/tmp'];

function scratchOf({ platform, home }: World): readonly string[] {
  return platform === 'win32' ? [`${home}/AppData/Local/Temp`] : everywhere;
}

/**
 * Something below a scratch directory, by each of its names: removing it loses nothing that was meant to last. Not the whole
 * directory at once (`/tmp/*`), which other programs use too: a pattern must at least fix how the names begin.
 */
export function isScratch(path: PathFact, world: World): boolean {
  if (path.known)
    return (
      typeof path.real === 'string' && [path.written, path.real].every((name) => isBelowScratch(name, world))
    );
  if (path.glob === undefined) return false;
  const cut = path.glob.lastIndexOf('/');
  const [directory, name] = [path.glob.slice(0, cut), path.glob.slice(cut + 1)];
  if (/[*?[\\]/u.test(directory)) return false;
  const real = realPath(directory, world);
  if (typeof real !== 'string') return false;
  const begins = /^\w{2}/u.test(name);
  return [directory, real].every(
    (each) => isBelowScratch(each, world) || (begins && scratchOf(world).includes(each)),
  );
}

function isBelowScratch(path: string, world: World): boolean {
  return scratchOf(world).some((directory) => path.startsWith(`${directory}/`));
}
