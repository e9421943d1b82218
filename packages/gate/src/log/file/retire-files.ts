import { closeSync, fstatSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Mark } from '@permesso/protocol/entry';
import { fullName, fullNumbers } from './log-files.ts';
import { readTail } from './log-tail.ts';

/** How much of a log to keep. */
export interface Keep {
  /** This many full files. */
  readonly files: number;
  /** Full files whose last entry is at most this old. */
  readonly days: number;
}

/** A full file to remove, and what the chain records about it: without that the log would look truncated. */
export interface Retiring {
  readonly path: string;
  readonly mark: Mark;
}

const aDay = 24 * 60 * 60_000;

/** The oldest full files that are too many or too old. */
export function filesToRetire(directory: string, { files, days }: Keep, now: number): readonly Retiring[] {
  const numbers = fullNumbers(directory);
  const retiring: Retiring[] = [];
  for (const [at, number] of numbers.entries()) {
    const path = join(directory, fullName(number));
    const { last, written } = endOf(path);
    const isTooOld = now - written > days * aDay;
    // A file without an entry contains nothing to lose, and has no hash to vouch for it: a person must look at it.
    if (last === undefined || (numbers.length - at <= files && !isTooOld)) break;
    retiring.push({ path, mark: { what: 'dropped', last: last.seq, hash: last.hash } });
  }
  return retiring;
}

function endOf(path: string): {
  readonly last: ReturnType<typeof readTail>['last'];
  readonly written: number;
} {
  const file = openSync(path, 'r');
  try {
    const { size, mtimeMs } = fstatSync(file);
    return { last: readTail(file, size).last, written: mtimeMs };
  } finally {
    closeSync(file);
  }
}
