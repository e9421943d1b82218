import { lockFile } from '../../disk/lock-file.ts';
import { monotonic } from '../../disk/monotonic.ts';

/** A lock that is kept briefly: many small tasks in a row take it once. */
export interface LogLock {
  /**
   * Runs the work exclusively, or gives up after `waitMs` without running it. Throws what the work throws. The lock
   * is kept until this turn of the event loop ends, or for a few milliseconds; what fails then is thrown by the next
   * work.
   */
  readonly hold: <T>(work: () => T) => { readonly done: T } | { readonly busy: string };
  /** Releases the lock at once and removes this process's own file. */
  readonly close: () => void;
}

export interface LogLockOptions {
  readonly path: string;
  readonly waitMs: () => number;
  /** Called before the lock is released. */
  readonly beforeRelease: () => void;
  /** Called if the process exits without closing. */
  readonly onExit: () => void;
}

/** Other processes wait at most this long for a busy one. */
const keepMs = 20;

/** Locks that this process currently keeps: another user of the same lock here would wait for itself. */
const keptHere = new Map<string, () => void>();

export function createLogLock({ path, waitMs, beforeRelease, onExit }: LogLockOptions): LogLock {
  const lock = lockFile(path);
  let heldSince: number | undefined;
  let failure: { readonly error: unknown } | undefined;

  function wait(): string | undefined {
    const until = monotonic() + waitMs();
    for (let round = 0; !take(); round++) {
      const late = monotonic() > until;
      // Reading the holder in every round would slow down those who only wait their turn.
      if (late || round % 16 === 3) {
        lock.clearDead();
        const holder = late ? lock.holder() : undefined;
        if (holder !== undefined) return holder;
        // A lock that exists without a holder cannot last long.
        if (monotonic() > until + waitMs()) return 'somebody';
      }
      sleep(Math.min(0.05 * 1.5 ** Math.min(round, 10), 2) * (0.5 + Math.random()));
    }
    return undefined;
  }

  function take(): boolean {
    keptHere.get(path)?.();
    return lock.take();
  }

  function release(): void {
    if (heldSince === undefined) return;
    heldSince = undefined;
    keptHere.delete(path);
    try {
      beforeRelease();
    } finally {
      lock.release();
    }
  }

  /** Nothing could catch an error in a separate turn: a full disk would end a process that only keeps a log. */
  function releaseLater(): void {
    try {
      release();
    } catch (error) {
      failure = { error };
    }
  }

  function throwFailure(): void {
    const found = failure;
    failure = undefined;
    if (found !== undefined) throw found.error;
  }

  function close(): void {
    release();
    lock.close();
    toClose.delete(atExit);
  }

  function atExit(): void {
    try {
      onExit();
    } finally {
      close();
    }
  }

  // Registered at once: pending entries must be known even without a lock.
  closeOnExit(atExit);

  return {
    hold: (work) => {
      closeOnExit(atExit);
      throwFailure();
      if (heldSince === undefined) {
        const busy = wait();
        if (busy !== undefined) return { busy };
        heldSince = monotonic();
        keptHere.set(path, release);
        setImmediate(releaseLater);
      }
      try {
        return { done: work() };
      } finally {
        if (monotonic() - heldSince > keepMs) release();
      }
    },
    close,
  };
}

const toClose = new Set<() => void>();
let closing = false;

/** A process that exits without closing releases the lock and removes its files. */
function closeOnExit(close: () => void): void {
  if (!closing) process.once('exit', () => toClose.forEach((each) => each()));
  closing = true;
  toClose.add(close);
}

const clock = new Int32Array(new SharedArrayBuffer(4));

function sleep(milliseconds: number): void {
  Atomics.wait(clock, 0, 0, milliseconds);
}
