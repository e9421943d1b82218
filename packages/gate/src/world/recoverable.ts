import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import {
  isData,
  isIgnored,
  isRegenerable,
  isUnder,
  parseIgnoreLines,
  protection,
} from '@permesso/engine/facts';
import type { World } from '@permesso/engine/world';
import { readRepository, type Repository } from './git/repository.ts';

/** More is not looked at: asking costs less. */
const mostEntries = 30_000;
const mostTracked = 2_000;
const mostBytes = 64 * 1024 * 1024;

/**
 * Whether what is at a path can be restored: nothing is there, git's last commit has it exactly so, or it is
 * build output. Read from files alone: no program is started, so nothing that the repository configures runs.
 */
export function recoverableIn(world: World): (path: string) => boolean {
  const repositories = new Map<string, Repository | undefined>();
  return (path) => {
    if (world.entry(path).is === 'missing') return true;
    const root = rootOf(path, world);
    if (root === undefined || root === path) return false;
    if (!repositories.has(root)) repositories.set(root, readRepository(root));
    const repository = repositories.get(root);
    if (repository === undefined) return false;
    return isOutput(path, repository, world) || isCommitted(path, repository, world);
  };
}

/** The nearest directory above with a `.git`, up to the project: further up lies what this agent does not work on. */
function rootOf(path: string, world: World): string | undefined {
  for (let at = path; isUnder(at, world.project); at = at.slice(0, at.lastIndexOf('/'))) {
    if (at !== path && world.entry(join(at, '.git')).is !== 'missing') return at;
    if (at === world.project) return undefined;
  }
  return undefined;
}

function relative(path: string, { root }: Repository): string {
  return path.slice(root.length + 1);
}

/** Everything below a path, links not followed; undefined when it is too much, unreadable or has a repository in it. */
function below(path: string, world: World, most: number): readonly string[] | undefined {
  if (world.entry(path).is !== 'directory') return [path];
  const files: string[] = [];
  let seen = 0;
  const open = [path];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const held = world.holds?.(at);
    seen += held?.length ?? 0;
    if (held === undefined || seen > most || held.some(({ name }) => name === '.git')) return undefined;
    for (const { name, is } of held) (is === 'directory' ? open : files).push(join(at, name));
  }
  return files;
}

/** `node_modules/.cache/turbo` is as much output as `node_modules`. */
function isInOutput(path: string, repository: Repository, world: World): boolean {
  for (let at = path; at.length > repository.root.length; at = at.slice(0, at.lastIndexOf('/')))
    if (isRegenerable(at.slice(at.lastIndexOf('/') + 1)) && isIgnoredByGit(at, repository, world))
      return true;
  return false;
}

/** Ignored, of a name that is made again or below one, with nothing tracked and nothing of somebody's own inside. */
function isOutput(path: string, repository: Repository, world: World): boolean {
  const { is } = world.entry(path);
  if (is !== 'directory' && is !== 'file') return false;
  if (!isInOutput(path, repository, world)) return false;
  const own = relative(path, repository);
  for (const tracked of repository.index.keys())
    if (tracked === own || tracked.startsWith(`${own}/`)) return false;
  return below(path, world, mostEntries)?.every((file) => !isKept(file, world)) === true;
}

function isKept(file: string, world: World): boolean {
  if (isData(file.slice(file.lastIndexOf('/') + 1))) return true;
  const path = { known: true, written: file, real: file } as const;
  return protection({ path, access: 'read', world }) !== undefined;
}

/** By the files of the repository; the person's own list elsewhere is not asked. */
function isIgnoredByGit(path: string, { root }: Repository, world: World): boolean {
  const names = path.slice(root.length + 1).split('/');
  const lists = [
    { depth: 0, text: world.text?.(join(root, '.git/info/exclude')) },
    ...names.map((_, depth) => ({
      depth,
      text: world.text?.(join(root, ...names.slice(0, depth), '.gitignore')),
    })),
  ];
  // A directory that is ignored takes all that lies below it.
  return names.some((_, last) => {
    const verdicts = lists
      .filter(({ depth }) => depth <= last)
      .map(({ depth, text }) =>
        text === undefined
          ? undefined
          : isIgnored(
              parseIgnoreLines(text),
              names.slice(depth, last + 1),
              last < names.length - 1 || world.entry(path).is === 'directory',
            ),
      );
    return verdicts.findLast((verdict) => verdict !== undefined) === true;
  });
}

function isCommitted(path: string, repository: Repository, world: World): boolean {
  const files = below(path, world, mostTracked);
  if (files === undefined) return false;
  let left = mostBytes;
  return files.every((file) => {
    const name = relative(file, repository);
    // With assume-unchanged or skip-worktree git would not bring it back: it thinks that it is there.
    if (repository.index.get(name)?.isPlain !== true) return false;
    const wanted = repository.committed(name);
    const bytes = wanted === undefined ? undefined : bytesOf(file, left);
    if (bytes === undefined) return false;
    left -= bytes.length;
    return blobId(bytes) === wanted;
  });
}

function bytesOf(path: string, most: number): Buffer | undefined {
  try {
    const found = lstatSync(path);
    if (found.isSymbolicLink()) return readlinkSync(path, { encoding: 'buffer' });
    return found.isFile() && found.size <= most ? readFileSync(path) : undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}

function blobId(bytes: Buffer): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
