import { namedPath } from '../facts/paths/named-path.ts';
import type { PathFact } from '../facts/paths/path-fact.ts';
import type { PathGlob } from './path-glob-parse.ts';

/**
 * A folded name that every known, non-recursive path must contain for the pattern to cover or touch it, so
 * rules can be found by the names of a path; undefined when there is none and the rule is always checked.
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

/** The names to look rules up by; undefined when every rule has to be checked. */
export function keysOfPath(path: PathFact): readonly string[] | undefined {
  if (!path.known || path.recursive === true || typeof path.real !== 'string') return undefined;
  const { written, real, isPlain } = namedPath(path);
  const names = isPlain ? written : [...written, ...(real ?? [])];
  return [...new Set(names.map(({ folded }) => folded))];
}
