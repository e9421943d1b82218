import type { Database } from './database.ts';

/** One clock for all servers of a database: the database's own, which approvals use as well. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Reads the database's clock again. */
  readonly look: () => Promise<void>;
}

/** A slower reply says too little about when the clock was read. */
const slowest = 2000;

/**
 * Between two reads this process counts with a monotonic clock: the machine's own may be wrong by hours, or be set
 * while the server runs.
 */
export async function followClock(
  { system }: Pick<Database, 'system'>,
  steady: () => number = () => performance.now(),
): Promise<Clock> {
  let ahead: number | undefined;
  async function look(): Promise<void> {
    const before = steady();
    const { rows } = await system.query({
      name: 'clock',
      text: 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as at',
      values: [],
    });
    const after = steady();
    if (ahead !== undefined && after - before > slowest) return;
    ahead = Number(rows[0]?.['at']) - (before + after) / 2;
  }
  await look();
  return { now: () => steady() + (ahead ?? 0), look };
}
