import { constants, copyFileSync, linkSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ageOf, beat, holderState, startHeartbeat } from './heartbeat.ts';
import { describeMark, ownMark, parseMark } from './process-mark.ts';
import { errorCode, readText } from './read-text.ts';

/**
 * A lock with one holder among all processes of a machine. It is a hard link to a file that names its holder: linking
 * is atomic and creates no new file, and a killed holder can be told from a slow one. Callers choose how to wait and
 * for how long.
 */
export interface LockFile {
  /** Tries to take the lock; returns whether we hold it. */
  readonly take: () => boolean;
  /**
   * Removes the lock if its holder is certainly gone or, if holders send heartbeats, has been silent for too long.
   */
  readonly clearDead: () => void;
  /** `process 17 on host`; undefined if the lock is free or its content cannot be read. */
  readonly holder: () => string | undefined;
  /**
   * For the holder only. A holder with heartbeats may have lost the lock while it was stopped; then it is left alone.
   */
  readonly release: () => void;
  /** For the holder only. Removes the files of processes that were killed before they could. */
  readonly sweep: () => void;
  /** Removes this process's own file. */
  readonly close: () => void;
}

/**
 * One lock guards the breaking of a lock, and another guards that one: a third death at this point is left to a
 * person.
 */
const mostBreaking = 2;

let made = 0;

export interface LockOptions {
  /** Holders keep it for minutes and renew it every second; a holder that was stopped loses it. */
  readonly beats?: boolean;
  /** How many locks guard the breaking of this one. */
  readonly breaking?: number;
}

export function lockFile(path: string, { beats = false, breaking = 0 }: LockOptions = {}): LockFile {
  let own: string | undefined;
  let stopHeartbeat: (() => void) | undefined;

  function ownFile(): string {
    if (own !== undefined) return own;
    made += 1;
    const file = `${path}.${process.pid}-${made}-${Date.now().toString(36)}`;
    try {
      // Under its own name, so that two locks of one process can be distinguished.
      writeFileSync(file, JSON.stringify({ ...ownMark(), file }), { flag: 'wx', mode: 0o600 });
    } catch (error) {
      // A full disk has room for the name but not the content: each try would leave one behind.
      if (errorCode(error) !== 'EEXIST') rmSync(file, { force: true });
      throw error;
    }
    own = file;
    return file;
  }

  function take(): boolean {
    try {
      // Renew first: a lock whose file is already old would be cleared at once.
      if (beats) beat(ownFile());
      place(ownFile(), path);
      // Renew our own file, which the lock links to, so that we never renew the next holder's lock.
      if (beats) stopHeartbeat = startHeartbeat(ownFile());
      return true;
    } catch (error) {
      const code = errorCode(error);
      if (code === 'EEXIST') return false;
      // Someone removed the file: create it again and retry.
      if (code !== 'ENOENT') throw error;
      own = undefined;
      return false;
    }
  }

  function release(): void {
    stopHeartbeat?.();
    if (!beats || isSameText(path, own)) rmSync(path, { force: true });
  }

  function close(): void {
    stopHeartbeat?.();
    if (own !== undefined) rmSync(own, { force: true });
    own = undefined;
  }

  /** Under its own lock, so that of several processes that see a dead holder none removes the next holder's lock. */
  function clearDead(): void {
    if (breaking >= mostBreaking || !isDead(path, beats)) return;
    const guard = lockFile(`${path}.break`, { breaking: breaking + 1 });
    try {
      if (!guard.take()) {
        guard.clearDead();
        return;
      }
      try {
        if (isDead(path, beats)) rmSync(path, { force: true });
        sweep();
      } finally {
        guard.release();
      }
    } finally {
      guard.close();
    }
  }

  function sweep(): void {
    const folder = dirname(path);
    for (const name of readdirSync(folder)) {
      if (!name.startsWith(`${basename(path)}.`) || name === `${basename(path)}.break`) continue;
      if (isDead(join(folder, name), false)) rmSync(join(folder, name), { force: true });
    }
  }

  return {
    take,
    clearDead,
    holder: () => {
      const mark = parseMark(textAt(path) ?? '');
      return mark === undefined ? undefined : describeMark(mark);
    },
    release,
    sweep,
    close,
  };
}

/** Some file systems have no hard links; there a reader may briefly see half a name. */
const noLinks: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

function place(own: string, path: string): void {
  try {
    linkSync(own, path);
  } catch (error) {
    if (!noLinks.has(errorCode(error))) throw error;
    copyFileSync(own, path, constants.COPYFILE_EXCL);
  }
}

/** Milliseconds after which a lock without a name was left by a process killed while writing it. */
const nameless = 2000;

function isDead(path: string, beats: boolean): boolean {
  const state = holderState(path, { beats });
  return state === 'unnamed' ? ageOf(path) > nameless : state === 'gone' || state === 'silent';
}

function isSameText(path: string, own: string | undefined): boolean {
  return own !== undefined && textAt(path) === textAt(own);
}

function textAt(path: string): string | undefined {
  const read = readText(path);
  return 'text' in read ? read.text : undefined;
}
