import type { Entry, KeepAnswer, World } from './world.ts';

/**
 * The world after an earlier part of the same call: `ln -s ~/.ssh keys; cp a keys/x`. Keys are real paths, as a
 * walk asks for them. What stands below a changed path is no longer known.
 */
export function changedWorld(world: World, changes: ReadonlyMap<string, Entry>): World {
  if (changes.size === 0) return world;
  return {
    ...world,
    entry: (path) => changes.get(path) ?? (isBelowChange(path, changes) ? changed : world.entry(path)),
    ...(world.recoverable === undefined ? {} : { recoverable: () => false }),
    ...(world.keeps === undefined ? {} : { keeps: () => changedSince }),
  };
}

const changedSince: KeepAnswer = { why: 'an earlier part of the call changes this path' };

const changed: Entry = { is: 'unknown', reason: 'an earlier part of the call changes this path' };

function isBelowChange(path: string, changes: ReadonlyMap<string, Entry>): boolean {
  for (let cut = path.lastIndexOf('/'); cut > 0; cut = path.lastIndexOf('/', cut - 1)) {
    if (changes.has(path.slice(0, cut))) return true;
  }
  return false;
}
