import type { World } from '../../../world/world.ts';
import type { Access } from '../../access.ts';
import { foldName } from '../../paths/fold.ts';
import { literalOf } from '../read/words/word.ts';
import type { Expanded } from './carriers.ts';
import { pathsOf } from './command-paths.ts';

/** Maps a file to the programs that it may be a copy of or a link to: `ln -s /bin/rm x`, `cat /bin/rm > x`. */
export type RenamedPrograms = ReadonlyMap<string, readonly string[]>;

export interface Written {
  readonly accesses: readonly Access[];
}

/** Every file that a text writes, with the files that the same command reads. Unordered, as loops run out of order. */
export function renamedPrograms(parts: readonly Written[]): RenamedPrograms {
  const renamed = new Map<string, string[]>();
  for (const { accesses } of parts) {
    const read = pathsIn(accesses, 'read').map(baseOf);
    if (read.length === 0) continue;
    for (const path of pathsIn(accesses, 'write')) renamed.set(path, [...(renamed.get(path) ?? []), ...read]);
  }
  return renamed;
}

function pathsIn(accesses: readonly Access[], kind: 'read' | 'write'): readonly string[] {
  return accesses.flatMap((access) =>
    access.kind === kind && access.perhaps !== true && access.path.known ? [access.path.written] : [],
  );
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Whether a command starts a file by its path: only then does a renamed program matter. */
export function startsFile({ words }: Expanded): boolean {
  return literalOf(words[0])?.includes('/') === true;
}

/** Other names of the program that a command starts: the targets of its links, and the program that the text made it from. */
export function otherNames(
  command: Expanded,
  { world, renamed }: { readonly world: World; readonly renamed: RenamedPrograms },
): readonly string[] {
  const [name] = command.words;
  if (name === undefined) return [];
  const own = baseOf(literalOf(name) ?? '');
  const respelled = world.caseInsensitive && foldName(own) !== own ? [foldName(own)] : [];
  if (!startsFile(command)) return respelled;
  const names = pathsOf(name, command.place, world).flatMap((path) => {
    if (!path.known) return [];
    const real = typeof path.real === 'string' ? [baseOf(path.real)] : [];
    return [...real, ...(renamed.get(path.written) ?? [])];
  });
  return [...new Set([...respelled, ...names])].filter((each) => each !== own && each !== '').slice(0, 20);
}
