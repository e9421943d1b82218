import { closeSync, linkSync, openSync, readdirSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { errorCode } from '../world/read-text.ts';

/**
 * One holder among all processes of a machine. The lock is a hard link to a file that says who holds it: making one is
 * atomic, costs no new file, and a holder that was killed can be told from one that is slow.
 */
export interface FileLock {
  /** Runs the work alone, or gives up after `waitMs` without running it. Throws what the work throws. */
  readonly hold: <T>(work: () => T) => { readonly done: T } | { readonly busy: string };
  /** Removes this process's own file. */
  readonly close: () => void;
}

export interface FileLockOptions {
  readonly path: string;
  readonly waitMs: number;
}

/** A lock against breaking a lock, and one against breaking that one: a third death in the same place is left to a person. */
const mostBreaking = 2;

let made = 0;

export function fileLock({ path, waitMs }: FileLockOptions, breaking = 0): FileLock {
  let own: string | undefined;

  function ownFile(): string {
    if (own !== undefined) return own;
    made += 1;
    const file = `${path}.${process.pid}-${made}-${Date.now().toString(36)}`;
    const descriptor = openSync(file, 'wx', 0o600);
    writeSync(
      descriptor,
      JSON.stringify({ pid: process.pid, host: hostname(), started: startOf(process.pid) }),
    );
    closeSync(descriptor);
    leftBehind(file);
    own = file;
    return file;
  }

  function take(): boolean {
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
      if (performance.now() > until) return describe(readHolder(path));
      // Reading the holder each time would slow down those who only wait their turn.
      if (round % 16 === 15 && isDead(readHolder(path))) breakLock(path, { waitMs, breaking });
      sleep(Math.min(0.05 * 1.5 ** Math.min(round, 10), 2) * (0.5 + Math.random()));
    }
    return undefined;
  }

  return {
    hold: (work) => {
      const busy = wait();
      if (busy !== undefined) return { busy };
      try {
        return { done: work() };
      } finally {
        unlinkSync(path);
      }
    },
    close: () => {
      if (own === undefined) return;
      remove(own);
      ownFiles.delete(own);
      own = undefined;
    },
  };
}

const ownFiles = new Set<string>();
let tidying = false;

/** A process that ends without closing takes its files along. */
function leftBehind(file: string): void {
  if (!tidying) process.once('exit', () => ownFiles.forEach(remove));
  tidying = true;
  ownFiles.add(file);
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

function describe(holder: Holder | undefined): string {
  return holder === undefined ? 'somebody' : `process ${holder.pid} on ${holder.host}`;
}

/** Only what is certain: another machine's process, or one that cannot be asked about, counts as alive. */
function isDead(holder: Holder | undefined): boolean {
  if (holder === undefined || holder.host !== hostname()) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    return errorCode(error) === 'ESRCH';
  }
  // The number may have been given to another process since.
  const started = startOf(holder.pid);
  return started !== '' && holder.started !== '' && started !== holder.started;
}

/** When a process began, in the kernel's ticks; empty where that cannot be read. */
function startOf(pid: number): string {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name stands in parentheses and may hold anything.
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch (error) {
    if (error instanceof Error) return '';
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
