export interface Rate {
  readonly done: number;
  readonly perSecond: number;
  readonly ms: Percentiles;
}

export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** One step of one lane: how much it did; nothing when the lane has no more to do. */
export type Step = (lane: number) => Promise<number | undefined>;

/** Runs lanes until the time is over or they have nothing left; says how much in a second, and how long each step took. */
export async function rate(
  step: Step,
  { lanes, seconds }: { readonly lanes: number; readonly seconds: number },
): Promise<Rate> {
  const took: number[] = [];
  let done = 0;
  const began = performance.now();
  const end = began + seconds * 1000;
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      while (performance.now() < end) {
        const start = performance.now();
        const more = await step(lane);
        if (more === undefined) return;
        done += more;
        took.push(performance.now() - start);
      }
    }),
  );
  const perSecond = Math.round((done / (performance.now() - began)) * 1000);
  return { done, perSecond, ms: percentiles(took) };
}

function percentiles(took: readonly number[]): Percentiles {
  const sorted = took.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** The one in the middle, whole: its rate and its times belong together. */
export function middle<T extends { readonly perSecond: number }>(rounds: readonly T[]): T {
  const sorted = rounds.toSorted((a, b) => a.perSecond - b.perSecond);
  const found = sorted[Math.floor(sorted.length / 2)];
  if (found === undefined) throw new Error('nothing was measured');
  return found;
}
