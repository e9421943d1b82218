/** A figure of a bench and what it may be. */
export interface Limit {
  readonly what: string;
  readonly is: number;
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** The limits that a bench did not keep, each as a sentence. */
export function missed(limits: readonly Limit[]): readonly string[] {
  return limits.flatMap(({ what, is, atMost = Infinity, atLeast = -Infinity }) => {
    if (is > atMost) return [`${what} is ${is}, at most ${atMost} is allowed`];
    if (is < atLeast) return [`${what} is ${is}, at least ${atLeast} is wanted`];
    return [];
  });
}
