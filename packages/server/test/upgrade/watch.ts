import { setTimeout as wait } from 'node:timers/promises';
import { emptyTail, type Tail } from '@permesso/protocol/entry/chain';
import { inspect, type Team, type TestAgent } from '../harness.ts';
import { makeLines } from '../lines.ts';
import { publish } from '../publish.ts';
import type { ClientOptions } from '../faults/clients.ts';

/** A time in which an agent that sends an entry every few milliseconds got nothing acknowledged. */
export interface Outage {
  /** Of `performance.now()`. */
  readonly from: number;
  ms: number;
  failed: number;
  /** What it was answered, each once; 0 is no answer at all. */
  readonly statuses: Set<number>;
}

/** One entry after the other, each until it is acknowledged. */
export async function watching(
  agent: TestAgent,
  { url, over, seen }: ClientOptions,
): Promise<readonly Outage[]> {
  const outages: Outage[] = [];
  let current: Outage | undefined;
  let tail: Tail = emptyTail;
  while (!over()) {
    const began = performance.now();
    const made = makeLines(1, tail);
    const bytes = Buffer.from(made.lines.join(''));
    const status = await agent.askAt(url(), 'POST /v1/agent/entries', { bytes }).then(
      (found) => found.status,
      () => 0,
    );
    seen.requests += 1;
    if (status === 200) {
      tail = made.tail;
      seen.acknowledged.set(agent.id, tail.seq);
      if (current !== undefined) current.ms = Math.round(performance.now() - current.from);
      current = undefined;
    } else {
      if (current === undefined)
        outages.push((current = { from: began, ms: 0, failed: 0, statuses: new Set() }));
      current.failed += 1;
      current.statuses.add(status);
      seen.failures += 1;
    }
    await wait(10);
  }
  if (current !== undefined) seen.wrong.push('an agent could send nothing at the end');
  return outages;
}

/** A new policy now and then; how many were published. Its serial never goes back. */
export async function publishing(
  team: Team,
  { url, over, seen, databaseUrl }: ClientOptions,
): Promise<number> {
  let published = 0;
  let highest = 0;
  for (let round = 0; !over(); round++) {
    const text = `deny: ['Bash(rm ${round}:*)']\ntests: [{ call: Bash(rm ${round} x), expect: deny }]\n`;
    try {
      await publish({ url: url() }, team, { text });
      published += 1;
    } catch {
      // Between two servers: the next round publishes.
      seen.failures += 1;
    }
    const [row] = await inspect<{ serial: string }>(
      databaseUrl(),
      'select max(serial) as serial from channels',
    );
    const serial = Number(row?.serial ?? 0);
    if (serial < highest) seen.wrong.push(`the serial of the policy went back from ${highest} to ${serial}`);
    highest = Math.max(highest, serial);
    await wait(500);
  }
  return published;
}
