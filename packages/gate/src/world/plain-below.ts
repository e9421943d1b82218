import { readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isUnder } from '@permesso/engine/facts';
import type { NamedCommit } from '@permesso/engine/world';
import { readRepository } from './git/repository.ts';

/** More is not looked at: asking costs less. */
const mostEntries = 30_000;

/** Names that stay one word when `xargs` splits its input, and are no options. */
function isPlain(name: string): boolean {
  return /^[^\s'"\\\p{C}-][^\s'"\\\p{C}]*$/u.test(name);
}

/**
 * Whether all names below a directory are plain and no link leads out of it. git prints what its index has, so that counts
 * as well. Not recorded name by name: the log keeps the answer.
 */
export function isPlainBelow(directory: string, project: string): boolean {
  try {
    if (!isPlain(directory)) return false;
    if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) return true;
    return hasPlainNames(directory) && hasPlainIndex(directory, project);
  } catch (error) {
    // What cannot be listed may hold anything.
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
}

/** The same of the names that a commit of the project has. In a repository below, git would look there. */
export function isPlainIn({ directory, revision }: NamedCommit, project: string): boolean {
  if (!isUnder(directory, project)) return false;
  for (let at = directory; at !== project; at = dirname(at))
    if (statSync(join(at, '.git'), { throwIfNoEntry: false }) !== undefined) return false;
  return (
    readRepository(project)
      ?.namesIn(revision)
      ?.every((name) => isPlain(name) && !/^\.git$/iu.test(name)) === true
  );
}

function hasPlainNames(directory: string): boolean {
  const root = realpathSync(directory);
  let seen = 0;
  const open = [directory];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const held of readdirSync(at, { withFileTypes: true })) {
      seen += 1;
      const path = join(at, held.name);
      if (seen > mostEntries || !isPlain(held.name)) return false;
      if (held.isSymbolicLink() && !staysBelow(path, root)) return false;
      if (held.isDirectory() && held.name !== '.git') open.push(path);
    }
  }
  return true;
}

function staysBelow(link: string, root: string): boolean {
  const found = statSync(link, { throwIfNoEntry: false });
  return found === undefined || isUnder(realpathSync(link), root);
}

function hasPlainIndex(directory: string, project: string): boolean {
  if (
    !isUnder(directory, project) ||
    statSync(join(project, '.git'), { throwIfNoEntry: false }) === undefined
  )
    return true;
  const index = readRepository(project)?.index.keys();
  return index !== undefined && [...index].every((name) => name.split('/').every((each) => isPlain(each)));
}
