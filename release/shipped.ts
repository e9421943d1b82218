import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLockfile, repository, resolveFrom, type LockedPackage } from './lockfile.ts';

/** The packages that are published, in the order in which they need each other. */
export const published: readonly string[] = [
  'engine',
  'protocol',
  'gate',
  'permesso',
  'archive-duckdb',
  'jetstream',
  'server',
];

/** A package with everything that comes with it: what npm installs, and what is bundled into it. */
export interface Shipped {
  readonly root: LockedPackage;
  readonly parts: readonly LockedPackage[];
  /** Which of the parts each place needs. */
  readonly needs: ReadonlyMap<string, readonly LockedPackage[]>;
}

export function shippedWith(folder: string): Shipped {
  const locked = readLockfile();
  const root = locked.get(`packages/${folder}`);
  if (root === undefined) throw new Error(`the lockfile has no packages/${folder}`);
  const needs = new Map<string, readonly LockedPackage[]>();
  const open = [root];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (needs.has(one.place)) continue;
    const { place } = one;
    const found = [{ place, names: one.dependencies }, ...bundledInto(place)].flatMap(
      ({ place: from, names }) => names.flatMap((name) => resolveFrom(from, name, locked) ?? []),
    );
    needs.set(place, found);
    open.push(...found);
  }
  const parts = [...needs.keys()]
    .filter((place) => place !== root.place)
    .toSorted()
    .flatMap((place) => locked.get(place) ?? []);
  return { root, parts, needs };
}

interface Bundled {
  /** The folder whose code imports them. */
  readonly place: string;
  readonly names: readonly string[];
}

/** What our own packages bring in their own files: what their code imports, and for `permesso` what the console's pages do. */
function bundledInto(place: string): readonly Bundled[] {
  if (!place.startsWith('packages/')) return [];
  const folders = place === 'packages/permesso' ? [place, 'packages/console'] : [place];
  return folders.map((folder) => ({ place: folder, names: importedNames(join(repository, folder)) }));
}

/** Those of the packages needed to build it that its code names. */
function importedNames(folder: string): readonly string[] {
  const { devDependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly devDependencies?: Readonly<Record<string, string>>;
  };
  const text = globSync('src/**/*.{ts,tsx,css}', {
    cwd: folder,
    exclude: (name) => name.endsWith('.test.ts'),
  })
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
  const imported = new Set(
    Array.from(
      text.matchAll(/(?:(?:from|import)\s+|url\()['"]((?:@[\w.-]+\/)?[\w.-]+)/gu),
      ([, name = '']) => name,
    ),
  );
  return Object.keys(devDependencies).filter((name) => imported.has(name));
}
