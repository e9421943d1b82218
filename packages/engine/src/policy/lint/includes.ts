/** How broadly a rule is taken: what it proves, or what it suspects. */
export type Reach =
  /** Allow and allow: whatever the inner one proves, the outer one proves. */
  | 'covers'
  /** Allow under a deny or ask: whatever the inner one proves, the outer one certainly touches. */
  | 'stops'
  /** Deny and ask: whatever the inner one suspects, the outer one suspects at least as strongly. */
  | 'touches';

/** A pattern as an automaton. States reachable without reading are listed with their state. */
export interface Machine<T> {
  readonly start: readonly number[];
  readonly ways: (at: number) => readonly Way<T>[];
}

export interface Way<T> {
  readonly over: T;
  readonly to: readonly number[];
}

export interface Including<Outer, Inner> {
  readonly outer: Machine<Outer>;
  readonly inner: Machine<Inner>;
  /** Every letter or name that the inner step reads is one that the outer step reads. */
  readonly step: (outer: Outer, inner: Inner) => boolean;
  /** The condition for the inner machine in this state and the outer one in one of those states. */
  readonly holds: (inner: number, outer: readonly number[]) => boolean;
  /** Nothing after this needs to be checked. */
  readonly done?: (outer: readonly number[]) => boolean;
}

/** Beyond this number of state pairs nothing is claimed. */
const mostPairs = 4000;

/**
 * Walks both machines at once. The outer one keeps every state that it certainly reaches, whatever the inner one reads, so true
 * is a proof; false may only mean that this method is too weak.
 */
export function includes<Outer, Inner>(options: Including<Outer, Inner>): boolean {
  const { outer, inner, step, holds, done } = options;
  const seen = new Set<string>();
  const open: (readonly [number, readonly number[]])[] = inner.start.map((at) => [at, outer.start]);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [at, places] = next;
    const key = `${at}:${places.join(',')}`;
    if (seen.has(key)) continue;
    seen.add(key);
    if (seen.size > mostPairs) return false;
    if (places.length === 0 || !holds(at, places)) return false;
    if (done?.(places) === true) continue;
    for (const { over, to } of inner.ways(at)) {
      const reached = new Set<number>();
      for (const place of places) {
        for (const way of outer.ways(place)) {
          if (step(way.over, over)) for (const target of way.to) reached.add(target);
        }
      }
      const sorted = [...reached].toSorted((a, b) => a - b);
      for (const target of to) open.push([target, sorted]);
    }
  }
  return true;
}
