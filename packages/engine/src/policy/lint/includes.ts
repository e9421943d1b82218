/** How much a rule is taken to speak of: what it proves, or what it suspects. */
export type Reach =
  /** Whatever the inner one proves, the outer one proves: allow and allow. */
  | 'covers'
  /** Whatever the inner one proves, the outer one surely touches: allow under a deny or an ask. */
  | 'stops'
  /** Whatever the inner one suspects, the outer one suspects at least as surely: deny and ask. */
  | 'touches';

/** A pattern as positions with ways on. Positions that are reached without reading anything are listed with them. */
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
  /** Every letter or name of the inner step is one of the outer step. */
  readonly step: (outer: Outer, inner: Inner) => boolean;
  /** What must be true where the inner machine is here and the outer one in one of those places. */
  readonly holds: (inner: number, outer: readonly number[]) => boolean;
  /** Nothing that follows needs to be looked at. */
  readonly done?: (outer: readonly number[]) => boolean;
}

/** More pairs of places than this are not looked at: nothing is then claimed. */
const mostPairs = 4000;

/**
 * Walks both machines at once. The outer one keeps every place that it surely reaches, whatever the inner one reads,
 * so an approval is a proof; a denial may only mean that this way of proving is too weak.
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
