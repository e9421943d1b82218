import { namedPath } from '../../facts/paths/named-path.ts';
import type { PathFact } from '../../facts/paths/path-fact.ts';
import type { PathGlob } from './path-glob-parse.ts';

/**
 * A case-folded name that every known, non-recursive path must contain for the pattern to cover or touch it, so that rules can
 * be found by the names of a path; undefined if there is none and the rule must always be checked.
 */
export function globKeys(glob: PathGlob): readonly string[] | undefined {
  const keys: string[] = [];
  for (const { walk } of glob.alternatives) {
    const literal = walk.segments.findLast((segment) => segment.is === 'literal');
    if (literal?.is !== 'literal') return undefined;
    keys.push(literal.folded);
  }
  return keys;
}

/** Adds the names to look rules up by; false if every rule has to be checked. */
export function addKeys(path: PathFact, names: Set<string>): boolean {
  if (!path.known || path.recursive === true || typeof path.real !== 'string') return false;
  const { written, real, isPlain } = namedPath(path);
  for (const { folded } of written) names.add(folded);
  if (!isPlain) for (const { folded } of real ?? []) names.add(folded);
  return true;
}
