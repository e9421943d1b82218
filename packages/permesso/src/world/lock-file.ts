import {
  constants,
  copyFileSync,
  linkSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describeMark, isGone, ownMark, parseMark } from './process-mark.ts';
import { errorCode } from './read-text.ts';

/**
 * One holder among all processes of a machine. The lock is a hard link to a file that says who holds it: making one is
 * atomic, costs no new file, and a holder that was killed can be told from one that is slow. How long to wait, and how,
 * is for whoever wants it.
 */
export interface LockFile {
  /** Whether it is ours now. */
  readonly take: () => boolean;
  /** Removes the lock if whoever held it is gone for certain. */
  readonly clearDead: () => void;
  /** `process 17 on host`; nothing when the lock is free, or when what it says cannot be read. */
  readonly holder: () => string | undefined;
  /** Only for who holds it. */
  readonly release: () => void;
  /** Removes the files of processes that were killed before they could. Only for who holds it. */
  readonly sweep: () => void;
  /** Removes this process's own file. */
  readonly close: () => void;
}

/** A lock against breaking a lock, and one against breaking that one: a third death in the same place is left to a person. */
const mostBreaking = 2;

let made = 0;

export function lockFile(path: string, breaking = 0): LockFile {
  let own: string | undefined;

  function ownFile(): string {
    if (own !== undefined) return own;
    made += 1;
    const file = `${path}.${process.pid}-${made}-${Date.now().toString(36)}`;
    try {
      writeFileSync(file, JSON.stringify(ownMark()), { flag: 'wx', mode: 0o600 });
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
      place(ownFile(), path);
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

  function close(): void {
    if (own !== undefined) rmSync(own, { force: true });
    own = undefined;
  }

  /** Under a lock of its own, so that of several who see a dead holder none removes the next one's lock. */
  function clearDead(): void {
    if (breaking >= mostBreaking || !isDead(path)) return;
    const guard = lockFile(`${path}.break`, breaking + 1);
    try {
      if (!guard.take()) {
        guard.clearDead();
        return;
      }
      try {
        if (isDead(path)) rmSync(path, { force: true });
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
      if (isDead(join(folder, name))) rmSync(join(folder, name), { force: true });
    }
  }

  return {
    take,
    clearDead,
    holder: () => {
      const mark = parseMark(readLock(path) ?? '');
      return mark === undefined ? undefined : describeMark(mark);
    },
    release: () => rmSync(path, { force: true }),
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

function isDead(path: string): boolean {
  const text = readLock(path);
  if (text === undefined) return false;
  const mark = parseMark(text);
  return mark === undefined ? ageOf(path) > nameless : isGone(mark);
}

function readLock(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function ageOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? 0 : Date.now() - found.mtimeMs;
}
