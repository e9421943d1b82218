import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLockfile } from '../lockfile.ts';
import { shippedWith } from '../shipped.ts';

type Versions = Readonly<Record<string, string>>;

/** Everything that the server brings, but for our own packages, which are packed. What is there in two versions npm chooses. */
export function versionsOfLockfile(): Versions {
  const places = new Set(['server', 'permesso', 'gate'].flatMap((folder) => shippedWith(folder).parts));
  const found = new Map<string, Set<string>>();
  for (const { place, name, version } of places)
    if (!place.startsWith('packages/')) found.set(name, (found.get(name) ?? new Set()).add(version));
  return Object.fromEntries(
    [...found].flatMap(([name, [version, ...others]]) =>
      version === undefined || others.length > 0 ? [] : [[name, version] as const],
    ),
  );
}

/** Packages that are installed in a version that the lockfile does not have. */
export function installedProblems(place: string, versions: Versions): readonly string[] {
  const locked = new Set([...readLockfile().values()].map(({ name, version }) => `${name}@${version}`));
  const files = globSync('node_modules/{*,@*/*}/package.json', { cwd: place });
  const installed = files.map(
    (file) =>
      JSON.parse(readFileSync(join(place, file), 'utf8')) as {
        readonly name: string;
        readonly version: string;
      },
  );
  if (installed.length < 20) return [`only ${installed.length} packages were installed`];
  return installed
    .filter(
      ({ name, version }) => (versions[name] ?? version) !== version || !locked.has(`${name}@${version}`),
    )
    .map(({ name, version }) => `${name} is ${version}`);
}
