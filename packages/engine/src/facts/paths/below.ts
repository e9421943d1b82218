import type { World } from '../../world/world.ts';
import { isUnder } from './contains.ts';
import { joinPath } from './normalise.ts';
import { realPath } from './real-path.ts';

/** Looking further costs more than asking. A tree that contains a package directory is larger. */
const mostHeld = 5000;

const looked = new WeakMap<World, Map<string, readonly string[] | undefined>>();

/**
 * Every path below a directory as the machine shows it; undefined if it cannot be listed completely: too large, unreadable, or
 * with a link out of it, which some searches follow. With it, a rule about `.env` files asks about a search only if the tree
 * may contain one.
 */
export function pathsBelow(directory: string, world: World): readonly string[] | undefined {
  const known = looked.get(world) ?? new Map<string, readonly string[] | undefined>();
  looked.set(world, known);
  if (!known.has(directory)) known.set(directory, plainNames(directory, world));
  return known.get(directory);
}

function plainNames(directory: string, world: World): readonly string[] | undefined {
  const { holds } = world;
  if (holds === undefined) return undefined;
  const found: string[] = [];
  const open = [directory];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const held = holds(at);
    if (held === undefined || found.length + held.length > mostHeld) return undefined;
    for (const { name, is } of held) {
      const path = joinPath(at, name);
      found.push(path);
      if (is === 'directory') open.push(path);
      if (is === 'link' && !staysBelow(path, directory, world)) return undefined;
    }
  }
  return found;
}

function staysBelow(link: string, directory: string, world: World): boolean {
  const real = realPath(link, world);
  return typeof real === 'string' && isUnder(real, directory);
}
