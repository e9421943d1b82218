import { lstatSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { isGone, parseMark } from './process-mark.ts';
import { errorCode } from './read-text.ts';

/** How often a process says that it is still at it, and how long that is believed: a stopped process says nothing. */
const every = 1000;
const believed = 5000;

/** Renews the time of a file until the returned function is called. */
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
 * The state of the process whose mark is in a file. `gone` is certain; `silent` is there but has not renewed the file;
 * `unnamed` where the file holds no mark, or half of one; `unreadable` where it is not ours to read.
 */
export type HolderState = 'alive' | 'silent' | 'gone' | 'unnamed' | 'unreadable';

/** Who holds a lock and who is present, by one rule. Nothing where there is no file. */
export function holderState(file: string, { beats }: { readonly beats: boolean }): HolderState | undefined {
  const text = readMark(file);
  if (typeof text !== 'string') return text?.problem;
  const mark = parseMark(text);
  if (mark === undefined) return 'unnamed';
  if (isGone(mark)) return 'gone';
  return beats && ageOf(file) >= believed ? 'silent' : 'alive';
}

/** A pipe would hang: it is not a mark. */
function readMark(file: string): string | { readonly problem: HolderState } | undefined {
  try {
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    return found.isFile() ? readFileSync(file, 'utf8') : { problem: 'unnamed' };
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? undefined : { problem: 'unreadable' };
  }
}

/** In milliseconds, and never negative: a time that lies ahead says as little as one that is long past. */
export function ageOf(file: string): number {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? 0 : Math.abs(Date.now() - found.mtimeMs);
}
