import { walkOf } from '../../facts/paths/glob-walk.ts';
import { fromSegments, normalSegments } from '../../facts/paths/normalise.ts';
import { realPath } from '../../facts/paths/real-path.ts';
import { type SegmentGlob, literalSegment } from '../../facts/paths/segment-glob.ts';
import type { World } from '../../world/world.ts';
import type { Anchor, GlobAlternative, PathGlob } from './path-glob-parse.ts';
import { type Started, projectStart, suspectedStarts } from './path-glob-start.ts';

/**
 * For deny and ask, once when a policy is loaded: the pattern, and the same pattern with the links in its fixed part resolved.
 * `deny Read(~/vault/**)` must apply to `/data/vault/x` when `~/vault` is a link to it. Never for allow, where a changed link
 * would widen the rule.
 */
export function withLinkedNames(options: { glob: PathGlob; anchor: Anchor; world: World }): PathGlob {
  const { glob, world } = options;
  const starts = [...suspectedStarts(options), ...projectStart(options)];
  const linked = starts.flatMap((start) => followLinks(start, world));
  return linked.length === 0 ? glob : { ...glob, alternatives: [...glob.alternatives, ...linked] };
}

function followLinks({ directory, walk }: Started, world: World): readonly GlobAlternative[] {
  const names = [...directory.map(({ text }) => text), ...literalStart(walk.segments)];
  const real = realPath(fromSegments(names), world);
  if (typeof real !== 'string' || real === fromSegments(names)) return [];
  const rest = walk.segments.slice(names.length - directory.length);
  const segments = [...normalSegments(real).map(literalSegment), ...rest];
  // A walk that ends below a directory already contains the two steps for it.
  const moved = walk.ends === 'exact' ? walkOf(segments, 'exact') : { ...walk, segments };
  return [{ base: 'absolute', up: 0, walk: moved, floating: moved }];
}

function literalStart(segments: readonly SegmentGlob[]): readonly string[] {
  const names: string[] = [];
  for (const segment of segments) {
    if (segment.is !== 'literal') break;
    names.push(segment.text);
  }
  return names;
}
