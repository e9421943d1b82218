import { type SegmentGlob, anyDepth, anyName } from './segment-glob.ts';

/** A path pattern as a state machine over names. It tracks all possible positions at once, so it never backtracks. */
export interface Walk {
  /** Never two any-depth segments in a row. */
  readonly segments: readonly SegmentGlob[];
  /** `below`: `dir/**`. `self-and-below`: `dir/`. */
  readonly ends: 'exact' | 'below' | 'self-and-below';
}

/** The possible positions, ascending; the length of `segments` means: matched. */
export type Positions = readonly number[];

/** `below` needs at least one more name: `dir/**` is stored as `dir`, any depth, any name. */
export function walkOf(segments: readonly SegmentGlob[], ends: Walk['ends']): Walk {
  const all = ends === 'exact' ? segments : [...segments, anyDepth, anyName];
  return {
    segments: all.filter(
      (segment, index) => segment.is !== 'any-depth' || all[index - 1]?.is !== 'any-depth',
    ),
    ends,
  };
}

export function startPositions(walk: Walk): Positions {
  const reached: number[] = [];
  reach(walk, reached, 0);
  return reached;
}

export function advance(walk: Walk, from: Positions, matches: (segment: SegmentGlob) => boolean): Positions {
  const reached: number[] = [];
  for (const at of from) {
    const segment = walk.segments[at];
    if (segment === undefined) continue;
    if (segment.is === 'any-depth') reach(walk, reached, at);
    else if (matches(segment)) reach(walk, reached, at + 1);
  }
  return reached;
}

/** Any depth may also be zero names. Positions are added in ascending order, so comparing with the last one suffices. */
function reach(walk: Walk, reached: number[], at: number): void {
  if (at > (reached.at(-1) ?? -1)) reached.push(at);
  if (walk.segments[at]?.is === 'any-depth' && at + 1 > (reached.at(-1) ?? -1)) reached.push(at + 1);
}

/** The positions after any number of matching names. */
export function stepOften(
  walk: Walk,
  from: Positions,
  matches: (segment: SegmentGlob) => boolean,
): Positions {
  const reached = new Set(from);
  for (let edge = from; edge.length > 0;) {
    edge = advance(walk, edge, matches).filter((at) => !reached.has(at));
    for (const at of edge) reached.add(at);
  }
  return [...reached].toSorted((a, b) => a - b);
}

export function isMatched(walk: Walk, at: Positions): boolean {
  if (at.at(-1) === walk.segments.length) return true;
  return walk.ends === 'self-and-below' && isAtDirectory(walk, at);
}

/** At `dir` of `dir/**`, or below it: every further name matches. */
export function isAtDirectory(walk: Walk, at: Positions): boolean {
  return walk.ends !== 'exact' && at.includes(walk.segments.length - 2, -3);
}
