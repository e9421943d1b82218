import { closeSync, linkSync, openSync, readdirSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { errorCode } from '../world/read-text.ts';

/**
 * One holder among all processes of a machine. The lock is a hard link to a file that says who holds it: making one is
 * atomic, costs no new file, and a holder that was killed can be told from one that is slow.
 */
export interface FileLock {
  /**
   * Runs the work alone, or gives up after `waitMs` without running it. Throws what the work throws. The lock is kept
   * until this turn of the event loop ends, or for a few milliseconds: many small works in a row take it once.
   */
  readonly hold: <T>(work: () => T) => { readonly done: T } | { readonly busy: string };
  /** Lets go at once and removes this process's own file. */
  readonly close: () => void;
}

export interface FileLockOptions {
  readonly path: string;
  readonly waitMs: number;
  /** Done while the lock is still held, before it is let go. */
  readonly beforeRelease?: () => void;
  /** Done when the process ends without closing. */
  readonly onExit?: () => void;
}

/** Others wait no longer than this for somebody who has much to do. */
const keepMs = 20;

/** A lock against breaking a lock, and one against breaking that one: a third death in the same place is left to a person. */
const mostBreaking = 2;

let made = 0;

/** Locks that this process keeps for the moment: another user of the same lock here would wait for itself. */
const keptHere = new Map<string, () => void>();

export function fileLock({ path, waitMs, beforeRelease, onExit }: FileLockOptions, breaking = 0): FileLock {
  let own: string | undefined;
  let heldSince: number | undefined;

  function ownFile(): string {
    if (own !== undefined) return own;
    made += 1;
    const file = `${path}.${process.pid}-${made}-${Date.now().toString(36)}`;
    const descriptor = openSync(file, 'wx', 0o600);
    const { started } = processOf(process.pid);
    writeSync(descriptor, JSON.stringify({ pid: process.pid, host: hostname(), started }));
    closeSync(descriptor);
    closeOnExit(atExit);
    own = file;
    return file;
  }

  function take(): boolean {
    keptHere.get(path)?.();
    try {
      linkSync(ownFile(), path);
      return true;
    } catch (error) {
      const code = errorCode(error);
      if (code === 'EEXIST') return false;
      // Somebody tidied up: make the file again and try anew.
      if (code !== 'ENOENT') throw error;
      own = undefined;
      return false;
    }
  }

  function wait(): string | undefined {
    const until = performance.now() + waitMs;
    for (let round = 0; !take(); round++) {
      const late = performance.now() > until;
      // Reading the holder each time would slow down those who only wait their turn.
      if (late || round % 16 === 3) {
        const holder = readHolder(path);
        if (isDead(holder)) breakLock(path, { waitMs, breaking });
        else if (late && holder !== undefined) return describe(holder);
        // Nobody can say for long that the lock is there and nobody holds it.
        else if (performance.now() > until + waitMs) return 'somebody';
      }
      sleep(Math.min(0.05 * 1.5 ** Math.min(round, 10), 2) * (0.5 + Math.random()));
    }
    return undefined;
  }

  function release(): void {
    if (heldSince === undefined) return;
    heldSince = undefined;
    keptHere.delete(path);
    try {
      beforeRelease?.();
    } finally {
      unlinkSync(path);
    }
  }

  function close(): void {
    release();
    if (own !== undefined) remove(own);
    own = undefined;
    toClose.delete(atExit);
  }

  function atExit(): void {
    try {
      onExit?.();
    } finally {
      close();
    }
  }

  if (onExit !== undefined) closeOnExit(atExit);

  return {
    hold: (work) => {
      if (heldSince === undefined) {
        const busy = wait();
        if (busy !== undefined) return { busy };
        heldSince = performance.now();
        keptHere.set(path, release);
        setImmediate(release);
      }
      try {
        return { done: work() };
      } finally {
        if (performance.now() - heldSince > keepMs) release();
      }
    },
    close,
  };
}

const toClose = new Set<() => void>();
let closing = false;

/** A process that ends without closing lets go and takes its files along. */
function closeOnExit(close: () => void): void {
  if (!closing) process.once('exit', () => toClose.forEach((each) => each()));
  closing = true;
  toClose.add(close);
}

interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly started: string;
}

/** Nothing when the lock is free, or when what it says cannot be read. */
function readHolder(path: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof value === 'object' && value !== null && 'pid' in value ? (value as Holder) : undefined;
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

function describe({ pid, host }: Holder): string {
  return `process ${pid} on ${host}`;
}

/** Only what is certain: another machine's process, or one that cannot be asked about, counts as alive. */
function isDead(holder: Holder | undefined): boolean {
  if (holder === undefined || holder.host !== hostname()) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    return errorCode(error) === 'ESRCH';
  }
  const { state, started } = processOf(holder.pid);
  // Killed, and nobody has asked how it ended; or its number was given to another process since.
  return (
    state === 'Z' || state === 'X' || (started !== '' && holder.started !== '' && started !== holder.started)
  );
}

/** How a process is and when it began, in the kernel's ticks; empty where that cannot be read. */
function processOf(pid: number): { readonly state: string; readonly started: string } {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name stands in parentheses and may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', started: fields[19] ?? '' };
  } catch (error) {
    if (error instanceof Error) return { state: '', started: '' };
    throw error;
  }
}

/** Under a lock of its own, so that of several who see a dead holder none removes the next one's lock. */
function breakLock(path: string, { waitMs, breaking }: { waitMs: number; breaking: number }): void {
  if (breaking >= mostBreaking) return;
  const guard = fileLock({ path: `${path}.break`, waitMs }, breaking + 1);
  try {
    guard.hold(() => {
      if (isDead(readHolder(path))) remove(path);
      sweep(path);
    });
  } finally {
    guard.close();
  }
}

/** Own files of processes that were killed. */
function sweep(path: string): void {
  const folder = dirname(path);
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${basename(path)}.`) || name === `${basename(path)}.break`) continue;
    if (isDead(readHolder(join(folder, name)))) remove(join(folder, name));
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

const clock = new Int32Array(new SharedArrayBuffer(4));

function sleep(milliseconds: number): void {
  Atomics.wait(clock, 0, 0, milliseconds);
}
