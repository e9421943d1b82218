import { lstatSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { isGone, parseMark } from './process-mark.ts';
import { errorCode } from './read-text.ts';

/** How often a process renews its file, and for how long that counts: a stopped process cannot renew it. */
const every = 1000;
const believed = 5000;

/** Renews the modification time of a file until the returned function is called. */
export function startHeartbeat(file: string): () => void {
  const timer = setInterval(() => beat(file), every);
  timer.unref();
  return () => clearInterval(timer);
}

export function beat(file: string): void {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

/**
 * The state of the process whose mark is in a file. `gone` is certain; `silent` exists but has not renewed the file;
 * `unnamed` if the file holds no mark, or half of one; `unreadable` if we may not read it.
 */
export type HolderState = 'alive' | 'silent' | 'gone' | 'unnamed' | 'unreadable';

/** One rule for who holds a lock and who is present. Undefined if there is no file. */
export function holderState(file: string, { beats }: { readonly beats: boolean }): HolderState | undefined {
  const text = readMark(file);
  if (typeof text !== 'string') return text?.problem;
  const mark = parseMark(text);
  if (mark === undefined) return 'unnamed';
  if (isGone(mark)) return 'gone';
  return beats && ageOf(file) >= believed ? 'silent' : 'alive';
}

/** Reading a pipe would hang, and it is not a mark. */
function readMark(file: string): string | { readonly problem: HolderState } | undefined {
  try {
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    return found.isFile() ? readFileSync(file, 'utf8') : { problem: 'unnamed' };
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? undefined : { problem: 'unreadable' };
  }
}

/** In milliseconds, never negative: a time in the future says as little as one long past. */
export function ageOf(file: string): number {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? 0 : Math.abs(Date.now() - found.mtimeMs);
}
