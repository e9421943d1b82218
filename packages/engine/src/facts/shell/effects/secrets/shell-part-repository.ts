import type { World } from '../../../../world/world.ts';
import { foldProtectedName } from '../../../paths/fold.ts';
import { isUnder } from '../../../paths/contains.ts';
import { realPath } from '../../../paths/real-path.ts';
import type { Access } from '../../../access.ts';
import type { WorkingPlace } from '../working-place.ts';

export interface Repositories {
  readonly world: World;
  /** Directories that the text itself may turn into repositories before the command runs. */
  readonly made: readonly string[];
}

/**
 * A parent directory that git would take for a bare repository: plain files, which an agent with edit rights can put together
 * in one call, and whose configuration runs programs in the next. A `.git` on the way ends the search, just as it ends git's;
 * writing one is asked about. The search extends up to the project and the working directories.
 */
export function bareRepository(place: WorkingPlace, { world, made }: Repositories): string | undefined {
  if ('unknown' in place) return undefined;
  for (const written of place.in) {
    const real = realPath(written, world);
    const names = typeof real === 'string' && real !== written ? [written, real] : [written];
    const found = names
      .map((directory) => firstBare(directory, { world, made }))
      .find((one) => one !== undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

function firstBare(directory: string, { world, made }: Repositories): string | undefined {
  const roots = [world.cwd, world.project, ...world.workingDirectories].filter((root) =>
    isUnder(directory, root),
  );
  const end = Math.min(...roots.map(({ length }) => length));
  for (let at = directory; at.length >= end && at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const { is } = world.entry(`${at}/.git`);
    if (is === 'directory' || is === 'file' || is === 'link') return undefined;
    if (made.includes(at) || looksBare(at, world)) return at;
  }
  return undefined;
}

/** Git recognises a bare repository first by its `HEAD`. */
function looksBare(directory: string, world: World): boolean {
  return world.entry(`${directory}/HEAD`).is !== 'missing';
}

/**
 * The directories that a text may turn into bare repositories: it writes their `HEAD`, or copies, moves or links one there.
 * Order is ignored, because loops and functions run out of order.
 */
export function repositoriesMade(
  parts: readonly { readonly accesses: readonly Access[] }[],
  world: World,
): readonly string[] {
  const made = new Set<string>();
  for (let before = -1; before !== made.size;) {
    before = made.size;
    for (const { accesses } of parts) addMade(accesses, { made, world });
  }
  return [...made];
}

function addMade(accesses: readonly Access[], { made, world }: { made: Set<string>; world: World }): void {
  const paths = accesses.flatMap((access) =>
    'path' in access && access.path.known ? [{ kind: access.kind, path: access.path.written }] : [],
  );
  const bringsOne = paths.some(
    ({ kind, path }) => kind === 'read' && (made.has(path) || looksBare(path, world)),
  );
  for (const { kind, path } of paths) {
    if (kind !== 'write') continue;
    const cut = path.lastIndexOf('/');
    if (foldProtectedName(path.slice(cut + 1)) === 'head') made.add(path.slice(0, cut));
    if (bringsOne) made.add(path);
  }
}
