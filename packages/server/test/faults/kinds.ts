import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { databaseAway } from './kinds/away.ts';
import { failover, standbyGone, standbysGone } from './kinds/standby.ts';
import { clockRound, agentClockRound } from './kinds/clock.ts';
import type { Weather } from './proxy.ts';
import { soon } from './soon.ts';
import type { Stage } from './stage.ts';

/** One kind of fault: does it for a moment, and leaves everything as it found it. */
export type Kind = (stage: Stage) => Promise<void>;

export const kinds: Readonly<Record<string, Kind>> = {
  'server-killed': async ({ servers, random }) => {
    await servers[random() < 0.5 ? 0 : 1]?.killAndStart();
  },
  'database-killed': async ({ cluster }) => {
    await cluster.crash();
    await cluster.start();
  },
  'database-power': powerCut,
  'database-away': databaseAway,
  'agent-killed': ({ real }) => real.kill(),
  'clients-cut': (stage) => weather(stage, 'clients', cutting(stage)),
  'database-cut': (stage) => weather(stage, 'database', cutting(stage)),
  'clients-slow': (stage) => weather(stage, 'clients', slowing(stage)),
  'database-slow': (stage) => weather(stage, 'database', slowing(stage)),
  'clients-silent': (stage) => weather(stage, 'clients', { is: 'hole' }),
  'database-silent': (stage) => weather(stage, 'database', { is: 'hole' }),
  'database-busy': noConnectionsLeft,
  'database-full': databaseFull,
  'server-clock': clockRound,
  'agent-clock': agentClockRound,
  'disk-full': diskFull,
  'standby-gone': standbyGone,
  'standbys-gone': standbysGone,
  failover,
};

/** Kinds that need standbys, without which all others run faster. */
export function needsStandbys(kind: string): boolean {
  return kind.startsWith('standby') || kind === 'failover';
}

/** `kill -9` leaves everything that was written in the kernel's memory; this does not. */
async function powerCut({ cluster }: Stage): Promise<void> {
  const { power } = cluster;
  for (const disk of power) disk.cut();
  await cluster.crash();
  for (const disk of power) await disk.restore();
  await cluster.start();
}

async function weather(
  { networks, random }: Stage,
  side: 'clients' | 'database',
  made: Weather,
): Promise<void> {
  networks[side].set(made);
  await wait(300 + random() * 1500);
  networks[side].set({ is: 'clear' });
}

/** In a request, in a reply, or before the first byte of a reply: then it has happened and nobody was told. */
function cutting({ random }: Stage): Weather {
  if (random() < 0.3) return { is: 'cut', in: 'request', after: () => Math.floor(random() * 1500) };
  return { is: 'cut', in: 'reply', after: () => (random() < 0.4 ? 0 : Math.floor(random() * 400)) };
}

function slowing({ random }: Stage): Weather {
  return random() < 0.5
    ? { is: 'slow', ms: () => random() * 300 }
    : { is: 'trickle', bytes: () => 1 + Math.floor(random() * 40) };
}

/** Somebody else takes every connection that PostgreSQL has to give, and the servers lose theirs. */
async function noConnectionsLeft({ cluster, random }: Stage): Promise<void> {
  const taken: pg.Client[] = [];
  try {
    for (let isFull = false; !isFull && taken.length < 200;) isFull = await takeOne(cluster.url, taken);
    await taken[0]?.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'permesso%' and pid <> pg_backend_pid()",
    );
    // What was freed by that goes as well.
    for (let isFull = false; !isFull && taken.length < 200;) isFull = await takeOne(cluster.url, taken);
    await wait(300 + random() * 1000);
  } finally {
    await Promise.all(taken.map((client) => client.end()));
  }
}

async function takeOne(url: string, taken: pg.Client[]): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    taken.push(client);
    return false;
  } catch {
    return true;
  }
}

/** No table can grow: what cannot be stored is not acknowledged. */
async function databaseFull({ cluster, random }: Stage): Promise<void> {
  const { tablesDisk } = cluster;
  tablesDisk?.fill(0);
  await wait(300 + random() * 1500);
  tablesDisk?.free(0);
}

/** The disk of an agent is full: it goes on deciding, says that it cannot write, and writes all of it afterwards. */
async function diskFull({ disk, real, seen, random }: Stage): Promise<void> {
  const before = { ...real.seen, recorded: real.seen.recorded.size };
  disk.fill(real.pid());
  try {
    if (!(await soon(() => real.seen.failed > before.failed)))
      seen.wrong.push('an agent did not say that its disk is full');
    const decided = real.seen.decided;
    await wait(300 + random() * 700);
    if (!(await soon(() => real.seen.decided > decided)))
      seen.wrong.push('an agent stopped deciding because its disk is full');
  } finally {
    disk.free(real.pid());
  }
  const recorded = real.seen.recorded.size;
  if (!(await soon(() => real.seen.recorded.size > recorded)))
    seen.wrong.push('an agent did not go on writing when there was room again');
}
