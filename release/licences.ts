import { readLockfile, type LockedPackage } from './lockfile.ts';
import { published, shippedWith } from './shipped.ts';

/** Licences that let anybody use, change and pass on the code, also in closed products. */
const permissive: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
]);

/** Development tools that nobody receives from us: they may also ask for their own sources to stay open. */
const alsoForTools: ReadonlySet<string> = new Set(['MPL-2.0', 'CC-BY-4.0', 'Python-2.0']);

export interface LicenceProblem {
  readonly name: string;
  readonly version: string;
  readonly licence: string | undefined;
  readonly isShipped: boolean;
}

export function licenceProblems(): readonly LicenceProblem[] {
  const shipped = new Set(published.flatMap((folder) => shippedWith(folder).parts.map(({ place }) => place)));
  return [...readLockfile().values()].flatMap((one) => {
    const isShipped = shipped.has(one.place) || one.place.startsWith('packages/');
    return isAccepted(one, isShipped)
      ? []
      : [{ name: one.name, version: one.version, licence: one.licence, isShipped }];
  });
}

function isAccepted({ licence, isOptional }: LockedPackage, isShipped: boolean): boolean {
  // Parts of tools for other platforms: the lockfile has no more of them than a digest, and their tool names the licence.
  if (licence === undefined) return isOptional && !isShipped;
  const isKnown = (name: string): boolean => permissive.has(name) || (!isShipped && alsoForTools.has(name));
  // `(MIT OR CC0-1.0)`: one of them is enough. `MIT AND ISC`: all of them hold.
  return licence
    .replaceAll(/[()]/gu, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every(isKnown));
}

if (process.argv[1] === import.meta.filename) {
  const problems = licenceProblems();
  for (const { name, version, licence, isShipped } of problems)
    console.log(`${name} ${version}: ${licence ?? 'no licence'}${isShipped ? ', and it is shipped' : ''}`);
  console.log(`${readLockfile().size} packages, ${problems.length} with a licence that is not accepted`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
