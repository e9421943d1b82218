import { foldName } from './fold.ts';
import { normalSegments } from './normalise.ts';
import type { KnownPath } from './path-fact.ts';

/** A name, and its folded spelling for suspicion. */
export interface Name {
  readonly text: string;
  readonly folded: string;
}

export function namesOf(path: string): readonly Name[] {
  return normalSegments(path).map((text) => ({ text, folded: foldName(text) }));
}

export interface NamedPath {
  readonly written: readonly Name[];
  readonly real: readonly Name[] | undefined;
  readonly isPlain: boolean;
}

/** One decision compares a path with many rules; its names are split once. */
const known = new WeakMap<KnownPath, NamedPath>();

export function namedPath(path: KnownPath): NamedPath {
  const before = known.get(path);
  if (before !== undefined) return before;
  const written = namesOf(path.written);
  const isPlain = path.real === path.written;
  const real = typeof path.real === 'string' ? (isPlain ? written : namesOf(path.real)) : undefined;
  const named = { written, real, isPlain };
  known.set(path, named);
  return named;
}
