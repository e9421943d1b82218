import type { KeepQuestion, World } from '../../../../world/world.ts';
import type { Access, PathAccess } from '../../../access.ts';
import type { Effect } from '../../../effect.ts';
import { pathsBelow } from '../../../paths/below.ts';
import { isUnder } from '../../../paths/contains.ts';
import { touchedFiles } from '../../../paths/glob-matches.ts';
import type { KnownPath, PathFact, UnknownPath } from '../../../paths/path-fact.ts';
import { realPath } from '../../../paths/real-path.ts';
import { isScratch } from '../../../paths/scratch.ts';
import { hasLocaleClass, holdsPattern } from '../../../paths/segment-glob.ts';
import type { Expanded } from '../carriers.ts';
import type { CommandSurroundings } from '../command-surroundings.ts';

/** Whether an editing command only changes the files it names (`plain`), loses some for good, or may change others. */
export function editKind(
  command: Expanded,
  accesses: readonly Access[],
  around: CommandSurroundings,
): 'plain' | 'loses' | 'others' {
  if (command.away || makesSecondNames(command)) return 'others';
  const files = accesses.filter(isSureFile);
  const changes = files.filter(({ kind }) => kind !== 'read');
  // Whether it destroys something is judged below, file by file: a file that can be restored is not lost.
  const others = accesses.filter((access) => access.kind !== 'destroy' && !isSureFile(access));
  if (others.length > 0 || changes.length === 0) return 'others';
  const links = [...around.made].filter(([other]) => other !== command).flatMap(([, made]) => made);
  const copies = copiesWhat(command, accesses);
  const staysThere = changes.every(({ kind, path }) => {
    if (links.some((link) => mayBeBelow(path, link))) return false;
    const takes = copies ?? (path.recursive === true ? 'trees' : undefined);
    return kind !== 'write' || takes === undefined || hasNoLinks(path, takes, around.world);
  });
  if (!staysThere) return 'others';
  const removed = changes.filter(({ kind, moved }) => kind !== 'write' && moved !== true);
  return removed.some(({ path }) => loses(command, path, around)) ? 'loses' : 'plain';
}

function isSureFile(access: Access): access is PathAccess {
  return (
    (access.kind === 'read' || access.kind === 'write' || access.kind === 'delete') && !('perhaps' in access)
  );
}

/** `cp -l ~/.bashrc x`: a second name through which the file can be written. */
function makesSecondNames({ args }: Expanded): boolean {
  const named = ['-l', '-s', '--link', '--symbolic-link'];
  return isCopy(args) && args?.options.some(({ name }) => named.includes(name)) === true;
}

function isCopy(args: Expanded['args']): boolean {
  return args?.path[0] === 'cp' || args?.path[0] === 'gcp';
}

/** `cp src/*.ts lib` writes `lib/a.ts`, a name that the text does not contain; `--parents` writes further down. */
function copiesWhat({ args }: Expanded, accesses: readonly Access[]): 'trees' | 'files' | undefined {
  if (args === undefined || !isCopy(args)) return undefined;
  if (args.options.some(({ name }) => name === '--parents')) return 'trees';
  return accesses.some((access) => access.kind === 'read' && !access.path.known) ? 'files' : undefined;
}

/** A copy is written through a link of the same name: `cp -r a b` through one anywhere in `b`. */
function hasNoLinks(path: PathFact, takes: 'trees' | 'files', world: World): boolean {
  if (world.noOtherLinks === true) return true;
  if (!path.known || typeof path.real !== 'string') return false;
  if (takes === 'trees') return pathsBelow(path.real, world) !== undefined;
  return world.holds?.(path.real)?.every(({ is }) => is !== 'link') === true;
}

/** The result of removing a path: it can be restored, it is kept before the call runs, or it is lost. */
type Removal =
  | { readonly is: 'recoverable' | 'lost' }
  | { readonly is: 'kept'; readonly kept: readonly KeepQuestion[] }
  | { readonly is: 'unkept'; readonly why: string };

const lost: Removal = { is: 'lost' };

function removalOf(command: Expanded, path: PathFact, around: CommandSurroundings): Removal {
  const { world } = around;
  if (isScratch(path, world)) return { is: 'recoverable' };
  if (!path.known) {
    const files = touchedFiles({ kind: 'delete', path }, world);
    const below = files === undefined ? searchOf(path, world) : undefined;
    return below === undefined
      ? together(files, command, around)
      : keptFirst(below, { world, before: before(command, around) });
  }
  if (path.real !== path.written) return lost;
  const asked: KeepQuestion = { path: path.written, ...namesFoundIn(path) };
  return keptFirst(asked, { world, before: before(command, around) });
}

function before(command: Expanded, { broughtBefore }: CommandSurroundings): readonly PathFact[] {
  return broughtBefore?.(command) ?? [];
}

function keptFirst(
  asked: KeepQuestion,
  { world, before: brought }: { readonly world: World; readonly before: readonly PathFact[] },
): Removal {
  if (brought.some((each) => mayMeet(each, asked.path))) return lost;
  if (world.recoverable?.(asked.path) === true) return { is: 'recoverable' };
  const answer = world.keeps?.(asked);
  if (answer === undefined) return lost;
  return answer === 'kept' ? { is: 'kept', kept: [asked] } : { is: 'unkept', why: answer.why };
}

/** These names, of what a search finds below a directory; everything below it if the search has no names. */
function namesFoundIn({ found, unless }: KnownPath): Pick<KeepQuestion, 'names'> {
  return found !== true || unless === undefined || unless.names.length === 0 ? {} : { names: unless.names };
}

/** `rm -rf packages/*\/dist`: everything with that name below `packages`, if no link leads out of it. */
function searchOf({ glob }: UnknownPath, world: World): KeepQuestion | undefined {
  if (glob === undefined || hasLocaleClass(glob)) return undefined;
  const names = glob.split('/');
  const first = names.findIndex(holdsPattern);
  const path = names.slice(0, first).join('/');
  const last = names.at(-1) ?? '';
  if (first < 2 || last === '' || last === '**' || realPath(path, world) !== path) return undefined;
  const isWhole = world.plainBelow === undefined ? world.noOtherLinks === true : world.plainBelow(path);
  return isWhole ? { path, names: [last] } : undefined;
}

function together(
  files: readonly PathFact[] | undefined,
  command: Expanded,
  around: CommandSurroundings,
): Removal {
  if (files === undefined) return lost;
  const each = files.map((file) => removalOf(command, file, around));
  const refused = each.find(({ is }) => is === 'lost' || is === 'unkept');
  if (refused !== undefined) return refused;
  const kept = each.flatMap((one) => (one.is === 'kept' ? one.kept : []));
  return kept.length === 0 ? { is: 'recoverable' } : { is: 'kept', kept };
}

/** Whether removing a path loses something that cannot be recovered. */
function loses(command: Expanded, path: PathFact, around: CommandSurroundings): boolean {
  const { is } = removalOf(command, path, around);
  return is === 'lost' || is === 'unkept';
}

export function removingEffect(access: PathAccess, command: Expanded, around: CommandSurroundings): Effect {
  const removal: Removal =
    access.moved === true ? { is: 'recoverable' } : removalOf(command, access.path, around);
  switch (removal.is) {
    case 'recoverable':
      return { effect: 'delete', access };
    case 'kept':
      return { effect: 'delete', access, kept: removal.kept };
    case 'lost':
      return { effect: 'lose', access };
    case 'unkept':
      return { effect: 'lose', access, unkept: removal.why };
  }
}

/** Whether a written path may be the removed one, contain it, or lie in it. */
export function mayMeet(written: PathFact, removed: string): boolean {
  if (!written.known) return written.glob === undefined || globMeets(written.glob, removed);
  const names = typeof written.real === 'string' ? [written.written, written.real] : [written.written];
  return names.some((name) => isUnder(name, removed) || isUnder(removed, name));
}

function globMeets(glob: string, path: string): boolean {
  const fixed = /^[^*?[\\]*/u.exec(glob)?.[0] ?? '';
  return fixed.startsWith(path) || path.startsWith(fixed);
}

function mayBeBelow(path: PathFact, link: string): boolean {
  if (!path.known) return path.glob === undefined || globMeets(path.glob, link);
  return isUnder(path.written, link);
}
