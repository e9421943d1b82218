import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';

/** Asks for one thing. Callers at the same time are served by the same exchange with the database. */
export type Batcher<I, R> = (key: string, item: I) => Promise<R>;

export interface BatcherOptions<I, R> {
  /** Does all of it or nothing, and gives one result for each item, in their order. */
  readonly work: (key: string, items: readonly I[]) => Promise<readonly R[]>;
  /** At most so many in one group; 100 when absent. */
  readonly mostTogether?: number;
  /** How large an item is: a large one must not hold up small ones. Without it all are alike. */
  readonly weigh?: (item: I) => number;
  /** A group is closed before it becomes heavier than this; a single item may be. */
  readonly mostWeight?: number;
}

interface WaitingItem<I, R> {
  readonly item: I;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
}

interface BatchQueue<I, R> {
  waiting: WaitingItem<I, R>[];
  running: number;
}

/** Two, so that one is read here while the database writes the other. */
const mostRunning = 2;

/**
 * Nobody waits for company: what comes while the database is idle goes at once, and what comes while it is busy goes
 * together as soon as it is not. Each begins after it was asked for, so it sees everything that was so by then.
 */
export function createBatcher<I, R>({
  work,
  mostTogether = 100,
  weigh = () => 0,
  mostWeight = Infinity,
}: BatcherOptions<I, R>): Batcher<I, R> {
  const lines = new Map<string, BatchQueue<I, R>>();

  async function serve(key: string, group: readonly WaitingItem<I, R>[]): Promise<void> {
    try {
      const results = await work(
        key,
        group.map(({ item }) => item),
      );
      if (results.length !== group.length) throw new Error('not everybody who asked got a result');
      for (const [at, { resolve }] of group.entries()) resolve(results[at] as R);
    } catch (error) {
      if (group.length > 1 && isUndone(error)) {
        // Half of them, and half of those: one bad item among a hundred costs a few more turns, not a hundred.
        const half = Math.ceil(group.length / 2);
        await Promise.all([serve(key, group.slice(0, half)), serve(key, group.slice(half))]);
      } else for (const { reject } of group) reject(error);
    }
  }

  function nextGroup({ waiting }: BatchQueue<I, R>): readonly WaitingItem<I, R>[] {
    let count = 0;
    let weight = 0;
    for (const { item } of waiting.slice(0, mostTogether)) {
      weight += weigh(item);
      if (count > 0 && weight > mostWeight) break;
      count += 1;
    }
    return waiting.splice(0, count);
  }

  async function run(key: string, line: BatchQueue<I, R>): Promise<void> {
    line.running += 1;
    // What arrived in the same moment is read first.
    await nextTurn();
    while (line.waiting.length > 0) await serve(key, nextGroup(line));
    line.running -= 1;
    if (line.running === 0) lines.delete(key);
  }

  return (key, item) => {
    const { promise, resolve, reject } = Promise.withResolvers<R>();
    const line = lines.get(key) ?? { waiting: [], running: 0 };
    lines.set(key, line);
    line.waiting.push({ item, resolve, reject });
    if (line.running < mostRunning) void run(key, line);
    return promise;
  };
}

/** No room, no memory, no connection: every item would meet the same. */
const outOfResources = /^5[38]/;

/** One bad item must not fail the others; but what may have been done must not be done again. */
export function isUndone(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.severity === 'ERROR' && !outOfResources.test(error.code ?? '')
  );
}
