import type { Entry, World } from '../../world/world.ts';
import { magicEntry } from './magic-links.ts';
import { fromSegments, isAbsolute, isNormal, rawSegments } from './normalise.ts';
import type { UnknownTarget } from './path-fact.ts';

/** The number of links that Linux follows before it gives up. */
const mostLinks = 40;

/**
 * Resolves an absolute path the way the kernel does: one segment at a time, following each link where it occurs, and applying
 * `..` to the resolved position instead of the text. A missing name counts as a plain directory, so the nearest existing
 * ancestor decides and a dangling link leads to its target.
 */
export function realPath(path: string, world: Pick<World, 'entry'>): string | UnknownTarget {
  return isNormal(path) && isPlainWay(path, world) ? path : walked(path, world);
}

/** Paths for which `magicEntry` may return an entry. */
const magicStart = /^\/(?:\.|(?:dev|proc|system\/volumes)\/)/iu;

/** Whether there is no link on the way: the path then resolves to itself. */
function isPlainWay(path: string, world: Pick<World, 'entry'>): boolean {
  if (magicStart.test(path)) return false;
  for (let end = path.indexOf('/', 1); end !== -1; end = path.indexOf('/', end + 1)) {
    if (!isPassable(world.entry(path.slice(0, end)))) return false;
  }
  return path === '/' || isPassable(world.entry(path));
}

function isPassable({ is }: Entry): boolean {
  return is !== 'link' && is !== 'unknown';
}

/** An open descriptor is the command's own input or output: `/dev/stdin`, `/dev/fd/3`. */
export function isDescriptor({ unknown, behind = [] }: UnknownTarget): boolean {
  return unknown.startsWith('/dev/') && behind.length < 2 && behind[0] !== '..';
}

function walked(path: string, world: Pick<World, 'entry'>): string | UnknownTarget {
  const reached: string[] = [];
  const ahead = rawSegments(path).toReversed();
  let links = 0;
  for (let name = ahead.pop(); name !== undefined; name = ahead.pop()) {
    if (name === '' || name === '.') continue;
    if (name === '..') {
      reached.pop();
      continue;
    }
    reached.push(name);
    const magic = magicEntry(reached);
    const entry = magic ?? world.entry(fromSegments(reached));
    if (entry.is === 'unknown')
      return { unknown: entry.reason, ...(magic === undefined ? {} : { behind: named(ahead) }) };
    if (entry.is !== 'link') continue;
    links += 1;
    if (links > mostLinks) return { unknown: 'a loop of links' };
    if (isAbsolute(entry.target)) reached.length = 0;
    else reached.pop();
    ahead.push(...rawSegments(entry.target).toReversed());
  }
  return fromSegments(reached);
}

function named(ahead: readonly string[]): readonly string[] {
  return ahead.filter((name) => name !== '' && name !== '.').toReversed();
}
