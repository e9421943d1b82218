import {
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  linkSync,
  openSync,
  readSync,
  writeSync,
  type BigIntStats,
} from 'node:fs';
import { errorCode } from '../disk/read-text.ts';
import { CannotKeep } from './walk-tree.ts';

const { COPYFILE_EXCL, COPYFILE_FICLONE, COPYFILE_FICLONE_FORCE, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } =
  constants;

/**
 * The bytes of a file, as they are at one moment: a file that is written to meanwhile is none that can be given back. The
 * file is opened once, so that no link can be laid in its place between looking and copying.
 */
export function copyKept(from: Buffer, to: string): void {
  const file = openSync(from, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const before = fstatSync(file, { bigint: true });
    if (!before.isFile()) throw new CannotKeep('something else was put in its place');
    if (process.platform === 'linux')
      copyFileSync(`/proc/self/fd/${file}`, to, COPYFILE_FICLONE | COPYFILE_EXCL);
    else copyOpen(file, to);
    if (!isSameState(before, fstatSync(file, { bigint: true })))
      throw new CannotKeep(`it is being written to (${from.toString('utf8')})`);
  } finally {
    closeSync(file);
  }
}

function isSameState(a: BigIntStats, b: BigIntStats): boolean {
  return a.size === b.size && a.mtimeNs === b.mtimeNs && a.ino === b.ino;
}

/** A copy that shares its blocks, where the file system has such; else a second name of the file itself; false where neither can be. */
export function linkKept(from: Buffer, to: string): 'cloned' | 'linked' | false {
  if (process.platform === 'linux' || process.platform === 'darwin')
    try {
      copyFileSync(from, to, COPYFILE_FICLONE_FORCE | COPYFILE_EXCL);
      return 'cloned';
    } catch (error) {
      if (errorCode(error) === 'ENOSPC') throw error;
    }
  try {
    linkSync(from, to);
    return 'linked';
  } catch (error) {
    // Another file system, a file of somebody else, too many links.
    if (['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EACCES'].includes(errorCode(error))) return false;
    throw error;
  }
}

function copyOpen(from: number, to: string): void {
  const file = openSync(to, 'wx', 0o600);
  try {
    const buffer = Buffer.allocUnsafe(1024 * 1024);
    for (let size = readSync(from, buffer); size > 0; size = readSync(from, buffer))
      writeSync(file, buffer, 0, size);
  } finally {
    closeSync(file);
  }
}
