import type { World } from '../../world/world.ts';
import { magicEntry } from './magic-links.ts';
import { fromSegments, isAbsolute, rawSegments } from './normalise.ts';

/** As many links as Linux follows before it gives up. */
const mostLinks = 40;

/**
 * Where an absolute path leads, walked as the kernel walks it: one segment at a time, links followed where
 * they stand, `..` applied to where the walk has come to and not to the text. What is missing counts as a
 * plain directory, so the nearest existing ancestor decides and a dangling link leads to its target.
 */
export function realPath(path: string, world: Pick<World, 'entry'>): string | { readonly unknown: string } {
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
    const entry = magicEntry(reached) ?? world.entry(fromSegments(reached));
    if (entry.is === 'unknown') return { unknown: entry.reason };
    if (entry.is !== 'link') continue;
    links += 1;
    if (links > mostLinks) return { unknown: 'a loop of links' };
    if (isAbsolute(entry.target)) reached.length = 0;
    else reached.pop();
    ahead.push(...rawSegments(entry.target).toReversed());
  }
  return fromSegments(reached);
}
