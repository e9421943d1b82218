import { setTimeout as wait } from 'node:timers/promises';
import { openRaw, type RawConnection } from './raw-request.ts';
import type { SimulatedAgents } from './simulated-agents.ts';

export interface TurnCounts {
  /** Entries that agents wrote, and those that the server said are stored. */
  readonly made: number;
  readonly sent: number;
  /** Requests without an answer, and those that were refused for now. */
  readonly unanswered: number;
  readonly refused: number;
  /** Agents that have something to send. */
  readonly waiting: number;
  readonly p50: number;
  readonly p99: number;
}

export interface SendByTurns {
  readonly counts: () => Pick<TurnCounts, 'sent' | 'waiting'>;
  /** No more entries; resolves when all of them are stored. */
  readonly finish: () => Promise<TurnCounts>;
}

export interface SendByTurnsOptions {
  readonly url: string;
  readonly agents: SimulatedAgents;
  /** Each agent writes one entry in this time, one agent after the other. */
  readonly everyMs: number;
  readonly connections: number;
}

/** Every agent keeps what it wrote until the server says that it is stored, and sends all of it when it is its turn. */
export function sendByTurns({ url, agents, everyMs, connections }: SendByTurnsOptions): SendByTurns {
  const unsent = new Map<number, { lines: Buffer; entries: number }>();
  const queue: number[] = [];
  const took: number[] = [];
  const count = { made: 0, sent: 0, unanswered: 0, refused: 0 };
  const over = new AbortController();

  function write(lane: number): void {
    const kept = unsent.get(lane);
    const lines = agents.nextEntries(lane);
    if (kept === undefined) queue.push(lane);
    unsent.set(lane, {
      lines: kept === undefined ? lines : Buffer.concat([kept.lines, lines]),
      entries: (kept?.entries ?? 0) + 1,
    });
    count.made += 1;
  }

  const writing = (async () => {
    const began = performance.now();
    for (let written = 0; !over.signal.aborted;) {
      const due = Math.floor(((performance.now() - began) / everyMs) * agents.ids.length);
      for (; written < due; written++) write(written % agents.ids.length);
      await wait(20);
    }
  })();

  async function sendOne(connection: RawConnection, lane: number): Promise<boolean> {
    const batch = unsent.get(lane);
    if (batch === undefined) return true;
    const start = performance.now();
    const { status, body } = await connection.send(agents.signedLines(lane, batch.lines));
    took.push(performance.now() - start);
    if (status === 429 || status === 503) {
      count.refused += 1;
      queue.push(lane);
      return false;
    }
    if (status !== 200) throw new Error(`${status} instead of 200: ${body}`);
    count.sent += batch.entries;
    const now = unsent.get(lane);
    // It wrote more meanwhile.
    if (now !== undefined && now !== batch) {
      unsent.set(lane, {
        lines: now.lines.subarray(batch.lines.length),
        entries: now.entries - batch.entries,
      });
      queue.push(lane);
    } else unsent.delete(lane);
    return true;
  }

  const sending = Array.from({ length: connections }, async () => {
    let connection: RawConnection | undefined;
    while (!over.signal.aborted || unsent.size > 0) {
      const lane = queue.shift();
      if (lane === undefined) {
        await wait(20);
        continue;
      }
      try {
        connection ??= await openRaw(url);
        if (!(await sendOne(connection, lane))) await wait(1000);
      } catch (error) {
        if (!(error instanceof Error) || /instead of 200/.test(error.message)) throw error;
        count.unanswered += 1;
        connection = undefined;
        queue.push(lane);
        await wait(500);
      }
    }
    connection?.close();
  });

  return {
    counts: () => ({ sent: count.sent, waiting: unsent.size }),
    finish: async () => {
      over.abort();
      await Promise.all([writing, ...sending]);
      const sorted = took.toSorted((a, b) => a - b);
      const at = (share: number): number => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
      return { ...count, waiting: unsent.size, p50: at(0.5), p99: at(0.99) };
    },
  };
}
