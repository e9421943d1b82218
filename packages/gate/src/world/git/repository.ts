import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { readIndex, type IndexEntry } from './index-entries.ts';
import { objectsIn, type Objects } from './objects.ts';
import { referencesIn, treeOf, treesNamed } from './revision.ts';

/** A repository as far as removing files in it is concerned. Paths are relative to its root. */
export interface Repository {
  readonly root: string;
  readonly index: ReadonlyMap<string, IndexEntry>;
  /** The id of the blob that the last commit has at this path. */
  readonly committed: (path: string) => string | undefined;
  /** Each name of a file or directory that a commit has, which is written as for git; undefined where git may mean another. */
  readonly namesIn: (revision: string) => readonly string[] | undefined;
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
  const head = referencesIn(own, shared)('HEAD');
  if (index === undefined || head === undefined) return undefined;
  const objects = objectsIn(join(shared, 'objects'));
  const tree = treeOf(head, objects);
  if (tree === undefined) return undefined;
  const trees = treesOf(objects);
  const named = { references: referencesIn(own, shared), objects };
  return {
    root,
    index,
    committed: (path) => blobAt(trees, tree, path.split('/')),
    namesIn: (revision) =>
      replacesObjects(shared) ? undefined : namesOf(treesNamed(revision, named), trees),
  };
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

/** Then git sees other commits than those that are written down. */
function replacesObjects(shared: string): boolean {
  const isThere = (path: string): boolean => existsSync(join(shared, path));
  return (
    isThere('refs/replace') ||
    isThere('info/grafts') ||
    / refs\/replace\//u.test(read(join(shared, 'packed-refs')) ?? '')
  );
}

/** More is not looked at: asking costs less. */
const mostNames = 30_000;

function namesOf(
  roots: readonly string[] | undefined,
  trees: (tree: string) => ReadonlyMap<string, TreeEntry> | undefined,
): readonly string[] | undefined {
  if (roots === undefined) return undefined;
  const names: string[] = [];
  const open = [...roots];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const entries = trees(at);
    if (entries === undefined || names.length > mostNames) return undefined;
    for (const [name, entry] of entries) {
      names.push(name);
      if (entry.mode === '40000') open.push(entry.id);
    }
  }
  return names;
}

interface TreeEntry {
  readonly mode: string;
  readonly id: string;
}

/** Each tree is taken apart once. */
function treesOf(objects: Objects): (tree: string) => ReadonlyMap<string, TreeEntry> | undefined {
  const known = new Map<string, ReadonlyMap<string, TreeEntry> | undefined>();
  return (tree) => {
    const entries = known.get(tree) ?? entriesOf(objects, tree);
    known.set(tree, entries);
    return entries;
  };
}

function blobAt(
  trees: (tree: string) => ReadonlyMap<string, TreeEntry> | undefined,
  root: string,
  names: readonly string[],
): string | undefined {
  let at: TreeEntry = { mode: '40000', id: root };
  for (const name of names) {
    const next = at.mode === '40000' ? trees(at.id)?.get(name) : undefined;
    if (next === undefined) return undefined;
    at = next;
  }
  return at.mode === '40000' || at.mode === '160000' ? undefined : at.id;
}

function entriesOf(objects: Objects, tree: string): ReadonlyMap<string, TreeEntry> | undefined {
  const entries = new Map<string, TreeEntry>();
  const found = objects.read(tree);
  if (found?.type !== 'tree') return undefined;
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
