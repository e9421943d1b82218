import { type Walk, walkOf } from '../facts/paths/glob-walk.ts';
import { normalSegments } from '../facts/paths/normalise.ts';
import { realPath } from '../facts/paths/real-path.ts';
import type { World } from '../world/world.ts';
import type { Anchor, GlobAlternative, PathGlob } from './path-glob-parse.ts';

/** One pattern with the directory that it starts from. */
export interface Started {
  readonly directory: readonly string[];
  readonly walk: Walk;
  /** The directory is where its links lead, so a real path may be compared with it. */
  readonly real: boolean;
}

interface Starting {
  readonly glob: PathGlob;
  readonly anchor: Anchor;
  readonly world: World;
}

/** For allow: each pattern has one meaning, its directory spelled as given and where its links lead. */
export function provenStarts(options: Starting): readonly Started[] {
  return options.glob.alternatives.flatMap((alternative) =>
    bothSpellings(provenStart(alternative, options), options),
  );
}

/** For deny and ask: every meaning that the pattern may have. */
export function suspectedStarts(options: Starting): readonly Started[] {
  return options.glob.alternatives.flatMap((alternative) => {
    if (alternative.base === 'bare') return [{ directory: [], walk: alternative.floating, real: true }];
    const proven = bothSpellings(provenStart(alternative, options), options);
    if (alternative.base !== 'rooted') return proven;
    const root = bothSpellings(
      { directory: upwards(normalSegments(options.anchor.root), alternative.up), walk: alternative.walk },
      options,
    );
    return [...proven, ...root, { directory: [], walk: alternative.walk, real: true }];
  });
}

/** Bare patterns once more, from the project alone: the links in their fixed part can be followed from there. */
export function projectStart({ glob, world }: Starting): readonly Started[] {
  const directory = normalSegments(world.project);
  return glob.alternatives.flatMap(({ base, walk }) =>
    base === 'bare' ? [{ directory, walk, real: false }] : [],
  );
}

interface Place {
  readonly directory: readonly string[];
  readonly walk: Walk;
}

function provenStart(alternative: GlobAlternative, options: Starting): Place {
  const { base, walk, up } = alternative;
  const { world, anchor } = options;
  if (base === 'absolute') return linkedTop(walk, world);
  if (base === 'home') return { directory: upwards(normalSegments(world.home), up), walk };
  if (base !== 'rooted') return { directory: upwards(normalSegments(world.project), up), walk };
  const root = normalSegments(anchor.root);
  if (root.length === 0) return linkedTop(walk, world);
  // `/home/dev/project/src` in the policy of `/home/dev/project` already says the root.
  const saysRoot = up === 0 && root.every((name, index) => isLiteral(walk, index, name));
  return saysRoot
    ? { directory: root, walk: shortened(walk, root.length) }
    : { directory: upwards(root, up), walk };
}

/** `/tmp` and `/var` are links on some systems; nobody but their owner can turn them elsewhere. */
function linkedTop(walk: Walk, world: World): Place {
  const top = walk.segments[0];
  if (top?.is !== 'literal' || world.entry(`/${top.text}`).is !== 'link') return { directory: [], walk };
  return { directory: [top.text], walk: shortened(walk, 1) };
}

function isLiteral(walk: Walk, index: number, name: string): boolean {
  const segment = walk.segments[index];
  return segment?.is === 'literal' && segment.text === name;
}

function shortened(walk: Walk, count: number): Walk {
  const body = walk.segments.slice(count);
  // A pattern that is exactly its directory has nothing left to match below it.
  return walk.ends === 'exact' ? walkOf(body, 'exact') : { ...walk, segments: body };
}

function upwards(directory: readonly string[], up: number): readonly string[] {
  return directory.slice(0, Math.max(0, directory.length - up));
}

function bothSpellings(place: Place, options: Starting): Started[] {
  const { directory, walk } = place;
  if (directory.length === 0) return [{ directory, walk, real: true }];
  const real = realPath(`/${directory.join('/')}`, options.world);
  if (typeof real !== 'string') return [{ directory, walk, real: false }];
  const names = normalSegments(real);
  const isSame = names.length === directory.length && names.every((name, index) => name === directory[index]);
  return isSame
    ? [{ directory, walk, real: true }]
    : [
        { directory, walk, real: false },
        { directory: names, walk, real: true },
      ];
}
