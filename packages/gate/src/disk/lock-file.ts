import { constants, copyFileSync, linkSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ageOf, beat, holderState, startHeartbeat } from './heartbeat.ts';
import { describeMark, ownMark, parseMark } from './process-mark.ts';
import { errorCode, readText } from './read-text.ts';

/**
 * One holder among all processes of a machine. The lock is a hard link to a file that says who holds it: making one is
 * atomic, costs no new file, and a holder that was killed can be told from one that is slow. How long to wait, and how,
 * is free.
 */
export interface LockFile {
  /** Whether it is ours now. */
  readonly take: () => boolean;
  /** Removes the lock if its holder is gone for certain or, where holders beat, has been silent for too long. */
  readonly clearDead: () => void;
  /** `process 17 on host`; nothing when the lock is free, or when what it says cannot be read. */
  readonly holder: () => string | undefined;
  /** Only for who holds it. A holder that beats may have lost it while it was stopped: then it stays. */
  readonly release: () => void;
  /** Removes the files of processes that were killed before they could. Only for who holds it. */
  readonly sweep: () => void;
  /** Removes this process's own file. */
  readonly close: () => void;
}

/** A lock against breaking a lock, and one against breaking that one: a third death in the same place is left to a person. */
const mostBreaking = 2;

let made = 0;

export interface LockOptions {
  /** Holders keep it for minutes and say every second that they are at it: one that was stopped loses it. */
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
      // With its own name, so that two locks of one process can be told apart.
      writeFileSync(file, JSON.stringify({ ...ownMark(), file }), { flag: 'wx', mode: 0o600 });
    } catch (error) {
      // A full disk has room for its name and none for what it says: one for each try would stay.
      if (errorCode(error) !== 'EEXIST') rmSync(file, { force: true });
      throw error;
    }
    own = file;
    return file;
  }

  function take(): boolean {
    try {
      // First renewed: a lock that is born old would be cleared at once.
      if (beats) beat(ownFile());
      place(ownFile(), path);
      // A link to our file, so that what we renew is never the next holder's lock.
      if (beats) stopHeartbeat = startHeartbeat(ownFile());
      return true;
    } catch (error) {
      const code = errorCode(error);
      if (code === 'EEXIST') return false;
      // Somebody tidied up: make the file again and try again.
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

  /** Under a lock of its own, so that of several who see a dead holder none removes the next one's lock. */
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

/** Not every file system knows hard links; there a reader may see half a name for a moment. */
const noLinks: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

function place(own: string, path: string): void {
  try {
    linkSync(own, path);
  } catch (error) {
    if (!noLinks.has(errorCode(error))) throw error;
    copyFileSync(own, path, constants.COPYFILE_EXCL);
  }
}

/** A lock without a name for so long was left by a process that was killed while it wrote it. */
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
