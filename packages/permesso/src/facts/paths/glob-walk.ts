import { type SegmentGlob, anyDepth, anyName } from './segment-glob.ts';

/**
 * A path pattern as a machine that reads one name after the other. All positions it could be in are kept at
 * once, so no pattern makes it go back.
 */
export interface Walk {
  readonly segments: readonly SegmentGlob[];
  /** `below`: `dir/**`. `self-and-below`: `dir/`. */
  readonly ends: 'exact' | 'below' | 'self-and-below';
}

/** The positions that are still possible; the length of `segments` means: matched. */
export type Positions = ReadonlySet<number>;

/** `below` needs at least one more name: `dir/**` is stored as `dir`, any depth, any name. */
export function walkOf(segments: readonly SegmentGlob[], ends: Walk['ends']): Walk {
  return ends === 'exact' ? { segments, ends } : { segments: [...segments, anyDepth, anyName], ends };
}

export function startOf(walk: Walk): Positions {
  return settle(walk, new Set([0]));
}

export function step(walk: Walk, from: Positions, matches: (segment: SegmentGlob) => boolean): Positions {
  const reached = new Set<number>();
  for (const at of from) {
    const segment = walk.segments[at];
    if (segment === undefined) continue;
    if (segment.is === 'any-depth') reached.add(at);
    else if (matches(segment)) reached.add(at + 1);
  }
  return settle(walk, reached);
}

/** Any number of such names: everything that can be reached by taking steps. */
export function stepOften(
  walk: Walk,
  from: Positions,
  matches: (segment: SegmentGlob) => boolean,
): Positions {
  const reached = new Set(from);
  for (let edge = from; edge.size > 0;) {
    edge = new Set([...step(walk, edge, matches)].filter((at) => !reached.has(at)));
    for (const at of edge) reached.add(at);
  }
  return reached;
}

/** Any depth may also be no name at all. */
function settle(walk: Walk, positions: Set<number>): Positions {
  for (const at of positions) {
    if (walk.segments[at]?.is === 'any-depth') positions.add(at + 1);
  }
  return positions;
}

export function isMatched(walk: Walk, at: Positions): boolean {
  if (at.has(walk.segments.length)) return true;
  return walk.ends === 'self-and-below' && isAtDirectory(walk, at);
}

/** Standing on `dir` of `dir/**`, or somewhere below it: every further name matches. */
export function isAtDirectory(walk: Walk, at: Positions): boolean {
  return walk.ends !== 'exact' && at.has(walk.segments.length - 2);
}
