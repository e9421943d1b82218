import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { errorCode } from '../../disk/read-text.ts';
import { type LogEntry, parseEntry } from '@permesso/protocol/entry';
import { logFiles } from './log-files.ts';

/** A place in a log that moves on, oldest first, as far as has been written. */
export interface LogCursor {
  /** Nothing when there is no more for now: ask again later. */
  readonly next: () => LogEntry | undefined;
  readonly close: () => void;
}

const chunk = 1024 * 1024;

/**
 * Every entry once, however many are written between two looks. The file is kept open, so that it does not matter when it
 * is full and gets another name, or is removed while it is read.
 */
export function followEntries(directory: string): LogCursor {
  let file: OpenFile | undefined;
  let lines: string[] = [];

  /** More lines of the open file, else of the one behind it. */
  function refill(): boolean {
    file ??= firstOf(logFiles(directory));
    while (file !== undefined) {
      lines = readLines(file);
      if (lines.length > 0) return true;
      const behind = fileBehind(directory, file.inode);
      if (behind === undefined) return false;
      // Somebody may have written between the last look and its end.
      lines = readLines(file);
      if (lines.length > 0) return true;
      closeSync(file.descriptor);
      file = behind;
    }
    return false;
  }

  return {
    next: () => {
      for (;;) {
        const line = lines.pop();
        if (line === undefined && !refill()) return undefined;
        const entry = line === undefined ? undefined : parseEntry(line);
        if (entry !== undefined) return entry;
      }
    },
    close: () => {
      if (file !== undefined) closeSync(file.descriptor);
      file = undefined;
    },
  };
}

interface OpenFile {
  readonly descriptor: number;
  readonly inode: number;
  /** Where the first line begins that was not read. */
  offset: number;
}

/** The file that was begun after this one; the oldest where this one was removed. */
function fileBehind(directory: string, inode: number): OpenFile | undefined {
  const files = logFiles(directory);
  const at = files.findIndex((path) => statSync(path, { throwIfNoEntry: false })?.ino === inode);
  return firstOf(files.slice(at + 1));
}

function firstOf(files: readonly string[]): OpenFile | undefined {
  for (const path of files) {
    try {
      const descriptor = openSync(path, 'r');
      return { descriptor, inode: fstatSync(descriptor).ino, offset: 0 };
    } catch (error) {
      // Removed since the directory was read.
      if (errorCode(error) !== 'ENOENT') throw error;
    }
  }
  return undefined;
}

/** Whole lines, the last first so that they can be taken from the end; what has no break yet stays for later. */
function readLines(file: OpenFile): string[] {
  for (let size = chunk; ; size *= 4) {
    const space = Buffer.allocUnsafe(Math.min(size, fstatSync(file.descriptor).size - file.offset + 1));
    const got = space.length <= 1 ? 0 : readSync(file.descriptor, space, 0, space.length, file.offset);
    const end = space.subarray(0, got).lastIndexOf(0x0a);
    if (end !== -1) {
      file.offset += end + 1;
      return space.toString('utf8', 0, end).split('\n').toReversed();
    }
    if (got < size) return [];
  }
}
