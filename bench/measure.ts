/** Times several contestants in one run, turn by turn, so that a noisy machine disturbs all alike. */
export interface Contestant {
  readonly name: string;
  /** One round of work; the same number of operations for every contestant. */
  readonly round: () => void;
  readonly operations: number;
}

export interface Timing {
  readonly name: string;
  /** Microseconds for one operation: the median over the rounds. */
  readonly median: number;
}

export function measure(contestants: readonly Contestant[], rounds: number): readonly Timing[] {
  const samples = contestants.map((): number[] => []);
  for (let round = -3; round < rounds; round++) {
    for (const [at, { round: work, operations }] of contestants.entries()) {
      const start = process.hrtime.bigint();
      work();
      const spent = Number(process.hrtime.bigint() - start) / 1000 / operations;
      // The first rounds warm the engine up.
      if (round >= 0) samples[at]?.push(spent);
    }
  }
  return contestants.map(({ name }, at) => ({ name, median: quantile(samples[at] ?? [], 0.5) }));
}

export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}

export function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
