import type { Walk } from '../../facts/paths/glob-walk.ts';
import { fromSegments, normalSegments } from '../../facts/paths/normalise.ts';
import type { GlobAlternative, PathGlob } from '../../policy/patterns/path-glob-parse.ts';
import type { World } from '../../world/world.ts';
import { exampleSegment } from './probe-names.ts';

/** Absolute paths that a glob matches, and neighbours: beside, above, below, elsewhere. */
export function pathsFor(glob: PathGlob, root: string, world: World): readonly string[] {
  const found = new Set<string>();
  for (const alternative of glob.alternatives.slice(0, mostAlternatives)) {
    for (const base of basesOf(alternative, root, world)) {
      for (const names of namesFor(alternative.walk)) {
        const path = [...base, ...names];
        for (const each of around(path)) found.add(fromSegments(each));
      }
    }
  }
  return [...found];
}

const mostAlternatives = 8;

function basesOf({ base, up }: GlobAlternative, root: string, world: World): readonly (readonly string[])[] {
  const above = (path: string): readonly string[] => {
    const names = normalSegments(path);
    return up === 0 ? names : names.slice(0, -up);
  };
  switch (base) {
    case 'home':
      return [above(world.home)];
    case 'project':
      return [above(world.project)];
    case 'bare':
      return [above(world.project), [...above(world.project), 'sub'], ['elsewhere']];
    case 'absolute':
      return [[]];
    case 'rooted':
      return root === '/' ? [[]] : [above(root), []];
  }
}

/** Takes "any depth" as zero directories and as one. */
function namesFor(walk: Walk): readonly (readonly string[])[] {
  const shallow = walk.segments.filter(({ is }) => is !== 'any-depth').map(exampleSegment);
  const deep = walk.segments.map(exampleSegment);
  return deep.length === shallow.length ? [shallow] : [shallow, deep];
}

function around(path: readonly string[]): readonly (readonly string[])[] {
  const parent = path.slice(0, -1);
  const last = path.at(-1) ?? '';
  return [path, [...path, 'below'], parent, [...parent, `${last}2`], [...parent, last.toUpperCase()]];
}
