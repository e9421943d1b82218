import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** Storage for files of closed days. Names contain a digest, so nothing is overwritten by different content. */
export interface ArchiveStorage {
  /** Copies a file; resolves when it would survive a power loss. */
  readonly put: (name: string, file: string) => Promise<void>;
  /** A local path of the file. The caller has to check its digest. */
  readonly fetch: (name: string) => Promise<string>;
  /** The fetched file was wrong: the next fetch downloads it again. */
  readonly forget: (name: string) => Promise<void>;
  /** May be gone already. */
  readonly remove: (name: string) => Promise<void>;
  /** The folders of fetched files. */
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

/** Starts with the requesting organisation's own id: no table row can refer to another organisation's file. */
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
