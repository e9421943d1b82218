import { execFileSync } from 'node:child_process';
import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';

/** Stands for: too many links. No path is called so. */
export const loop = 'loop';

/** Where the kernel says a path leads; undefined for what does not exist. */
export function kernelPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ELOOP') return loop;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** GNU coreutils; not a package. */
const readlink = 'readlink';

/** `readlink -m` for many paths at once: links followed, what is missing taken for plain directories. */
export function canonicalMissing(paths: readonly string[]): readonly string[] {
  if (paths.length === 0) return [];
  const output = execFileSync(readlink, ['-m', '-z', '--', ...paths], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  return output.split('\0').slice(0, -1);
}

/**
 * The kernel asked again after each name, for paths that it gives up on at a missing name: `missing/../loop`.
 * `readlink -m` has no answer to those, because it walks on through loops.
 */
export function kernelPathByName(path: string, from = '/', links = 0): string {
  let reached = isAbsolute(path) ? '/' : from;
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue;
    if (name === '..') {
      reached = dirname(reached);
      continue;
    }
    const next = join(reached, name);
    const found = kernelPath(next) ?? (isLink(reached, name) ? dangling(next, links) : next);
    if (found === loop) return loop;
    reached = found;
  }
  return reached;
}

function dangling(path: string, links: number): string {
  return links >= 40 ? loop : kernelPathByName(readlinkSync(path), dirname(path), links + 1);
}

/** Asked of the directory, because a file cannot be asked for what is below it. */
function isLink(directory: string, name: string): boolean {
  if (lstatSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) return false;
  return lstatSync(join(directory, name), { throwIfNoEntry: false })?.isSymbolicLink() === true;
}
