import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errorCode, mayExist } from '@permesso/gate/disk';

/** A file to be changed: its text, byte for byte, and its real path. */
export type ExactFile =
  | { readonly text: string; readonly target: string; readonly mode: number }
  | { readonly missing: true; readonly target: string }
  | { readonly unreadable: string };

const mostBytes = 4 * 1024 * 1024;

/** Resolves links: people keep their settings in a repository and link to them, and the link must stay. */
export function readExactly(path: string): ExactFile {
  try {
    if (!mayExist(path)) return { missing: true, target: futurePath(path) };
    const target = realpathSync(path);
    const found = statSync(target);
    if (!found.isFile()) return { unreadable: 'it is not a file' };
    if (found.size > mostBytes) return { unreadable: `it is longer than ${mostBytes} bytes` };
    // Keeps the byte order mark, so that it is written back.
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return { text: decoder.decode(readFileSync(target)), target, mode: found.mode & 0o7777 };
  } catch (error) {
    if (error instanceof TypeError) return { unreadable: 'it is not UTF-8' };
    const code = errorCode(error);
    return { unreadable: code === 'ENOENT' ? 'it is a link to nothing' : code };
  }
}

/** Where a new file would really be: folders on the way may be links. */
function futurePath(path: string): string {
  const folder = dirname(path);
  if (folder === path) return path;
  return mayExist(folder)
    ? join(realpathSync(folder), basename(path))
    : join(futurePath(folder), basename(path));
}

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
