import { execFile } from 'node:child_process';
import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { readLockfile, repository, resolveFrom, type LockedPackage } from '../../release/lockfile.ts';
import { published } from '../../release/shipped.ts';

const run = promisify(execFile);

export interface InstallSize {
  /** What `du` says: files and folders in blocks of 4 KiB, with everything that npm installs on this machine. */
  readonly megabytesOnDisk: number;
  /** The bytes of the files alone. */
  readonly megabytes: number;
  readonly packages: number;
  /** On disk. */
  readonly largest: Readonly<Record<string, number>>;
}

interface Bytes {
  readonly onDisk: number;
  readonly alone: number;
}

/**
 * What each published package takes once it is installed: it and the others of this repository as they are packed, which a build must have
 * left, dependencies as they are here.
 */
export async function installSizes(): Promise<Readonly<Record<string, InstallSize>>> {
  const locked = readLockfile();
  const packed = new Map<string, Bytes>();
  for (const folder of published)
    packed.set(`packages/${folder}`, bytesOf(await packedFiles(join(repository, 'packages', folder))));
  const sizeOf = ({ place }: LockedPackage): Bytes =>
    packed.get(place) ?? bytesOf(filesBelow(join(repository, place)));
  return Object.fromEntries(
    published.map((folder) => {
      const sizes = [...installedWith(`packages/${folder}`, locked)]
        // For another platform: npm leaves it out.
        .filter(({ place, isOptional }) => !isOptional || existsSync(join(repository, place)))
        .map((each) => ({ name: each.name, ...sizeOf(each) }));
      const largest = sizes.toSorted((a, b) => b.onDisk - a.onDisk).slice(0, 6);
      return [
        folder,
        {
          megabytesOnDisk: megabytes(sizes.reduce((sum, { onDisk }) => sum + onDisk, 0)),
          megabytes: megabytes(sizes.reduce((sum, { alone }) => sum + alone, 0)),
          packages: sizes.length,
          largest: Object.fromEntries(largest.map(({ name, onDisk }) => [name, megabytes(onDisk)])),
        },
      ];
    }),
  );
}

/** It and everything that it needs. */
function installedWith(
  place: string,
  locked: ReadonlyMap<string, LockedPackage>,
): ReadonlySet<LockedPackage> {
  const first = locked.get(place);
  const found = new Set(first === undefined ? [] : [first]);
  for (const { place: from, dependencies } of found) {
    for (const name of dependencies) {
      const needed = resolveFrom(from, name, locked);
      if (needed !== undefined) found.add(needed);
    }
  }
  return found;
}

interface SizedFile {
  readonly path: string;
  readonly size: number;
}

function bytesOf(files: readonly SizedFile[]): Bytes {
  const block = 4096;
  const folders = new Set<string>();
  for (const { path } of files) {
    for (let folder = dirname(path); !folders.has(folder); folder = dirname(folder)) folders.add(folder);
  }
  return {
    onDisk: files.reduce((sum, { size }) => sum + Math.ceil(size / block) * block, folders.size * block),
    alone: files.reduce((sum, { size }) => sum + size, 0),
  };
}

async function packedFiles(folder: string): Promise<readonly SizedFile[]> {
  const { stdout } = await run('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], {
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
  });
  const [packed] = JSON.parse(stdout) as readonly { readonly files: readonly SizedFile[] }[];
  return packed?.files ?? [];
}

/** Without the packages inside it, which are counted on their own. Paths begin there. */
function filesBelow(folder: string, within = '.'): readonly SizedFile[] {
  return readdirSync(join(folder, within), { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .flatMap((entry) => {
      const path = join(within, entry.name);
      return entry.isDirectory()
        ? filesBelow(folder, path)
        : [{ path, size: lstatSync(join(folder, path)).size }];
    });
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e5) / 10;
}
