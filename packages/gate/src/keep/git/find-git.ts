import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { GitLoss } from '@permesso/engine/world';
import { errorCode } from '../../disk/read-text.ts';
import { systemProgram } from '../../disk/system-program.ts';
import { readIndex } from '../../world/git/index-entries.ts';

/** A repository of which objects can be kept. */
export interface GitPlace {
  readonly root: string;
  /** The directory of this work tree, and the one that all its work trees share. */
  readonly own: string;
  readonly shared: string;
  /** The program, absolute. */
  readonly program: string;
}

/** The repository around a directory, or why its objects cannot be kept. */
export function findGit(from: string): GitPlace | { readonly why: string } {
  const program = systemProgram('git');
  if (program === undefined) return { why: 'there is no git that only the system changes' };
  const root = rootAbove(from);
  if (root === undefined) return { why: 'no repository is around it' };
  const own = ownDirectory(root);
  if (own === undefined) return { why: 'its repository cannot be read' };
  const shared = resolve(own, textOf(join(own, 'commondir'))?.trim() ?? '.');
  const config = textOf(join(shared, 'config')) ?? '';
  const ofWorkTree = textOf(join(own, 'config.worktree')) ?? '';
  const exotic = /objectformat\s*=\s*sha256|refstorage|partialclone|promisor|sparse/iu.test(
    config + ofWorkTree,
  );
  const named = [...`${config}\n${ofWorkTree}`.matchAll(/\bworktree\s*=\s*(.*)/giu)].map(
    ([, path = '']) => path,
  );
  // A submodule's says where it is.
  const isElsewhere = named.some((path) => resolve(own, path) !== root);
  if (exotic || isElsewhere || /["\n]/u.test(shared))
    return { why: 'its repository is set up in a way that is not kept' };
  return { root, own, shared, program };
}

/** What a command works on that starts here: the repository, or each of its submodules that is checked out. Or why that is not known. */
export function gitPlaces(
  from: string,
  { submodules }: Pick<GitLoss, 'submodules'>,
): readonly GitPlace[] | { readonly why: string } {
  const place = findGit(from);
  if ('why' in place) return place;
  if (submodules === undefined) return [place];
  const index = readIndex(readFileSync(join(place.own, 'index')));
  if (index === undefined) return { why: 'its submodules cannot be read' };
  const found: GitPlace[] = [];
  for (const [path, { isSubmodule }] of index) {
    if (isSubmodule && path.includes('\uFFFD')) return { why: 'its submodules cannot be read' };
    const at = join(place.root, path);
    if (!isSubmodule || !isThere(join(at, '.git'))) continue;
    const own = findGit(at);
    if ('why' in own) return own;
    found.push(own);
    const below = submodules === 'nested' ? gitPlaces(at, { submodules }) : [];
    if ('why' in below) return below;
    found.push(...below);
  }
  return found;
}

function rootAbove(from: string): string | undefined {
  for (let at = from; ; at = dirname(at)) {
    if (isThere(join(at, '.git'))) return realpathSync(at) === at ? at : undefined;
    if (dirname(at) === at) return undefined;
  }
}

/** `.git` is a directory, or a file that says where it is. */
function ownDirectory(root: string): string | undefined {
  const at = join(root, '.git');
  const found = lstatSync(at);
  if (found.isDirectory()) return at;
  const named = found.isFile() ? /^gitdir: (.+)\n?$/u.exec(textOf(at) ?? '')?.[1] : undefined;
  return named === undefined ? undefined : isAbsolute(named) ? named : resolve(root, named);
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Latin-1, so that names of any bytes come through. */
export function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(errorCode(error))) return undefined;
    throw error;
  }
}
