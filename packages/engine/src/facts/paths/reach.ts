import type { World } from '../../world/world.ts';
import {
  type Positions,
  type Walk,
  isAtDirectory,
  isMatched,
  startPositions,
  advance,
  stepOften,
} from './glob-walk.ts';
import { fromSegments, normalSegments, unusablePath } from './normalise.ts';
import type { UnknownPath } from './path-fact.ts';
import { realPath } from './real-path.ts';
import {
  type SegmentGlob,
  anyName,
  hasLocaleClass,
  literalSegment,
  mayBegin,
  mayShare,
  parseSegment,
} from './segment-glob.ts';

/** The known part of an unknown path: whole names or patterns, then possibly a name of which only the start is known. */
export interface GlobShape {
  readonly segments: readonly SegmentGlob[];
  /** Empty: any name may follow. Undefined: nothing follows. */
  readonly partial: string | undefined;
}

/** Both shapes of an unknown path, as written and with its known directory resolved; undefined if nothing is known. */
export function shapesOf(path: UnknownPath, world: World): readonly GlobShape[] | undefined {
  const shape = path.glob === undefined ? startShape(path.starts) : globShape(path.glob);
  if (shape === undefined) return undefined;
  const fixed = literalStart(shape.segments);
  const real = realPath(fromSegments(fixed), world);
  if (typeof real !== 'string') return undefined;
  if (real === fromSegments(fixed)) return [shape];
  const rest = shape.segments.slice(fixed.length);
  return [shape, { ...shape, segments: [...normalSegments(real).map(literalSegment), ...rest] }];
}

function startShape(starts: string | undefined): GlobShape | undefined {
  if (starts === undefined || unusablePath(starts) !== undefined || !starts.startsWith('/')) return undefined;
  const cut = starts.lastIndexOf('/');
  const names = normalSegments(starts.slice(0, cut));
  return { segments: names.map(literalSegment), partial: starts.slice(cut + 1) };
}

function globShape(glob: string): GlobShape | undefined {
  if (unusablePath(glob) !== undefined || hasLocaleClass(glob)) return undefined;
  const parts = glob.split('/').filter((part) => part !== '' && part !== '.');
  return { segments: parts.map(parseSegment), partial: undefined };
}

function literalStart(segments: readonly SegmentGlob[]): string[] {
  const names: string[] = [];
  for (const segment of segments) {
    if (segment.is !== 'literal') break;
    names.push(segment.text);
  }
  return names;
}

/** Whether one name may match both a segment of a rule and a segment of the shell's glob. */
export type Sharing = (ruled: SegmentGlob, globbed: SegmentGlob) => boolean;

/** Whether the walk may match some path of this shape, or name a directory that contains it. */
export function mayReach(options: { walk: Walk; shape: GlobShape; shares: Sharing }): boolean {
  const { walk, shape, shares } = options;
  let at = startPositions(walk);
  for (const segment of shape.segments) {
    if (namesDirectory(walk, at)) return true;
    at =
      segment.is === 'any-depth'
        ? stepOften(walk, at, (ruled) => shares(ruled, anyName))
        : advance(walk, at, (ruled) => shares(ruled, segment));
    if (at.length === 0) return false;
  }
  const { partial } = shape;
  if (partial === undefined || namesDirectory(walk, at))
    return isMatched(walk, at) || isAtDirectory(walk, at);
  return partial === '' || advance(walk, at, (ruled) => mayBegin(ruled, partial)).length > 0;
}

/** A rule that ends in a plain name also covers everything below that name, if it is a directory. */
export function namesDirectory(walk: Walk, at: Positions): boolean {
  return isMatched(walk, at) && walk.segments.at(-1)?.is === 'literal';
}

/** The shell's wildcards do not match a leading dot: `*` is never `.git`. */
export function sharesWithShell(ruled: SegmentGlob, globbed: SegmentGlob): boolean {
  return (!beginsWithDot(ruled) || beginsWithDot(globbed)) && mayShare(ruled, globbed);
}

export function beginsWithDot(segment: SegmentGlob): boolean {
  if (segment.is === 'literal') return segment.text.startsWith('.');
  const first = segment.is === 'pattern' ? segment.tokens[0] : undefined;
  return first?.is === 'text' && first.text.startsWith('.');
}
