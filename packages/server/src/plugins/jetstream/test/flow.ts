import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { countDifferences } from '../../../../test/count-differences.ts';
import { inspect } from '../../../../test/harness.ts';
import { until } from './nats-cluster.ts';
import type { SendingAgent } from './sending-agent.ts';

/** Holds every shard while storing is paused. */
export const pausedBy = randomUUID();
/** Milliseconds between an agent's retries while its server is down. */
const pauseMs = 100;

/** Each agent polls until everything that it wrote is stored; then the record must hold each entry once. */
export async function expectAllStored(
  agents: readonly SendingAgent[],
  { url, databaseUrl }: { readonly url: string; readonly databaseUrl: string },
): Promise<void> {
  for (const agent of agents)
    await until(async () => {
      const { seq } = await agent.send(url).catch(() => ({ seq: -1 }));
      return seq === agent.written();
    });
  await expectRecorded(agents, databaseUrl);
}

export async function expectRecorded(agents: readonly SendingAgent[], databaseUrl: string): Promise<void> {
  const rows = await inspect<{
    agent: string;
    count: number;
    distinct: number;
    head: number;
    batches: number;
  }>(
    databaseUrl,
    `select h.agent, h.seq::int as head, (select sum(last_seq - first_seq + 1) from batches b where b.agent = h.agent)::int as batches,
       count(e.seq)::int as count, count(distinct e.seq)::int as "distinct"
     from agent_heads h left join events e on e.agent = h.agent group by h.agent, h.seq`,
  );
  const found = new Map(rows.map(({ agent, ...counts }) => [agent, counts]));
  for (const { id, written } of agents) {
    const all = written();
    if (all === 0) continue;
    expect(found.get(id)).toEqual({ head: all, batches: all, count: all, distinct: all });
  }
  expect(await countDifferences(databaseUrl)).toEqual([]);
  expect(await inspect(databaseUrl, 'select what from findings')).toEqual([]);
}

export async function sendThreeTimes(agents: readonly SendingAgent[]): Promise<void> {
  for (let round = 0; round < 3; round++) {
    for (const agent of agents) agent.write(1 + round * 5);
    await Promise.all(agents.map((agent) => agent.send().catch(() => undefined)));
  }
}

export interface Sending {
  readonly rounds: (count: number) => Promise<void>;
  readonly end: () => Promise<void>;
}

/** Agents that write and send continuously, whatever the server answers, with the addresses assigned in turn. */
export function startSending(agents: readonly SendingAgent[], urls: readonly string[]): Sending {
  const ending = new AbortController();
  let done = 0;
  const loops = agents.map(async (agent, at) => {
    while (!ending.signal.aborted) {
      agent.write(5);
      await agent.send(urls[at % urls.length]).catch(() => wait(pauseMs));
      done += 1;
    }
  });
  return {
    rounds: async (count) => {
      const wanted = done + count * agents.length;
      await until(() => done >= wanted);
    },
    end: async () => {
      ending.abort();
      await Promise.all(loops);
    },
  };
}

/** As if another server held every shard. */
export async function pauseStoringIn(databaseUrl: string): Promise<void> {
  await inspect(
    databaseUrl,
    `update jetstream_positions set holder = '${pausedBy}', held_until = now() + interval '1 hour'`,
  );
}

export async function resumeStoringIn(databaseUrl: string): Promise<void> {
  await inspect(databaseUrl, `update jetstream_positions set holder = null where holder = '${pausedBy}'`);
}

export async function entriesIn(databaseUrl: string): Promise<number> {
  const [row] = await inspect<{ count: number }>(databaseUrl, 'select count(*)::int as count from events');
  return row?.count ?? 0;
}
