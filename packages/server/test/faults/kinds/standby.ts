import { setTimeout as wait } from 'node:timers/promises';
import { soon } from '../soon.ts';
import type { Stage } from '../stage.ts';

/** Of two standbys one is gone: nobody notices. */
export async function standbyGone(stage: Stage): Promise<void> {
  const { cluster, seen, random } = stage;
  const gone = cluster.standbys[random() < 0.5 ? 0 : 1];
  await gone?.crash();
  await goesOn(stage, 'with one of two standbys');
  for (const status of await readiness(stage))
    if (status !== 200) seen.wrong.push(`a server with one of two standbys is not ready: ${status}`);
  await wait(random() * 1000);
  await gone?.start();
}

/** Both are gone: nothing is acknowledged, and servers say that they are not ready. */
export async function standbysGone(stage: Stage): Promise<void> {
  const { cluster, seen, random } = stage;
  await Promise.all(cluster.standbys.map((each) => each.crash()));
  try {
    if (!(await soon(async () => (await readiness(stage)).every((status) => status === 503))))
      seen.wrong.push('servers without a standby say that they are ready');
    // What a standby had before it went may still be on its way to an agent.
    await wait(500);
    const before = new Map(seen.acknowledged);
    await wait(500 + random() * 1000);
    for (const [agent, seq] of seen.acknowledged)
      if (seq !== before.get(agent)) seen.wrong.push(`${agent}: ${seq} was acknowledged without a standby`);
  } finally {
    await Promise.all(cluster.standbys.map((each) => each.start()));
  }
  await goesOn(stage, 'when standbys are back');
}

/** The primary is lost with its disk, at times after one standby or both: what was acknowledged is on the other one. */
export async function failover(stage: Stage): Promise<void> {
  const { cluster, random } = stage;
  const [first, second] = random() < 0.5 ? cluster.standbys : cluster.standbys.toReversed();
  const chance = random();
  if (chance < 0.7) {
    await first?.crash();
    await wait(random() * 500);
  }
  if (chance < 0.4) {
    await second?.crash();
    await wait(300 + random() * 500);
  }
  await cluster.failOver();
  await goesOn(stage, 'after a fail-over');
}

async function goesOn({ real, seen }: Stage, when: string): Promise<void> {
  const { shipped } = real.seen;
  if (!(await soon(() => real.seen.shipped > shipped)))
    seen.wrong.push(`an agent sends nothing ${when}: ${real.seen.trouble}`);
}

async function readiness({ servers }: Stage): Promise<readonly number[]> {
  return await Promise.all(
    servers.map(async (server) => {
      const reply = await fetch(`${server.url()}/readyz`, { signal: AbortSignal.timeout(15_000) });
      return reply.status;
    }),
  );
}
