import type { Entry, WorldRecord } from '@permesso/engine/world';
import type { Quoting } from '@permesso/engine/call';

/** A recorded world as the log keeps it: paths by what is there, which is shorter. */
export type PackedWorld = Omit<WorldRecord, 'entries'> & {
  readonly entries: { readonly [K in Entry['is']]?: readonly (string | readonly [string, string])[] };
};

const kinds = ['directory', 'file', 'link', 'missing', 'unknown'] as const;

/** The entries as canonical JSON, without a detour: this is most of what a line holds. */
export function packEntries(entries: WorldRecord['entries'], { quote }: Quoting): string {
  const lists = new Map<string, string[]>();
  for (const [path, entry] of entries) {
    const list = lists.get(entry.is) ?? [];
    if (list.length === 0) lists.set(entry.is, list);
    list.push(packEntry(path, entry, quote));
  }
  const written = kinds
    .filter((kind) => lists.has(kind))
    .map((kind) => `"${kind}":[${lists.get(kind)?.join(',') ?? ''}]`);
  return `{${written.join(',')}}`;
}

function packEntry(path: string, entry: Entry, quote: (text: string) => string): string {
  if (entry.is === 'link') return `[${quote(path)},${quote(entry.target)}]`;
  if (entry.is === 'unknown') return `[${quote(path)},${quote(entry.reason)}]`;
  return quote(path);
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
