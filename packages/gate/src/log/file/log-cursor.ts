import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { errorCode } from '../../disk/read-text.ts';
import { type LogEntry, parseEntry } from '@permesso/protocol/entry';
import { logFiles } from './log-files.ts';

/** A cursor that moves through a log, oldest entry first, as far as has been written. */
export interface LogCursor {
  /** Undefined if there are no more for now: call again later. */
  readonly next: () => LogEntry | undefined;
  readonly close: () => void;
}

const chunk = 1024 * 1024;

/**
 * Returns every entry once, however many are written between two calls. Keeps the file open, so that it may be
 * renamed when full, or removed, while it is read.
 */
export function followEntries(directory: string): LogCursor {
  let file: OpenFile | undefined;
  let lines: string[] = [];

  /** Reads more lines of the open file, or else of the next one. */
  function refill(): boolean {
    file ??= firstOf(logFiles(directory));
    while (file !== undefined) {
      lines = readLines(file);
      if (lines.length > 0) return true;
      const behind = fileBehind(directory, file.inode);
      if (behind === undefined) return false;
      // Another process may have written between the last read and the rename.
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
  /** Where the first unread line begins. */
  offset: number;
}

/** The file after this one, or the oldest if this one was removed. */
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
      // Removed since the directory was listed.
      if (errorCode(error) !== 'ENOENT') throw error;
    }
  }
  return undefined;
}

/** Whole lines, last first so that they can be popped from the end; a line without a break stays for later. */
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
