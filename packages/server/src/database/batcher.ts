import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';

/** Requests one item. Concurrent callers share one exchange with the database. */
export type Batcher<I, R> = (key: string, item: I) => Promise<R>;

export interface BatcherOptions<I, R> {
  /** Does all of it or nothing, and returns one result per item, in order. */
  readonly work: (key: string, items: readonly I[]) => Promise<readonly R[]>;
  /** The largest group; 100 when absent. */
  readonly mostTogether?: number;
  /** The weight of an item: a large one must not delay small ones. Without it all are equal. */
  readonly weigh?: (item: I) => number;
  /** The maximum weight of a group; a single item may exceed it. */
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

/** Two, so that one is parsed here while the database writes the other. */
const mostRunning = 2;

/**
 * No waiting for company: an item that arrives while the database is idle is sent at once, and items that arrive
 * while it is busy are sent together as soon as it is free. Each group starts after its items were requested, so it
 * sees everything committed by then.
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
        // Bisects: one bad item among a hundred costs a few more rounds, not a hundred.
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
    // Items that arrived in the same tick join first.
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

/** Out of disk, memory or connections: every item would fail the same way. */
const outOfResources = /^5[38]/;

/** One bad item must not fail the others; but anything that may have been committed must not be repeated. */
export function isUndone(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.severity === 'ERROR' && !outOfResources.test(error.code ?? '')
  );
}
