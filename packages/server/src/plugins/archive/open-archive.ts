import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ArchiveEngine } from '@permesso/archive';
import { directoryStorage, objectName, type ArchivedFile, type ArchiveStorage } from './archive-storage.ts';
import type { ArchivePlace } from './archive-settings.ts';
import { loadEngine } from './load-engine.ts';
import { s3Storage } from './s3-storage.ts';
import { fileChecks, type FileChecks } from './verify-file.ts';

export interface Archive {
  readonly engine: ArchiveEngine;
  readonly storage: ArchiveStorage;
  readonly checks: FileChecks;
  /** Used by this process only. */
  readonly workFolder: string;
  /** The path of a file with the right digest; throws for any other. */
  readonly fetchChecked: (file: ArchivedFile) => Promise<string>;
  readonly close: () => void;
}

export async function openArchive(
  place: ArchivePlace,
  { storage: given }: { readonly storage?: ArchiveStorage } = {},
): Promise<Archive> {
  const { openEngine } = await loadEngine();
  const workFolder = mkdtempSync(join(tmpdir(), 'permesso-archive-'));
  const cache = join(workFolder, 'cache');
  mkdirSync(cache);
  const storage =
    given ?? ('directory' in place ? directoryStorage(place.directory) : s3Storage({ ...place, cache }));
  const engine = await openEngine({ folders: [workFolder, ...storage.folders] });
  const checks = fileChecks();
  return {
    engine,
    storage,
    checks,
    workFolder,
    fetchChecked: async (file) => {
      const path = await storage.fetch(objectName(file));
      try {
        await checks.check(path, file.digest);
      } catch (error) {
        await storage.forget(objectName(file));
        throw error;
      }
      return path;
    },
    close: () => {
      engine.close();
      rmSync(workFolder, { recursive: true, force: true });
    },
  };
}
