import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { errorCode } from '../../storage/read-text.ts';
import { systemProgram } from '../../storage/system-program.ts';

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
  const exotic = /objectformat\s*=\s*sha256|refstorage|partialclone|promisor|\bworktree\s*=|sparse/iu.test(
    config,
  );
  if (exotic || /["\n]/u.test(shared)) return { why: 'its repository is set up in a way that is not kept' };
  return { root, own, shared, program };
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
