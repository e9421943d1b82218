import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** A file of the archive does not match its digest in the log. */
class ArchiveChanged extends Error {
  constructor(path: string, why: string) {
    super(`${path} ${why}`);
    this.name = 'ArchiveChanged';
  }
}

/** Checks files against their recorded digests. A result is reused until the file changes. */
export interface FileChecks {
  readonly check: (path: string, digest: string) => Promise<void>;
  /** After reading: throws if the file was written to in the meantime. */
  readonly recheck: (path: string, digest: string) => Promise<void>;
}

const mostKept = 10_000;
/**
 * A file system may give two writes within its clock tick the same time: a file written just now is read again next
 * time.
 */
const settledMs = 2000;

export function fileChecks({ now = Date.now }: { readonly now?: () => number } = {}): FileChecks {
  const known = new Map<string, string>();
  return {
    check: async (path, digest) => {
      const before = await identity(path);
      const key = `${digest} ${path}`;
      if (known.get(key) === before.text) return;
      if ((await digestOf(path)) !== digest)
        throw new ArchiveChanged(path, 'is not the file whose digest is in the log');
      known.delete(key);
      if (known.size >= mostKept) known.clear();
      if (now() - before.changedMs > settledMs) known.set(key, before.text);
    },
    recheck: async (path, digest) => {
      const text = known.get(`${digest} ${path}`);
      if (text === undefined ? (await digestOf(path)) !== digest : (await identity(path)).text !== text)
        throw new ArchiveChanged(path, 'was changed while it was read');
    },
  };
}

/** Changes when the file is written to or replaced; programs cannot set `ctime`. */
async function identity(path: string): Promise<{ readonly text: string; readonly changedMs: number }> {
  const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
  return { text: [dev, ino, size, mtimeNs, ctimeNs].join(' '), changedMs: Number(ctimeNs / 1_000_000n) };
}

export async function digestOf(path: string): Promise<string> {
  const digest = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), digest);
  return digest.digest('hex');
}
