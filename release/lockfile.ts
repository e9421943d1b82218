import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const repository: string = join(import.meta.dirname, '..');

export interface LockedPackage {
  /** Where npm puts it: `node_modules/react`, `packages/engine`. */
  readonly place: string;
  readonly name: string;
  readonly version: string;
  readonly licence: string | undefined;
  /** `sha512-...`, as npm writes it; our own packages have none. */
  readonly integrity: string | undefined;
  readonly dependencies: readonly string[];
  /** For another platform: npm does not install it everywhere. */
  readonly isOptional: boolean;
}

interface Entry {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The packages of `package-lock.json` by their place. */
export function readLockfile(): ReadonlyMap<string, LockedPackage> {
  const text = readFileSync(join(repository, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(text) as { readonly packages: Readonly<Record<string, Entry>> };
  const found = new Map<string, LockedPackage>();
  for (const [place, entry] of Object.entries(packages)) {
    if (place === '' || entry.link === true) continue;
    found.set(place, {
      place,
      // npm leaves the name out where the folder has it.
      name: entry.name ?? place.replace(/^.*(?:node_modules|packages)\//u, ''),
      version: entry.version ?? '',
      licence: entry.license,
      integrity: entry.integrity,
      dependencies: Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }),
      isOptional: entry.optional === true,
    });
  }
  return found;
}

/** The package that `name` means for code in `place`: the nearest `node_modules` upwards, as Node looks. */
export function resolveFrom(
  place: string,
  name: string,
  locked: ReadonlyMap<string, LockedPackage>,
): LockedPackage | undefined {
  const own = [...locked.values()].find((one) => one.name === name && one.place.startsWith('packages/'));
  if (own !== undefined) return own;
  for (let at = place; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    const found = locked.get(at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`);
    if (found !== undefined || at === '') return found;
  }
}
