import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { errorCode } from './read-text.ts';

/** Who holds a lock. A process id alone comes back after a while; with its start it does not. */
interface Holder {
  readonly pid: number;
  readonly start: string;
  readonly host: string;
  readonly nonce: string;
}

/** How long one holder may keep others waiting, in milliseconds. */
const patience = 30_000;
/** A lock whose holder was killed before it could write its name, or while it cleared a dead lock away. */
const nameless = 2000;

/** When this process last let go of a lock. */
const released = new Map<string, number>();

/** Runs `work` while no other process does so for the same file. The lock stands beside it. */
export async function withLock<T>(path: string, work: () => T | Promise<T>): Promise<T> {
  const lock = `${path}.lock`;
  const self = holderNow();
  // Who comes straight back would always be the first at the door, and the others starve.
  if (Date.now() - (released.get(lock) ?? 0) < 20) await wait(moment());
  let holder: string | undefined;
  let giveUp = Date.now() + patience;
  while (!take(lock, self)) {
    clearDead(lock);
    const now = readLock(lock);
    // Patience is for each holder: many in turn are no sign that one hangs.
    if (now !== holder) giveUp = Date.now() + patience;
    holder = now;
    if (Date.now() > giveUp) throw new Error(`${path} is locked by ${describe(lock)}`);
    await wait(moment());
  }
  try {
    return await work();
  } finally {
    if (readLock(lock)?.includes(self.nonce) === true) rmSync(lock, { force: true });
    released.set(lock, Date.now());
  }
}

function moment(): number {
  return 2 + Math.random() * 8;
}

function take(lock: string, holder: Holder): boolean {
  let file: number;
  try {
    file = openSync(lock, 'wx', 0o600);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    writeSync(file, JSON.stringify(holder));
    return true;
  } finally {
    closeSync(file);
  }
}

/**
 * Removes the lock of a process that is gone. Only one process may do that at a time: of two, the slower would remove
 * the lock that the faster has just taken.
 */
function clearDead(lock: string): void {
  if (!isDead(lock)) return;
  const clearing = `${lock}.clearing`;
  if (!take(clearing, holderNow())) {
    if (ageOf(clearing) > nameless) rmSync(clearing, { force: true });
    return;
  }
  try {
    if (isDead(lock)) rmSync(lock, { force: true });
  } finally {
    rmSync(clearing, { force: true });
  }
}

function isDead(lock: string): boolean {
  const text = readLock(lock);
  if (text === undefined) return false;
  const holder = parseHolder(text);
  if (holder === undefined) return ageOf(lock) > nameless;
  if (holder.host !== hostname()) return false;
  return !isAlive(holder.pid) || startOf(holder.pid) !== holder.start;
}

function readLock(lock: string): string | undefined {
  try {
    return readFileSync(lock, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function parseHolder(text: string): Holder | undefined {
  try {
    const { pid, start, host, nonce } = JSON.parse(text) as Partial<Holder>;
    return Number.isInteger(pid) && typeof host === 'string'
      ? { pid: pid ?? 0, start: start ?? '', host, nonce: nonce ?? '' }
      : undefined;
  } catch {
    // Half a name: its writer is at it, or dead.
    return undefined;
  }
}

function ageOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? 0 : Date.now() - found.mtimeMs;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Alive, and somebody else's.
    return errorCode(error) === 'EPERM';
  }
}

/** When the process started, as Linux counts; empty elsewhere, where the id alone must do. */
function startOf(pid: number): string {
  try {
    // The command's name stands in parentheses and may hold anything.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function holderNow(): Holder {
  return {
    pid: process.pid,
    start: startOf(process.pid),
    host: hostname(),
    nonce: randomBytes(8).toString('hex'),
  };
}

function describe(lock: string): string {
  const holder = parseHolder(readLock(lock) ?? '');
  return holder === undefined ? lock : `process ${holder.pid} on ${holder.host} (${lock})`;
}
