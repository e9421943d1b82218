import { type Walk, isAtDirectory, isMatched, startOf, step } from '../facts/paths/glob-walk.ts';
import { normalSegments } from '../facts/paths/normalise.ts';
import type { PathFact, UnknownPath } from '../facts/paths/path-fact.ts';
import { mayReach, namesDirectory, shapesOf, sharesWithShell } from '../facts/paths/reach.ts';
import { literalSegment, matchesSegment, suspectsSegment } from '../facts/paths/segment-glob.ts';
import type { World } from '../world/world.ts';
import { type Started, suspectedStarts, provenStarts } from './path-glob-start.ts';
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

/** For allow: the path is surely inside the pattern, both as written and where its links lead. */
export function coversPath(options: Comparing): boolean {
  const { path } = options;
  if (!path.known || typeof path.real !== 'string') return false;
  const starts = provenStarts(options);
  const written = normalSegments(path.written);
  const real = normalSegments(path.real);
  const isRecursive = path.recursive === true;
  return (
    starts.some((start) => covers({ start, names: written, isRecursive })) &&
    starts.some((start) => start.real && covers({ start, names: real, isRecursive }))
  );
}

function covers(options: { start: Started; names: readonly string[]; isRecursive: boolean }): boolean {
  const { start, names, isRecursive } = options;
  if (!beginsWith(names, start.directory)) return false;
  let at = startOf(start.walk);
  for (const name of names.slice(start.directory.length)) {
    at = step(start.walk, at, (segment) => matchesSegment(segment, name));
    if (at.size === 0) return false;
  }
  return isMatched(start.walk, at) && (!isRecursive || isAtDirectory(start.walk, at));
}

function beginsWith(names: readonly string[], directory: readonly string[]): boolean {
  return directory.length <= names.length && directory.every((name, index) => name === names[index]);
}

/** For deny and ask: the path is, or may be, inside the pattern under any of its names. */
export function touchesPath(options: Comparing): Touch {
  const { path } = options;
  const walks = suspectedStarts(options).map(wholeWalk);
  if (!path.known) return touchesUnknown(path, walks, options.world);
  const isRecursive = path.recursive === true;
  const written = strongest(
    walks.map((walk) => touches({ walk, names: normalSegments(path.written), isRecursive })),
  );
  if (written === 'yes') return written;
  if (typeof path.real !== 'string') return 'may';
  if (path.real === path.written) return written;
  const { real } = path;
  return strongest([
    written,
    ...walks.map((walk) => touches({ walk, names: normalSegments(real), isRecursive })),
  ]);
}

/** The directory where a pattern starts, as part of the pattern: compared by suspicion like the rest. */
function wholeWalk(start: Started): Walk {
  if (start.directory.length === 0) return start.walk;
  return { ...start.walk, segments: [...start.directory.map(literalSegment), ...start.walk.segments] };
}

function touches(options: { walk: Walk; names: readonly string[]; isRecursive: boolean }): Touch {
  const { walk, names, isRecursive } = options;
  let at = startOf(walk);
  for (const name of names) {
    // What lies below a directory that a rule names is meant by the rule: `Read(secrets)`.
    if (namesDirectory(walk, at)) return 'yes';
    at = step(walk, at, (segment) => suspectsSegment(segment, name));
    if (at.size === 0) return 'no';
  }
  if (isMatched(walk, at) || isAtDirectory(walk, at)) return 'yes';
  return isRecursive && at.size > 0 ? 'may' : 'no';
}

function strongest(touched: readonly Touch[]): Touch {
  if (touched.includes('yes')) return 'yes';
  return touched.includes('may') ? 'may' : 'no';
}

/** An unknown path is never surely inside; it is surely outside only when what is known of it excludes that. */
function touchesUnknown(path: UnknownPath, walks: readonly Walk[], world: World): Touch {
  const shapes = shapesOf(path, world);
  if (shapes === undefined) return 'may';
  const isReached = walks.some((walk) =>
    shapes.some((shape) => mayReach({ walk, shape, shares: sharesWithShell })),
  );
  return isReached ? 'may' : 'no';
}
