import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { errorCode, readText } from './read-text.ts';

/** The repository that a directory belongs to. All worktrees of a repository are one project. */
export interface Repository {
  /** The common git directory, by its real path: the project's identity. */
  readonly common: string;
  /** Where this worktree's files are. */
  readonly checkout: string;
  /** This worktree's own git directory. */
  readonly gitDirectory: string;
  /** The main worktree's files, when this one is linked to it. */
  readonly main?: string;
}

/** What `.git` in this directory is, read without running git. */
export function readRepository(checkout: string): Repository | undefined {
  const path = join(checkout, '.git');
  const isFile = isPlainFile(path);
  if (isFile === undefined) return undefined;
  if (!isFile) {
    const common = realPath(path);
    return common === undefined ? undefined : { common, checkout, gitDirectory: common };
  }
  const read = readText(path);
  const target = 'text' in read ? /^gitdir: (.+?)\r?\n?$/.exec(read.text)?.[1] : undefined;
  const gitDirectory = target === undefined ? undefined : realPath(resolve(checkout, target));
  return gitDirectory === undefined ? undefined : readLinked({ path, checkout, gitDirectory });
}

/** The directory and everything above it, the nearest first. */
export function ancestors(start: string): readonly string[] {
  const directories = [start];
  for (let at = start; dirname(at) !== at; at = dirname(at)) directories.push(dirname(at));
  return directories;
}

/** The nearest repository above a directory: one that an agent makes inside another is not that other one. */
export function enclosingRepository(
  directory: string,
  read: typeof readRepository = readRepository,
): Repository | undefined {
  for (const at of ancestors(directory)) {
    const repository = read(at);
    if (repository !== undefined) return repository;
  }
  return undefined;
}

function isPlainFile(path: string): boolean | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isFile();
  } catch {
    return undefined;
  }
}

/**
 * A `.git` file is a claim, and anybody can write one into an archive: the git directory must name this checkout too,
 * or a stranger's folder would pass for a worktree of a project that the person trusts. Submodules do not, and are
 * projects of their own.
 */
function readLinked(link: {
  readonly path: string;
  readonly checkout: string;
  readonly gitDirectory: string;
}): Repository {
  const { path, checkout, gitDirectory } = link;
  const alone: Repository = { common: checkout, checkout, gitDirectory };
  const back = readText(join(gitDirectory, 'gitdir'));
  const commonPath = readText(join(gitDirectory, 'commondir'));
  if (!('text' in back) || !('text' in commonPath)) return alone;
  if (realPath(resolve(gitDirectory, back.text.trim())) !== realPath(path)) return alone;
  const common = realPath(resolve(gitDirectory, commonPath.text.trim()));
  if (common === undefined) return alone;
  return {
    common,
    checkout,
    gitDirectory,
    ...(basename(common) === '.git' ? { main: dirname(common) } : {}),
  };
}

/**
 * Whether git tracks a path, so that it may have come with the repository: read from the index, where a path stands
 * in full. Anything that cannot be told is yes. Compared without case, as some file systems do.
 */
export function mayBeTracked(file: string, { checkout, gitDirectory }: Repository): boolean {
  const path = relative(checkout, file);
  if (path === '' || path.startsWith('..') || isAbsolute(path)) return true;
  // A link in the way would give the file another name in the index.
  if (realPath(file) !== join(realPath(checkout) ?? '', path)) return true;
  let index: Buffer;
  try {
    index = readFileSync(join(gitDirectory, 'index'));
  } catch (error) {
    // A repository into which nothing was ever added.
    return errorCode(error) !== 'ENOENT';
  }
  const version = index.length < 12 || index.toString('latin1', 0, 4) !== 'DIRC' ? 0 : index.readUInt32BE(4);
  // Version 4 shortens paths; a split index keeps most of them elsewhere.
  if ((version !== 2 && version !== 3) || hasExtension(index, 'link')) return true;
  return index.toString('latin1').toLowerCase().includes(Buffer.from(path).toString('latin1').toLowerCase());
}

/** A signature counts when a length follows that fits: in a path the next letters give a length that does not. */
function hasExtension(index: Buffer, signature: string): boolean {
  for (let at = index.indexOf(signature); at !== -1; at = index.indexOf(signature, at + 1)) {
    if (at + 8 <= index.length && at + 8 + index.readUInt32BE(at + 4) <= index.length) return true;
  }
  return false;
}

export function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    // Missing, unreadable, or links in a circle: no path.
    return undefined;
  }
}

/** Changes when a directory is removed and made again, as when another repository takes its place. */
export function directoryMark(path: string): string {
  try {
    return String(statSync(path, { bigint: true }).ino);
  } catch {
    return '';
  }
}
