import {
  chmodSync,
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import {
  emptyTail,
  type Fields,
  type Mark,
  seal,
  type SealedLine,
  sha256,
  type Tail,
} from '@permesso/protocol/entry';
import { entryFields, markFields } from '../entry/entry-fields.ts';
import { createLogLock } from './log-lock.ts';
import { activeName, fullName, fullNumbers, lockName, logFiles } from './log-files.ts';
import { openHead, readHead, writeHead } from './log-head.ts';
import { readTail } from './log-tail.ts';
import { filesToRetire, type Retiring } from './retire-files.ts';
import type { Entry, Log } from '../entry/log.ts';
import { makeFolder } from '../../disk/make-folder.ts';

/** Where the log is, how much of it is kept, and when an entry is on disk. */
export interface FileLogOptions {
  /** Created if it does not exist, for its owner alone. */
  readonly directory: string;
  /** A longer file is closed, and the chain continues in the next. Default: 64 MiB. */
  readonly maxBytes?: number;
  /** How many full files to keep, 16 by default: beyond that the oldest is removed, and the chain records it. */
  readonly keepFiles?: number;
  /** How many days to keep a full file; forever by default. Checked whenever a file is full. */
  readonly keepDays?: number;
  /**
   * `turn`: an entry is in the file by the end of the event loop turn in which it arrives; the entries of a turn are
   * one write. `entry`: before `write` returns, each in its own write. Default: `turn`, or `entry` if durable.
   */
  readonly flush?: 'turn' | 'entry';
  /** Waits until each entry is on disk: survives a power failure, at the cost of the disk's latency. */
  readonly durable?: boolean;
  /** For entries that another process may write as well. */
  readonly guard?: WriteGuard;
  /**
   * How long a write waits for other processes before it keeps the entry for the next try. Default: 2 s. A function
   * returns the time left now: the wait blocks this process, which may have a deadline.
   */
  readonly waitMs?: number | (() => number);
}

/** Both are called while no other process may write. */
export interface WriteGuard {
  /** Whether the pending entry is still to be written; otherwise it is dropped. */
  readonly isWanted: () => boolean;
  readonly onWritten?: () => void;
}

/** A log on disk shared by many processes: one chain, one line per entry, nothing written twice. */
export interface FileLog extends Log {
  /** Throws if it could not be written; the entry is then kept for the next write. */
  readonly write: (entry: Entry) => void;
  /** Writes pending entries. */
  readonly flush: () => void;
  /** Writes pending entries and closes the files. A process that exits without it does the same. */
  readonly close: () => void;
}

/** Entries of one turn that are written together. */
const mostTogether = 32;

/** Entries kept while the log is busy or the disk full; the oldest are dropped first. */
const mostWaiting = 1000;

/**
 * A log in files of a directory, shared by many processes.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { fileLog } from '@permesso/gate/stores';
 * const log = fileLog({ directory: '/var/log/app', keepDays: 90 });
 * const gate = createGate({ policy: {}, log });
 * ```
 */
export function fileLog(options: FileLogOptions): FileLog {
  const { directory, maxBytes = 64 * 1024 * 1024, durable = false, waitMs = 2000 } = options;
  makeFolder(directory);
  const lock = createLogLock({
    path: join(directory, lockName),
    waitMs: typeof waitMs === 'number' ? () => waitMs : waitMs,
    beforeRelease: settle,
    onExit: flush,
  });
  // While the lock is held no other process writes, so the file is as this process left it.
  let certain = false;
  const path = join(directory, activeName);
  const each = (options.flush ?? (durable ? 'entry' : 'turn')) === 'entry';
  const keep = { files: Math.max(1, options.keepFiles ?? 16), days: options.keepDays ?? Infinity };
  let retiring: readonly Retiring[] = [];
  let trouble: unknown;
  const waiting: Fields[] = [];
  // Entries dropped since the last write: the log records their number.
  let gaveWay = 0;
  let open: Open | undefined;

  /** The file as this process left it, or read again if another process wrote. */
  function current(): Open {
    if (open !== undefined && certain) return open;
    certain = true;
    const found = statSync(path, { throwIfNoEntry: false });
    if (open !== undefined && found?.ino === open.inode && found.size === open.size) return open;
    close();
    const fresh = openLog(directory);
    open = fresh;
    return fresh;
  }

  /** Writes the head once for all entries of a turn: a head that lags behind does not indicate a truncated log. */
  function settle(): void {
    if (open !== undefined && certain) writeHead(open.head, open.tail);
    certain = false;
  }

  function close(): void {
    if (open !== undefined) for (const file of [open.log, open.head]) closeSync(file);
    open = undefined;
  }

  /** Writes all pending entries at once. What fails stays pending. */
  function drain(): void {
    if (waiting.length === 0) return;
    if (options.guard?.isWanted() === false) {
      waiting.length = 0;
      return;
    }
    const at = current();
    const marks = [...at.marks, ...retiring.map(({ mark }) => mark)].map((mark) =>
      markFields(mark, Date.now()),
    );
    const lines = sealAll([...marks, ...lostFields(gaveWay), ...waiting], at.tail);
    const bytes = Buffer.from((at.unfinished ? '\n' : '') + lines.map(({ line }) => line).join(''));
    // Findings about a file are recorded in that file.
    if (at.size > 0 && at.size + bytes.length > maxBytes && marks.length === 0) {
      close();
      renameSync(path, join(directory, fullName((fullNumbers(directory).at(-1) ?? 0) + 1)));
      retiring = filesToRetire(directory, keep, Date.now());
      drain();
      return;
    }
    put(at, bytes, lines.at(-1) ?? at.tail);
    waiting.length = 0;
    gaveWay = 0;
    options.guard?.onWritten?.();
    // Removed only after the chain records it, oldest first: a kill in between leaves a state that one of the marks
    // explains.
    for (const { path: old } of retiring) rmSync(old, { force: true });
    retiring = [];
  }

  function put(at: Open, bytes: Buffer, tail: Tail): void {
    let written = 0;
    try {
      written = writeSync(at.log, bytes);
      if (written < bytes.length)
        throw new Error(`only ${written} of ${bytes.length} bytes could be written`);
      if (durable) fdatasyncSync(at.log);
    } catch (error) {
      // The lock is held, so nothing was written after it: no line is better than half a line.
      if (written > 0) ftruncateSync(at.log, at.size);
      close();
      throw error;
    }
    open = {
      ...at,
      size: at.size + bytes.length,
      tail: { seq: tail.seq, hash: tail.hash },
      marks: [],
      unfinished: false,
    };
  }

  function shut(): void {
    try {
      flush();
    } finally {
      lock.close();
      close();
    }
  }

  function flush(): void {
    if (waiting.length === 0) return;
    const held = lock.hold(drain);
    if ('busy' in held)
      throw new Error(`the log is held by ${held.busy}; the entry is kept for the next write`);
  }

  /** The next write reports a failure: nothing here could catch it. */
  function flushLater(): void {
    try {
      flush();
    } catch (error) {
      trouble = error;
    }
  }

  return {
    write: (entry) => {
      if (waiting.length >= mostWaiting) {
        waiting.shift();
        gaveWay += 1;
      }
      waiting.push(entryFields(entry));
      if (each || waiting.length >= mostTogether || trouble !== undefined) {
        trouble = undefined;
        flush();
      } else if (waiting.length === 1) setImmediate(flushLater);
    },
    flush,
    close: shut,
  };
}

interface Open {
  readonly log: number;
  readonly head: number;
  readonly inode: number;
  readonly size: number;
  readonly tail: Tail;
  /** What the next write must record about what was found. */
  readonly marks: readonly Mark[];
  /** The file does not end with a line break. */
  readonly unfinished: boolean;
}

function openLog(directory: string): Open {
  const path = join(directory, activeName);
  const head = readHead(directory) ?? firstHead(directory);
  const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
  const log = openSync(path, flags, 0o600);
  const { size, ino: inode, mode } = fstatSync(log);
  if ((mode & 0o077) !== 0) chmodSync(path, 0o600);
  const found = readTail(log, size);
  const last = found.last ?? lastBefore(directory);
  const rest = readRest(log, found.end, size);
  const tail = laterOf(last, head);
  return {
    log,
    head: openHead(directory),
    inode,
    size,
    tail,
    marks: [...tornMark(rest), ...missingMark(last, head)],
    unfinished: rest.length > 0 && rest.at(-1) !== 0x0a,
  };
}

/** Written before the first log file is created, so that a log without a head means that someone removed it. */
function firstHead(directory: string): Tail | undefined {
  if (logFiles(directory).length > 0) return undefined;
  const head = openHead(directory);
  writeHead(head, emptyTail);
  closeSync(head);
  return emptyTail;
}

/** The end of the newest full file, if the current one is still empty. */
function lastBefore(directory: string): Tail {
  for (const number of fullNumbers(directory).toReversed()) {
    const file = openSync(join(directory, fullName(number)), 'r');
    try {
      const { last } = readTail(file, fstatSync(file).size);
      if (last !== undefined) return last;
    } finally {
      closeSync(file);
    }
  }
  return emptyTail;
}

/** If entries were cut off, the chain continues from what the head recorded, so that the gap is visible. */
function laterOf(last: Tail, head: Tail | undefined): Tail {
  return head !== undefined && head.seq > last.seq ? head : last;
}

function readRest(descriptor: number, from: number, size: number): Buffer {
  const rest = Buffer.alloc(size - from);
  let done = 0;
  while (done < rest.length) {
    const got = readSync(descriptor, rest, done, rest.length - done, from + done);
    if (got === 0) break;
    done += got;
  }
  return rest;
}

/** Includes the line break that ends it, which the next write adds if it is missing. */
function tornMark(rest: Buffer): readonly Mark[] {
  if (rest.length === 0) return [];
  const whole = rest.at(-1) === 0x0a ? rest : Buffer.concat([rest, Buffer.from('\n')]);
  return [{ what: 'torn', bytes: whole.length, sha256: sha256(whole) }];
}

function missingMark(last: Tail, head: Tail | undefined): readonly Mark[] {
  if (head === undefined) return [{ what: 'no-head' }];
  return head.seq > last.seq ? [{ what: 'missing', first: last.seq + 1, last: head.seq }] : [];
}

function lostFields(count: number): readonly Fields[] {
  if (count === 0) return [];
  const error = `${count} entries before this one could not be written in time and are lost`;
  return [entryFields({ type: 'failed', at: Date.now(), error })];
}

function sealAll(all: readonly Fields[], tail: Tail): readonly SealedLine[] {
  const sealed: SealedLine[] = [];
  let last = tail;
  for (const fields of all) {
    const next = seal(fields, last);
    sealed.push(next);
    last = next;
  }
  return sealed;
}
