import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** Where files of closed days are kept. A name says what is in it, so nothing is ever overwritten by something else. */
export interface ArchiveStorage {
  /** Takes a copy of a file; resolves when it would survive a power loss. */
  readonly put: (name: string, file: string) => Promise<void>;
  /** A path from which the file can be read now. Whether it is still the one that was put is the caller's to check. */
  readonly fetch: (name: string) => Promise<string>;
  /** What was fetched turned out to be wrong: the next fetch asks again. */
  readonly forget: (name: string) => Promise<void>;
  /** It may be gone already. */
  readonly remove: (name: string) => Promise<void>;
  /** The folders that fetched files are in. */
  readonly folders: readonly string[];
}

export interface ArchivedFile {
  readonly organisation: string;
  /** `2026-11-17`, UTC. */
  readonly day: string;
  readonly part: number;
  /** SHA-256 of the file, in hexadecimal. */
  readonly digest: string;
}

/** Made of the asking organisation's own name: no row of a table can lead to a file of another one. */
export function objectName({ organisation, day, part, digest }: ArchivedFile): string {
  return `${organisation}/${day}/${part}-${digest}.parquet`;
}

export function directoryStorage(directory: string): ArchiveStorage {
  const root = resolve(directory);
  return {
    folders: [root],
    put: async (name, file) => {
      const target = join(root, name);
      const folder = dirname(target);
      await mkdir(folder, { recursive: true, mode: 0o750 });
      const half = `${target}.${process.pid}.half`;
      await copyFile(file, half);
      await sync(half);
      await rename(half, target);
      await sync(folder);
    },
    fetch: (name) => Promise.resolve(join(root, name)),
    forget: () => Promise.resolve(),
    remove: async (name) => {
      await rm(join(root, name), { force: true });
    },
  };
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
