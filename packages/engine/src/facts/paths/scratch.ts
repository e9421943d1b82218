import type { World } from '../../world/world.ts';
import type { PathFact } from './path-fact.ts';
import { realPath } from './real-path.ts';

/** Where programs put what nobody means to keep. */
const scratch: readonly string[] = ['/tmp', '/var/tmp', '/private/tmp'];

/**
 * Something below a scratch directory, by each of its names: removing it loses nothing that was meant to last. Not all of
 * the directory at once (`/tmp/*`), where other programs have theirs; a pattern says at least how its names begin.
 */
export function isScratch(path: PathFact, world: World): boolean {
  if (path.known)
    return typeof path.real === 'string' && [path.written, path.real].every((name) => isBelowScratch(name));
  if (path.glob === undefined) return false;
  const cut = path.glob.lastIndexOf('/');
  const [directory, name] = [path.glob.slice(0, cut), path.glob.slice(cut + 1)];
  if (/[*?[\\]/u.test(directory)) return false;
  const real = realPath(directory, world);
  if (typeof real !== 'string') return false;
  const begins = /^\w{2}/u.test(name);
  return [directory, real].every((each) => isBelowScratch(each) || (begins && scratch.includes(each)));
}

function isBelowScratch(path: string): boolean {
  return scratch.some((directory) => path.startsWith(`${directory}/`));
}
