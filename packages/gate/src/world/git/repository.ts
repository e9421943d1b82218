import { readFileSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { readIndex, type IndexEntry } from './index-entries.ts';
import { objectsIn, type Objects } from './objects.ts';

/** A repository as far as removing files in it is concerned. Paths are relative to its root. */
export interface Repository {
  readonly root: string;
  readonly index: ReadonlyMap<string, IndexEntry>;
  /** The id of the blob that the last commit has at this path. */
  readonly committed: (path: string) => string | undefined;
}

/** The repository whose `.git` is in this directory; undefined when it cannot be read, or not plainly. */
export function readRepository(root: string): Repository | undefined {
  try {
    return openRepository(root);
  } catch (error) {
    // Broken, cut short or hostile: nothing in it counts as kept.
    if (error instanceof Error) return undefined;
    throw error;
  }
}

function openRepository(root: string): Repository | undefined {
  const own = gitDirectory(root);
  const shared = resolve(own, read(join(own, 'commondir'))?.trim() ?? '.');
  const config = read(join(shared, 'config')) ?? '';
  // Other hashes, other reference stores, objects that are elsewhere.
  if (/objectformat\s*=\s*sha256|refstorage|partialclone|promisor|\bworktree\s*=/iu.test(config))
    return undefined;
  const index = readIndex(readFileSync(join(own, 'index')));
  const head = headOf(own, shared);
  if (index === undefined || head === undefined) return undefined;
  const objects = objectsIn(join(shared, 'objects'));
  const commit = objects.read(head);
  const tree =
    commit?.type === 'commit'
      ? /^tree ([0-9a-f]{40})\n/u.exec(commit.body.toString('latin1'))?.[1]
      : undefined;
  if (tree === undefined) return undefined;
  const trees = treesOf(objects);
  return { root, index, committed: (path) => blobAt(trees, tree, path.split('/')) };
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}

/** `.git` is a directory, or a file that says where it is: a worktree. */
function gitDirectory(root: string): string {
  const named = /^gitdir: (.+)\n?$/u.exec(read(join(root, '.git')) ?? '')?.[1];
  if (named === undefined) return join(root, '.git');
  return isAbsolute(named) ? named : resolve(root, named);
}

const id = /^[0-9a-f]{40}$/u;

function headOf(own: string, shared: string): string | undefined {
  const head = read(join(own, 'HEAD'))?.trim() ?? '';
  const name = /^ref: (refs\/[^\0]+)$/u.exec(head)?.[1];
  if (name === undefined) return id.test(head) ? head : undefined;
  const found = read(join(own, name))?.trim() ?? read(join(shared, name))?.trim();
  if (found !== undefined) return id.test(found) ? found : undefined;
  const line = (read(join(shared, 'packed-refs')) ?? '')
    .split('\n')
    .find((each) => each.endsWith(` ${name}`));
  const packed = line?.slice(0, 40) ?? '';
  return id.test(packed) ? packed : undefined;
}

interface TreeEntry {
  readonly mode: string;
  readonly id: string;
}

/** Each tree is taken apart once. */
function treesOf(objects: Objects): (tree: string) => ReadonlyMap<string, TreeEntry> {
  const known = new Map<string, ReadonlyMap<string, TreeEntry>>();
  return (tree) => {
    const entries = known.get(tree) ?? entriesOf(objects, tree);
    known.set(tree, entries);
    return entries;
  };
}

function blobAt(
  trees: (tree: string) => ReadonlyMap<string, TreeEntry>,
  root: string,
  names: readonly string[],
): string | undefined {
  let at: TreeEntry = { mode: '40000', id: root };
  for (const name of names) {
    const next = at.mode === '40000' ? trees(at.id).get(name) : undefined;
    if (next === undefined) return undefined;
    at = next;
  }
  return at.mode === '40000' || at.mode === '160000' ? undefined : at.id;
}

function entriesOf(objects: Objects, tree: string): ReadonlyMap<string, TreeEntry> {
  const entries = new Map<string, TreeEntry>();
  const found = objects.read(tree);
  if (found?.type !== 'tree') return entries;
  const { body } = found;
  for (let at = 0; at < body.length;) {
    const blank = body.indexOf(32, at);
    const end = body.indexOf(0, blank);
    if (blank === -1 || end === -1) break;
    entries.set(body.toString('utf8', blank + 1, end), {
      mode: body.toString('latin1', at, blank),
      id: body.toString('hex', end + 1, end + 21),
    });
    at = end + 21;
  }
  return entries;
}
