import { isAtDirectory, isMatched, startPositions, walkOf, type Walk } from '../../facts/paths/glob-walk.ts';
import { namesOf } from '../../facts/paths/named-path.ts';
import { beginsWithDot, namesDirectory } from '../../facts/paths/reach.ts';
import {
  anyName,
  matchesSegment,
  suspectsSegment,
  type SegmentGlob,
  type GlobToken,
} from '../../facts/paths/segment-glob.ts';
import type { GlobAlternative, PathGlob } from '../patterns/path-glob-parse.ts';
import { includes, type Machine, type Reach } from './includes.ts';
import { includesText } from './text-includes.ts';

/** A rule's glob with the directory that `/x` in it starts from. */
export interface PlacedGlob {
  readonly glob: PathGlob;
  readonly root: string;
}

/**
 * Whether the outer glob matches every path that the inner one matches, wherever home and project are, on a machine whose
 * directories can be listed.
 */
export function includesPath(outer: PlacedGlob, inner: PlacedGlob, reach: Reach): boolean {
  return meanings[reach].every(([wide, narrow]) => {
    const outers = outer.glob.alternatives.flatMap((each) => startsOf(each, outer.root, wide));
    return inner.glob.alternatives.every((alternative) =>
      startsOf(alternative, inner.root, narrow).every((start) =>
        outers.some((other) => includesStart(other, start, reach)),
      ),
    );
  });
}

/** Where a glob may start: for an allow, for a deny or ask, and for a search below a directory. */
type Meaning = 'proven' | 'suspected' | 'contained';

const meanings: { readonly [R in Reach]: readonly (readonly [Meaning, Meaning])[] } = {
  covers: [['proven', 'proven']],
  stops: [['suspected', 'proven']],
  touches: [
    ['suspected', 'suspected'],
    ['contained', 'contained'],
  ],
};

/** A walk with its start directory, which is known only symbolically. */
interface Start {
  readonly from: string;
  readonly walk: Walk;
}

/** From the root of the file system, through any number of directories. */
const floating = 'anywhere';
const top = 'top';

/** Like `provenStarts`, `suspectedStarts` and `containedStarts`, for every machine at once. */
function startsOf(alternative: GlobAlternative, root: string, meaning: Meaning): readonly Start[] {
  const { base, up, walk } = alternative;
  if (base === 'bare') {
    const isPlaced = walk.segments.length > 1 && walk.segments[0]?.is === 'literal';
    return meaning === 'proven' || (meaning === 'contained' && isPlaced)
      ? [{ from: 'project 0', walk }]
      : [{ from: floating, walk: alternative.floating }];
  }
  if (base === 'home' || base === 'project') return [{ from: `${base} ${up}`, walk }];
  if (base === 'absolute' || root === '/') return fromTop(walk);
  const from = `root ${up} ${root}`;
  const says = saysRoot(alternative, root);
  const start = { from, walk: says === 0 ? walk : shortened(walk, says) };
  if (meaning === 'proven') return [start];
  // Suspicion also reads `/x` without a root, but does not follow a link there.
  const isFloating = walk.segments[0]?.is === 'any-depth';
  return [start, { from, walk }, { from: isFloating ? floating : 'as written', walk }];
}

function fromTop(walk: Walk): readonly Start[] {
  const [first] = walk.segments;
  if (first?.is === 'any-depth') return [{ from: floating, walk }];
  if (first?.is !== 'literal') return [{ from: top, walk }];
  // The first directory may be a link, so the rest then starts elsewhere: `/tmp`, `/var`.
  return [{ from: `below /${first.text}`, walk: shortened(walk, 1) }];
}

function saysRoot({ up, walk }: GlobAlternative, root: string): number {
  const names = namesOf(root);
  const says = names.every(({ text }, index) => {
    const segment = walk.segments[index];
    return segment?.is === 'literal' && segment.text === text;
  });
  return up === 0 && says ? names.length : 0;
}

function shortened(walk: Walk, count: number): Walk {
  const segments = walk.segments.slice(count);
  return walk.ends === 'exact' ? walkOf(segments, 'exact') : { ...walk, segments };
}

/** A start anywhere includes every directory that the other may start from. */
function includesStart(outer: Start, inner: Start, reach: Reach): boolean {
  if (outer.from !== floating && outer.from !== inner.from) return false;
  return includesWalk(outer.walk, inner.walk, reach);
}

function includesWalk(outer: Walk, inner: Walk, reach: Reach): boolean {
  return includes({
    outer: machineOf(outer),
    inner: machineOf(inner),
    step: (wide, narrow) => includesStep(wide, narrow, reach),
    holds: (at, places) => holds[reach]({ outer, inner, at: [at], places }),
    done: (places) => reach !== 'covers' && takesAllBelow(outer, places),
  });
}

interface Standing {
  readonly outer: Walk;
  readonly inner: Walk;
  readonly at: readonly number[];
  readonly places: readonly number[];
}

const holds: { readonly [R in Reach]: (standing: Standing) => boolean } = {
  covers: ({ outer, inner, at, places }) =>
    (!isMatched(inner, at) || isMatched(outer, places)) &&
    (!isAtDirectory(inner, at) || isAtDirectory(outer, places)),
  stops: ({ outer, inner, at, places }) => !isMatched(inner, at) || isTouched(outer, places),
  touches: ({ outer, inner, at, places }) =>
    (!isTouched(inner, at) || isTouched(outer, places)) &&
    (!takesAllBelow(inner, at) || takesAllBelow(outer, places)),
};

function isTouched(walk: Walk, at: readonly number[]): boolean {
  return isMatched(walk, at) || isAtDirectory(walk, at);
}

function takesAllBelow(walk: Walk, at: readonly number[]): boolean {
  return namesDirectory(walk, at) || isAtDirectory(walk, at);
}

function machineOf(walk: Walk): Machine<SegmentGlob> {
  const reached = (at: number): readonly number[] =>
    walk.segments[at]?.is === 'any-depth' ? [at, at + 1] : [at];
  return {
    start: startPositions(walk),
    ways: (at) => {
      const segment = walk.segments[at];
      if (segment === undefined) return [];
      return [{ over: segment, to: reached(segment.is === 'any-depth' ? at : at + 1) }];
    },
  };
}

function includesStep(outer: SegmentGlob, inner: SegmentGlob, reach: Reach): boolean {
  if (outer.is === 'any-depth') return true;
  const narrow = inner.is === 'any-depth' ? anyName : inner;
  // A shell wildcard never matches a name with a leading dot, so the dots must agree.
  if (reach === 'touches' && beginsWithDot(outer) && !beginsWithDot(narrow)) return false;
  if (narrow.is === 'literal') {
    return reach === 'covers' ? matchesSegment(outer, narrow.text) : suspectsSegment(outer, narrow);
  }
  if (narrow.is !== 'pattern' || outer.is !== 'pattern') return false;
  return (
    includesText(byLetter(outer.tokens), byLetter(narrow.tokens)) &&
    (reach !== 'touches' || includesText(byLetter(outer.folded), byLetter(narrow.folded)))
  );
}

function byLetter(tokens: readonly GlobToken[]): readonly GlobToken[] {
  return tokens.flatMap((token): readonly GlobToken[] =>
    token.is === 'text' ? Array.from(token.text, (text) => ({ is: 'text', text })) : [token],
  );
}
