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

/** Where the log is, how much of it is kept, and when an entry is on the disk. */
export interface FileLogOptions {
  /** Made when it does not exist, for its owner alone. */
  readonly directory: string;
  /** A file longer than this is closed and the chain goes on in the next. 64 MiB when absent. */
  readonly maxBytes?: number;
  /** Full files that are kept, 16 when absent: when one more is full the oldest is removed, and the chain says so. */
  readonly keepFiles?: number;
  /** Days that a full file is kept, for ever when absent. Looked at when a file is full. */
  readonly keepDays?: number;
  /**
   * `turn`: an entry is in the file when the turn of the event loop in which it came ends, or sooner; those of a turn are
   * one write. `entry`: before `write` returns, each by a write of its own. `turn` when absent; `entry` when durable.
   */
  readonly flush?: 'turn' | 'entry';
  /** Waits until each entry is on the disk: survives a power cut, and costs what the disk costs. */
  readonly durable?: boolean;
  /** For entries that another process may write as well. */
  readonly guard?: WriteGuard;
  /**
   * How long a write waits for other processes before it keeps the entry for the next try. 2 s when absent. A function gives
   * what is left now: the wait blocks this process, which may have to answer by a deadline.
   */
  readonly waitMs?: number | (() => number);
}

/** Both are called while this process alone may write. */
export interface WriteGuard {
  /** Whether what is pending is still to be written; else it is dropped. */
  readonly isWanted: () => boolean;
  readonly onWritten?: () => void;
}

/** A log on disk that many processes share: one chain, one line for each entry, nothing written twice. */
export interface FileLog extends Log {
  /** Throws when it could not be written; the entry is then kept for the next write. */
  readonly write: (entry: Entry) => void;
  /** Writes what is pending. */
  readonly flush: () => void;
  /** Writes what is pending and lets go of the files. A process that ends without it does the same. */
  readonly close: () => void;
}

/** Entries of one turn that are written together. */
const mostTogether = 32;

/** Entries that wait because the log was busy or the disk full; the oldest give way. */
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
  // While the lock is kept nobody else writes, so the file is as this process left it.
  let certain = false;
  const path = join(directory, activeName);
  const each = (options.flush ?? (durable ? 'entry' : 'turn')) === 'entry';
  const keep = { files: Math.max(1, options.keepFiles ?? 16), days: options.keepDays ?? Infinity };
  let retiring: readonly Retiring[] = [];
  let trouble: unknown;
  const waiting: Fields[] = [];
  // Entries that had to give way since the last write: the log says so itself.
  let gaveWay = 0;
  let open: Open | undefined;

  /** The file as this process left it, or looked at again when somebody else wrote. */
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

  /** The head is written once for all entries of a turn: one that lags behind is not a sign of a cut. */
  function settle(): void {
    if (open !== undefined && certain) writeHead(open.head, open.tail);
    certain = false;
  }

  function close(): void {
    if (open !== undefined) for (const file of [open.log, open.head]) closeSync(file);
    open = undefined;
  }

  /** All that waits, by one write. What fails stays. */
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
    // What was found in a file is said in that file.
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
    // Once the chain says that they are gone, the oldest first: a kill in between leaves what one of the marks vouches for.
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
      // The lock is held, so nobody wrote behind it: better no line than half of one.
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

  /** A failure is told by the next write: here is nobody to tell. */
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
  /** What the next write has to say about what was found. */
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

/** Written before the first log file is made: a log without a head means that somebody removed it. */
function firstHead(directory: string): Tail | undefined {
  if (logFiles(directory).length > 0) return undefined;
  const head = openHead(directory);
  writeHead(head, emptyTail);
  closeSync(head);
  return emptyTail;
}

/** The end of the newest full file, when the current one is still empty. */
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

/** Where entries were cut off the chain goes on from what the head remembers, so that the gap shows. */
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

/** With the line break that ends it, which the next write adds where it is missing. */
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
