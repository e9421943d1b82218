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
  /** It takes everything that lies below along: removing and moving do, so does `chmod -R`; copying over it does not. */
  readonly takesBelow: boolean;
  /** What it puts there may be a directory or a link to one: `mv`, `ln`, `cp -r`. */
  readonly bringsFolders: boolean;
  /** Which names it writes in a directory is not in the call: `cp x/* .claude/`. */
  readonly namesUnknown: boolean;
  readonly world: World;
}

/**
 * The guarded place that is written, if one is. A target of which nothing is known does not count: a program may hide any
 * target, and a question about each of them would be one about everything.
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
  // Into a directory that is there, each file is named on its own.
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

/** What may follow in a directory to make it a guarded place; nothing for another folder. */
function nextNames(folded: readonly string[]): readonly { next: SegmentGlob; place: Place }[] {
  const known = (folders ??= foldersOf(table({})));
  return [1, 2].flatMap((length) => known.get(folded.slice(-length).join('/')) ?? []);
}

/** The first place that a folder of this name would hold. A skill is one at any depth: its hooks may be in it. */
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

/** `~/.claude/*`, `~/.claude/"$X"`, `.claude/set"$X"`: a name in a guarded folder that is not known, or not all of it. */
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
