import { type Walk, walkOf } from '../../facts/paths/glob-walk.ts';
import { type Name, namesOf } from '../../facts/paths/named-path.ts';
import { realPath } from '../../facts/paths/real-path.ts';
import type { World } from '../../world/world.ts';
import type { Anchor, GlobAlternative, PathGlob } from './path-glob-parse.ts';

/** One pattern with its start directory. */
export interface Started {
  readonly directory: readonly Name[];
  readonly walk: Walk;
  /** The directory is fully resolved, so a real path may be compared with it. */
  readonly real: boolean;
}

interface Starting {
  readonly glob: PathGlob;
  readonly anchor: Anchor;
  readonly world: World;
}

/** For allow: each pattern has one meaning, with its directory both as given and resolved. */
export function provenStarts(options: Starting): readonly Started[] {
  return options.glob.alternatives.flatMap((alternative) => provenStart(alternative, options));
}

/** For deny and ask: every meaning that the pattern may have. */
export function suspectedStarts(options: Starting): readonly Started[] {
  const { glob, anchor, world } = options;
  return glob.alternatives.flatMap((alternative): readonly Started[] => {
    const { base, floating, walk, up } = alternative;
    if (base === 'bare') return [{ directory: [], walk: floating, real: true }];
    const proven = provenStart(alternative, options);
    if (base !== 'rooted' || anchor.root === '/') return proven;
    return [...proven, ...under(anchor.root, { up, walk, world }), { directory: [], walk, real: true }];
  });
}

/**
 * Where the pattern may match inside a directory. A bare pattern that begins with a directory (`secrets/**`) is searched for in
 * the project only: at any depth, one such rule would make every search of every directory suspicious.
 */
export function containedStarts(options: Starting): readonly Started[] {
  const { glob } = options;
  const isPlaced = ({ base, walk }: GlobAlternative): boolean =>
    base === 'bare' && walk.segments.length > 1 && walk.segments[0]?.is === 'literal';
  const placed = glob.alternatives.filter(isPlaced);
  const others = glob.alternatives.filter((alternative) => !isPlaced(alternative));
  return [
    ...projectStart({ ...options, glob: { ...glob, alternatives: placed } }),
    ...suspectedStarts({ ...options, glob: { ...glob, alternatives: others } }),
  ];
}

/** Bare patterns again, from the project only: the links in their fixed part can be followed from there. */
export function projectStart({ glob, world }: Starting): readonly Started[] {
  return glob.alternatives.flatMap(({ base, up, walk }) =>
    base === 'bare' ? under(world.project, { up, walk, world }) : [],
  );
}

function provenStart(alternative: GlobAlternative, options: Starting): readonly Started[] {
  const { base, walk, up } = alternative;
  const { world, anchor } = options;
  if (base === 'home') return under(world.home, { up, walk, world });
  if (base === 'bare' || base === 'project') return under(world.project, { up, walk, world });
  if (base === 'absolute' || anchor.root === '/') return fromTop(walk, world);
  const root = namesOf(anchor.root);
  // `/home/dev/project/src` in the policy of `/home/dev/project` already contains the root.
  const saysRoot = up === 0 && root.every(({ text }, index) => isLiteral(walk, index, text));
  return under(anchor.root, { up, walk: saysRoot ? shortened(walk, root.length) : walk, world });
}

/** `/tmp` and `/var` are links on some systems; only the machine's owner can redirect them. */
function fromTop(walk: Walk, world: World): readonly Started[] {
  const top = walk.segments[0];
  if (top?.is !== 'literal' || world.entry(`/${top.text}`).is !== 'link')
    return [{ directory: [], walk, real: true }];
  return under(`/${top.text}`, { up: 0, walk: shortened(walk, 1), world });
}

function isLiteral(walk: Walk, index: number, name: string): boolean {
  const segment = walk.segments[index];
  return segment?.is === 'literal' && segment.text === name;
}

function shortened(walk: Walk, count: number): Walk {
  const segments = walk.segments.slice(count);
  // A walk that ends below a directory already contains the two steps for it.
  return walk.ends === 'exact' ? walkOf(segments, 'exact') : { ...walk, segments };
}

interface Beginning {
  readonly up: number;
  readonly walk: Walk;
  readonly world: World;
}

function under(directory: string, { up, walk, world }: Beginning): readonly Started[] {
  const { written, real } = spelling(directory, world);
  const above = (names: readonly Name[]): readonly Name[] => (up === 0 ? names : names.slice(0, -up));
  if (real === undefined) return [{ directory: above(written), walk, real: false }];
  if (real === written) return [{ directory: above(written), walk, real: true }];
  return [
    { directory: above(written), walk, real: false },
    { directory: above(real), walk, real: true },
  ];
}

interface Spelling {
  readonly written: readonly Name[];
  /** The same array if there are no links; undefined if unknown. */
  readonly real: readonly Name[] | undefined;
}

/** The few directories that rules start from, parsed once per world. */
const spellings = new WeakMap<World, Map<string, Spelling>>();

function spelling(directory: string, world: World): Spelling {
  const known = spellings.get(world) ?? new Map<string, Spelling>();
  spellings.set(world, known);
  const before = known.get(directory);
  if (before !== undefined) return before;
  const written = namesOf(directory);
  const real = realPath(directory, world);
  const isSame = real === `/${written.map(({ text }) => text).join('/')}`;
  const found = { written, real: isSame ? written : typeof real === 'string' ? namesOf(real) : undefined };
  known.set(directory, found);
  return found;
}
