import { setTimeout as wait } from 'node:timers/promises';
import { inspect } from '../../harness.ts';
import { answer, put, reply, use } from './clock.ts';
import { soon } from '../soon.ts';
import type { Stage } from '../stage.ts';

const anHour = 60 * 60_000;

/**
 * The database is away for an hour: agents and servers see it pass by their clocks; in the database, whose clock nobody
 * can set, everything open becomes an hour older before a server can look at it.
 */
export async function databaseAway(stage: Stage): Promise<void> {
  const { cluster, servers, networks, real, seen, random } = stage;
  const [server] = servers;
  if (server === undefined) return;
  const unanswered = await put(stage, server);
  const unused = await put(stage, server);
  if (unused !== undefined) await reply(() => answer(stage, server, unused.id));
  const { decided } = real.seen;
  await cluster.crash();
  for (const each of servers) each.setClock(anHour);
  stage.setAgentClock(anHour);
  try {
    await wait(500 + random() * 1000);
    if (!(await soon(() => real.seen.decided > decided)))
      seen.wrong.push('an agent stopped deciding because the database is away');
  } finally {
    for (const each of servers) each.setClock(0);
    stage.setAgentClock(0);
  }
  networks.database.set({ is: 'hole' });
  await cluster.start();
  await makeOlder(stage);
  networks.database.set({ is: 'clear' });
  for (const each of [unanswered, unused]) {
    if (each === undefined) continue;
    const late = await reply(() => answer(stage, server, each.id));
    const used = await reply(() => use(stage, server, each));
    if (late.status === 200 || used.status === 200)
      seen.wrong.push('an approval was honoured an hour after it had been asked for');
  }
  const { shipped } = real.seen;
  if (!(await soon(() => real.seen.shipped > shipped)))
    seen.wrong.push(`an agent sends nothing more after an hour: ${real.seen.trouble}`);
}

async function makeOlder({ cluster, seen }: Stage): Promise<void> {
  await inspect(
    cluster.url,
    `update votes set at = at - interval '1 hour'
     where approval in (select id from approvals where state in ('pending', 'approved'))`,
  );
  const over = await inspect<{ id: string; state: 'pending' | 'approved' }>(
    cluster.url,
    `with older as (
       update approvals set asked_at = asked_at - interval '1 hour', expires_at = expires_at - interval '1 hour',
         escalate_at = escalate_at - interval '1 hour', due_at = due_at - interval '1 hour', use_before = use_before - interval '1 hour'
       where state in ('pending', 'approved')
       returning id, state, case state when 'pending' then expires_at else use_before end as over_at
     )
     select id, state from older where over_at < clock_timestamp()`,
  );
  for (const { id, state } of over) seen.overdue.set(id, state);
}
