import {
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  openSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { errorCode } from './read-text.ts';
import { makeFolder } from './make-folder.ts';

/** Readable by this user alone, whatever the umask; never follows a link that someone placed there. */
export function writePrivate(path: string, text: string): void {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const file = openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    fchmodSync(file, 0o600);
    writeFileSync(file, text);
    // A name without its content after a power failure would be an answer that nobody can read.
    if (text !== '') fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Creates the directory, or refuses one that others can write: its content decides what may run. */
export function privateDirectory(path: string): string {
  makeFolder(path);
  const problem = publicProblem(path);
  if (problem !== undefined) throw new Error(problem);
  return path;
}

/** Why the content of this directory cannot be trusted; undefined if there is no directory. */
export function publicProblem(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if (process.getuid !== undefined && found.uid !== process.getuid())
    return `${path} belongs to somebody else`;
  return isOpen(found, 0o022) ? `${path} can be written by others` : undefined;
}

/** Checks these bits of its mode. Windows uses access lists instead, which keep others out of a person's folders. */
export function isOpen({ mode }: { readonly mode: number }, to: number): boolean {
  return process.platform !== 'win32' && (mode & to) !== 0;
}

/** Undefined if there is no directory. */
export function namesInFolder(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}
