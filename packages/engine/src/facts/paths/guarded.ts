import type { World } from '../../world/world.ts';
import { foldProtectedName, withoutTrail } from './fold.ts';
import { guardedFolders, guardedRows } from './guarded-rows.ts';
import { namedPath } from './named-path.ts';
import type { KnownPath, PathFact, UnknownPath } from './path-fact.ts';
import {
  type Place,
  type PlaceTable,
  literalNames,
  placeAt,
  placeBelow,
  placeOfGlob,
  placeTable,
} from './place-table.ts';
import { type Danger, hinted } from './protected.ts';
import { type GlobShape, shapesOf, sharesWithShell } from './reach.ts';
import { type SegmentGlob, mayBegin } from './segment-glob.ts';
import { windowsGuardedRows } from './windows/windows-rows.ts';

const table = placeTable(guardedRows, windowsGuardedRows);

export interface Guarding {
  readonly path: PathFact;
  readonly access: 'write' | 'delete';
  /** It affects everything below: removing and moving do, and so does `chmod -R`; copying over it does not. */
  readonly takesBelow: boolean;
  /** It may create a directory or a link to one: `mv`, `ln`, `cp -r`. */
  readonly bringsFolders: boolean;
  /** The call does not show which names it writes in a directory: `cp x/* .claude/`. */
  readonly namesUnknown: boolean;
  readonly world: World;
}

/**
 * The guarded place that is written, if any. A completely unknown target does not count: any program may hide its target, so
 * asking about each of them would mean asking about everything.
 */
export function guardedPlace(options: Guarding): Danger | undefined {
  const { path } = options;
  return path.known ? ofKnown(path, options) : ofUnknown(path, options);
}

function ofKnown(path: KnownPath, options: Guarding): Danger | undefined {
  const { written, real, isPlain } = namedPath(path);
  const spellings = [{ text: path.written, names: written }];
  if (typeof path.real === 'string' && real !== undefined && !isPlain)
    spellings.push({ text: path.real, names: real });
  for (const { text, names } of spellings) {
    const folded = names.map((name) => withoutTrail(name.folded));
    const place =
      placeAt(table(options.world), folded, options.access) ??
      (options.takesBelow
        ? placeBelow(table(options.world), text, { ...options, found: path })
        : undefined) ??
      (bringsFolder({ text, folded, path }, options) ? placeIn(folded) : undefined);
    if (place !== undefined) return danger(place, text);
  }
  return undefined;
}

function danger({ row }: Place, text: string): Danger {
  return { code: row.code, reason: `${text} ${row.reason}` };
}

interface GuardTarget {
  readonly text: string;
  readonly folded: readonly string[];
  readonly path: KnownPath;
}

/** `mv evil .claude`, `ln -s evil .claude`, `cp -r evil/. .claude`, `mv evil .claude/skills/evil`. */
function bringsFolder({ text, folded, path }: GuardTarget, options: Guarding): boolean {
  if (options.access === 'delete' || placeIn(folded) === undefined) return false;
  if (path.recursive === true || options.namesUnknown) return true;
  // When copied into an existing directory, each file is checked by its own name.
  return options.bringsFolders && options.world.entry(text).is !== 'directory';
}

type Folders = ReadonlyMap<string, readonly { readonly next: SegmentGlob; readonly place: Place }[]>;

let folders: Folders | undefined;

function foldersOf({ places }: PlaceTable): Folders {
  const found = new Map<string, { readonly next: SegmentGlob; readonly place: Place }[]>();
  for (const place of places) {
    for (let length = 1; length < place.own.length; length += 1) {
      const folder = place.own.slice(0, length).join('/');
      const next = place.segments[length];
      if (!guardedFolders.includes(folder) || next === undefined) continue;
      found.set(folder, [...(found.get(folder) ?? []), { next, place }]);
    }
  }
  return found;
}

/** The names that make a place in this directory a guarded one; empty for any other folder. */
function nextNames(folded: readonly string[]): readonly { next: SegmentGlob; place: Place }[] {
  const known = (folders ??= foldersOf(table({})));
  return [1, 2].flatMap((length) => known.get(folded.slice(-length).join('/')) ?? []);
}

/**
 * The first guarded place that such a folder would contain. Any folder in `.claude/skills` is a skill, which may bring hooks.
 */
function placeIn(folded: readonly string[]): Place | undefined {
  const [found] = nextNames(folded);
  if (found !== undefined) return found.place;
  const at = folded.indexOf('skills');
  const inSkills = at > 0 && folded[at - 1] === '.claude' && folded.at(-1)?.endsWith('.md') !== true;
  return inSkills ? nextNames(['.claude', 'skills'])[0]?.place : undefined;
}

function disguise({ reason }: UnknownPath): string {
  return `the target is ${reason}: it may be a file that controls what agents may do`;
}

function ofUnknown(path: UnknownPath, options: Guarding): Danger | undefined {
  const { world, takesBelow, access } = options;
  if (path.disguised === true) return { code: 'permesso', reason: disguise(path) };
  const shapes = shapesOf(hinted(path), world) ?? [];
  const text = path.glob ?? path.starts ?? path.near ?? path.reason;
  const place =
    (path.glob === undefined
      ? shapes
          .map((shape) => placeAt(table(world), literalNames(shape), access))
          .find((at) => at !== undefined)
      : placeOfGlob(table(world), shapes, {
          access,
          world,
          whole: takesBelow && path.recursive !== false,
        })) ?? shapes.map(placeInShape).find((at) => at !== undefined);
  return place === undefined ? undefined : danger(place, text);
}

/** `~/.claude/*`, `~/.claude/"$X"`, `.claude/set"$X"`: a wholly or partly unknown name in a guarded folder. */
function placeInShape({ segments, partial }: GlobShape): Place | undefined {
  const wild = segments.findIndex(({ is }) => is !== 'literal');
  const fixed = wild === -1 ? segments : segments.slice(0, wild);
  const folder = fixed.map((segment) => (segment.is === 'literal' ? foldProtectedName(segment.text) : '/'));
  const pattern = wild === -1 ? undefined : segments[wild];
  if (pattern === undefined && partial === undefined) return undefined;
  return nextNames(folder).find(({ next }) =>
    pattern === undefined ? mayBegin(next, partial ?? '') : sharesWithShell(next, pattern),
  )?.place;
}
