import { type Walk, isAtDirectory, isMatched, startPositions, advance } from '../../facts/paths/glob-walk.ts';
import { pathsBelow } from '../../facts/paths/below.ts';
import { isUnder } from '../../facts/paths/contains.ts';
import { type Name, namedPath, namesOf } from '../../facts/paths/named-path.ts';
import type { PathFact, UnknownPath } from '../../facts/paths/path-fact.ts';
import { mayReach, namesDirectory, shapesOf, sharesWithShell } from '../../facts/paths/reach.ts';
import {
  literalSegment,
  matchesSegment,
  suspectsSegment,
  type SegmentGlob,
} from '../../facts/paths/segment-glob.ts';
import type { World } from '../../world/world.ts';
import { type Started, containedStarts, suspectedStarts, provenStarts } from './path-glob-start.ts';
import type { Anchor, PathGlob } from './path-glob-parse.ts';

export { parsePathGlob } from './path-glob-parse.ts';
export type { Anchor, PathGlob } from './path-glob-parse.ts';

export interface Comparing {
  readonly glob: PathGlob;
  readonly path: PathFact;
  readonly anchor: Anchor;
  readonly world: World;
}

export type Touch = 'yes' | 'may' | 'no';

/** For allow: the path is certainly inside the pattern, both as written and as resolved. */
export function coversPath(options: Comparing): boolean {
  const { path } = options;
  if (!path.known) return false;
  const { written, real } = namedPath(path);
  if (real === undefined) return false;
  const starts = provenStarts(options);
  const isRecursive = path.recursive === true;
  return (
    starts.some((start) => covers({ start, names: written, isRecursive })) &&
    starts.some((start) => start.real && covers({ start, names: real, isRecursive }))
  );
}

interface Walking {
  readonly start: Started;
  readonly names: readonly Name[];
  readonly isRecursive: boolean;
}

function covers({ start, names, isRecursive }: Walking): boolean {
  const { directory, walk } = start;
  if (directory.length > names.length) return false;
  if (directory.some((name, index) => name.text !== names[index]?.text)) return false;
  let at = startPositions(walk);
  for (let index = directory.length; index < names.length; index += 1) {
    const name = names[index]?.text ?? '';
    at = advance(walk, at, (segment) => matchesSegment(segment, name));
    if (at.length === 0) return false;
  }
  return isMatched(walk, at) && (!isRecursive || isAtDirectory(walk, at));
}

/** For deny and ask: the path is, or may be, inside the pattern under any of its names. */
export function touchesPath(options: Comparing): Touch {
  const { path } = options;
  const starts = suspectedStarts(options);
  if (!path.known) return touchesUnknown(path, starts, options.world);
  const { written, real, isPlain } = namedPath(path);
  const names = isPlain || real === undefined ? [written] : [written, real];
  const itself = strongest(
    names.flatMap((name) => starts.map((start) => touches({ start, names: name, isRecursive: false }))),
  );
  if (itself === 'yes') return itself;
  if (!isPlain && real === undefined) return 'may';
  return path.recursive === true && mayContain(names, options) ? 'may' : itself;
}

/** Whether a path that the pattern matches may lie below a directory that is used as a whole. */
function mayContain(names: readonly (readonly Name[])[], options: Comparing): boolean {
  const { path, world } = options;
  const starts = containedStarts(options).filter((start) =>
    names.some((name) => touches({ start, names: name, isRecursive: true }) !== 'no'),
  );
  if (starts.length === 0 || !path.known) return false;
  if (path.grows === true) return true;
  const below = pathsBelow(typeof path.real === 'string' ? path.real : path.written, world);
  if (below !== undefined) {
    return below.some((one) =>
      starts.some((start) => touches({ start, names: namesOf(one), isRecursive: false }) !== 'no'),
    );
  }
  // The directory cannot be listed. Part of the project is searched all day; the whole project, or a place elsewhere, is not.
  const isFixed = starts.some(
    ({ directory, walk }) => directory.length > 0 || walk.segments[0]?.is !== 'any-depth',
  );
  return isFixed || world.holds !== undefined || !isBelow(path.written, world.project);
}

function isBelow(path: string, directory: string): boolean {
  return path !== directory && isUnder(path, directory);
}

function touches({ start, names, isRecursive }: Walking): Touch {
  const { directory, walk } = start;
  const shared = Math.min(directory.length, names.length);
  for (let index = 0; index < shared; index += 1) {
    if (directory[index]?.folded !== names[index]?.folded) return 'no';
  }
  if (directory.length > names.length) return isRecursive ? 'may' : 'no';
  let at = startPositions(walk);
  for (let index = directory.length; index < names.length; index += 1) {
    const name = names[index];
    // A rule that names a directory covers everything below it: `Read(secrets)`.
    if (name === undefined || namesDirectory(walk, at)) return 'yes';
    at = advance(walk, at, (segment) => suspectsSegment(segment, name));
    if (at.length === 0) return 'no';
  }
  if (isMatched(walk, at) || isAtDirectory(walk, at)) return 'yes';
  return isRecursive ? 'may' : 'no';
}

function strongest(touched: readonly Touch[]): Touch {
  if (touched.includes('yes')) return 'yes';
  return touched.includes('may') ? 'may' : 'no';
}

/** An unknown path is never certainly inside; it is certainly outside only if its known parts exclude that. */
function touchesUnknown(path: UnknownPath, starts: readonly Started[], world: World): Touch {
  if (path.ends !== undefined) {
    const names = namesOf(path.ends);
    return starts.some((start) => fitsEnd(wholeWalk(start), names)) ? 'may' : 'no';
  }
  const shapes = shapesOf(path, world);
  if (shapes === undefined) return 'may';
  const isReached = starts
    .map(wholeWalk)
    .some((walk) => shapes.some((shape) => mayReach({ walk, shape, shares: sharesWithShell })));
  return isReached ? 'may' : 'no';
}

/**
 * Whether the pattern's own last names are those of the path: `/srv/app/.env` may match `.env` and `app/.env`. A pattern that
 * ends in any name (`/srv/**`) would make every path suspicious, so it has none.
 */
function fitsEnd({ segments, ends }: Walk, names: readonly Name[]): boolean {
  const last = segments.at(-1);
  if (ends !== 'exact' || last === undefined || !begins(last)) return false;
  for (let back = 1; back <= names.length; back += 1) {
    const segment = segments.at(-back);
    const name = names.at(-back);
    if (segment === undefined || name === undefined) return false;
    if (segment.is === 'any-depth') return true;
    if (!suspectsSegment(segment, name)) return false;
  }
  return true;
}

/** Whether a segment begins with a literal letter. */
function begins(segment: SegmentGlob): boolean {
  return segment.is === 'literal' || (segment.is === 'pattern' && segment.tokens[0]?.is === 'text');
}

/** The pattern with its start directory prepended. */
function wholeWalk({ directory, walk }: Started): Walk {
  return { ...walk, segments: [...directory.map(({ text }) => literalSegment(text)), ...walk.segments] };
}
