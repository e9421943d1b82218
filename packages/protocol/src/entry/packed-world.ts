import type { Entry, WorldRecord } from '@permesso/engine/world';

/** A recorded world in the log: paths grouped by what is there, which is shorter. */
export type PackedWorld = Omit<WorldRecord, 'entries'> & {
  readonly entries: { readonly [K in Entry['is']]?: readonly (string | readonly [string, string])[] };
};

const kinds = ['directory', 'file', 'link', 'missing', 'unknown'] as const;

export function packWorld(world: WorldRecord): PackedWorld {
  const entries: { [K in Entry['is']]?: (string | readonly [string, string])[] } = {};
  for (const [path, entry] of world.entries) (entries[entry.is] ??= []).push(packEntry(path, entry));
  return { ...world, entries };
}

function packEntry(path: string, entry: Entry): string | readonly [string, string] {
  if (entry.is === 'link') return [path, entry.target];
  return entry.is === 'unknown' ? [path, entry.reason] : path;
}

export function unpackWorld(packed: PackedWorld): WorldRecord {
  const entries: [string, Entry][] = [];
  for (const kind of kinds) {
    for (const item of packed.entries[kind] ?? []) {
      if (typeof item === 'string') entries.push([item, unpackEntry(kind, '')]);
      else entries.push([item[0], unpackEntry(kind, item[1])]);
    }
  }
  return { ...packed, entries };
}

function unpackEntry(is: Entry['is'], more: string): Entry {
  if (is === 'link') return { is, target: more };
  return is === 'unknown' ? { is, reason: more } : { is };
}
