import { chmodSync, lstatSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { isRegenerable } from '@permesso/engine/facts';
import { copyKept, linkKept } from './copy-file.ts';
import { pathOf, type KeptItem } from './manifest.ts';
import { CannotKeep, emptyDirectories, walkTree, type TreeEntry } from './walk-tree.ts';

/** What is kept so far, and into which folder. */
export interface Keeping {
  readonly folder: string;
  readonly items: KeptItem[];
  /** Paths that are kept already. */
  readonly known: Set<string>;
  /** The first item of each file that has several names. */
  readonly names: Map<string, number>;
  bytes: number;
}

export function newKeeping(folder: string): Keeping {
  return { folder, items: [], known: new Set(), names: new Map(), bytes: 0 };
}

/** A small file is copied as fast as it is linked, and a copy stays what it is. */
const smallest = 64 * 1024;

/**
 * The tree at a path. With `links`, large files get a second name instead of a copy: only where nothing of the call writes to
 * them. `room` is called with what is kept so far, and throws where that is too much.
 */
export async function keepTree(
  path: Buffer,
  into: Keeping,
  { links, room }: { readonly links: boolean; readonly room: (bytes: number) => void },
): Promise<void> {
  let seen = 0;
  for (const entry of walkTree(path)) {
    if (into.known.has(pathOf(entry.path))) continue;
    keepEntry(entry, into, { links, room });
    // Others of this process have their turn.
    if ((seen += 1) % 256 === 0) await setImmediate();
  }
}

/** Empty directories in a tree that comes back without being kept: git has none of them. Those of a build are made again. */
export function lostDirectories(path: Buffer): readonly Buffer[] {
  return pathOf(path).split('/').some(isRegenerable) ? [] : emptyDirectories(path);
}

/** A directory without what it holds. */
export function keepDirectory(path: Buffer, into: Keeping): void {
  if (into.known.has(pathOf(path))) return;
  const stat = lstatSync(path, { bigint: true });
  if (!stat.isDirectory()) throw new CannotKeep('something else was put in its place');
  keepEntry({ path, is: 'directory', stat }, into, { links: false, room: () => undefined });
}

function keepEntry(
  { path, is, stat }: TreeEntry,
  into: Keeping,
  { links, room }: { readonly links: boolean; readonly room: (bytes: number) => void },
): void {
  const place = into.items.length;
  const common = {
    path: pathOf(path),
    is,
    mode: Number(stat.mode) & 0o7777,
    uid: Number(stat.uid),
    gid: Number(stat.gid),
    size: Number(stat.size),
    mtime: String(stat.mtimeNs),
    atime: String(stat.atimeNs),
  };
  const push = (more: Partial<KeptItem>): void => {
    into.known.add(common.path);
    into.items.push({ ...common, ...more });
  };
  if (is === 'directory') return push({});
  if (is === 'link') return push({ target: pathOf(readlinkSync(path, { encoding: 'buffer' })) });
  const other = `${stat.dev}:${stat.ino}`;
  const same = stat.nlink > 1n ? into.names.get(other) : undefined;
  if (same !== undefined) return push({ same });
  into.names.set(other, place);
  into.bytes += common.size;
  room(into.bytes);
  const to = join(into.folder, 'data', String(place));
  // Another name of the file may be written to, so that one is copied.
  const linked = links && common.size > smallest && stat.nlink === 1n ? linkKept(path, to) : false;
  if (linked === false) {
    rmSync(to, { force: true });
    copyKept(path, to);
  }
  if (linked !== 'linked') chmodSync(to, 0o600);
  push({ data: place, ...(linked === 'linked' ? { linked: true as const } : {}) });
}
