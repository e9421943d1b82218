import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { errorCode, readText } from './read-text.ts';

/** The repository of a directory. All worktrees of a repository are one project. */
export interface Repository {
  /** The real path of the common git directory: the project's identity. */
  readonly common: string;
  /** Where this worktree's files are. */
  readonly checkout: string;
  /** This worktree's own git directory. */
  readonly gitDirectory: string;
  /** The main worktree's files, if this one is linked to it. */
  readonly main?: string;
}

/** Reads `.git` in this directory without running git. */
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

/** The directory and everything above it, nearest first. */
export function ancestors(start: string): readonly string[] {
  const directories = [start];
  for (let at = start; dirname(at) !== at; at = dirname(at)) directories.push(dirname(at));
  return directories;
}

/** The nearest repository above a directory: a repository that an agent creates inside another is a separate one. */
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
 * A `.git` file is a claim that anyone can put into an archive: the git directory must name this checkout too, or a
 * stranger's folder would pass for a worktree of a project that the person trusts. Submodules do not, and are
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
 * Whether git tracks a path, so that it may have come with the repository: read from the index, which holds full
 * paths. True if in doubt. Ignores case, as some file systems do.
 */
export function mayBeTracked(file: string, { checkout, gitDirectory }: Repository): boolean {
  const path = relative(checkout, file);
  if (path === '' || path.startsWith('..') || isAbsolute(path)) return true;
  // A link in the path would give the file another name in the index.
  if (realPath(file) !== join(realPath(checkout) ?? '', path)) return true;
  let index: Buffer;
  try {
    index = readFileSync(join(gitDirectory, 'index'));
  } catch (error) {
    // Nothing was ever added to this repository.
    return errorCode(error) !== 'ENOENT';
  }
  const version = index.length < 12 || index.toString('latin1', 0, 4) !== 'DIRC' ? 0 : index.readUInt32BE(4);
  // Version 4 shortens paths; a split index keeps most of them elsewhere.
  if ((version !== 2 && version !== 3) || hasExtension(index, 'link')) return true;
  return index.toString('latin1').toLowerCase().includes(Buffer.from(path).toString('latin1').toLowerCase());
}

/** A signature counts if a plausible length follows: inside a path, the next letters give an implausible one. */
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
    // Missing, unreadable or a cycle of links: no path.
    return undefined;
  }
}

/** Changes if a directory is removed and recreated, for example when another repository takes its place. */
export function directoryMark(path: string): string {
  try {
    return String(statSync(path, { bigint: true }).ino);
  } catch {
    return '';
  }
}
