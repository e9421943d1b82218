import { parseArgs } from 'node:util';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { operator } from '../../src/identity/operator.ts';
import { secretFrom } from '../../src/settings.ts';
import { randomSource } from '../attack/fuzz-requests.ts';
import { createTeam, enrol } from '../harness.ts';
import { secret, startServer, type ServerProcess } from '../load/server-process.ts';
import { check } from './check.ts';
import { asking, newSeen, shipping, type ClientOptions } from './clients.ts';
import { createCluster } from './cluster.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, seed: { type: 'string', default: '1' } },
});
const rounds = Number(values.rounds);
const random = randomSource(Number(values.seed));

let restarts = 0;

/** As something that watches over it would: a start that fails is tried again. */
async function supervised(): Promise<ServerProcess> {
  for (let tries = 1; ; tries++) {
    try {
      return await startServer(cluster.url);
    } catch (error) {
      if (tries === 5) throw error;
      restarts += 1;
      process.stderr.write(`${String(error)}\n`);
      await wait(500);
    }
  }
}

const cluster = await createCluster();
const servers: ServerProcess[] = [];
try {
  await migrate(cluster.url);
  servers.push(await startServer(cluster.url), await startServer(cluster.url));
  const own = openDatabase({ url: cluster.url, connections: 2 });
  const url = servers[0]?.url ?? '';
  const team = await createTeam(
    { url, operator: operator({ database: own, secret: secretFrom(secret) }) },
    'faulty',
    {
      second: ['approver'],
    },
  );
  await own.close();
  const agents = [];
  for (let made = 0; made < 4; made++) agents.push(await enrol({ url }, team.enrolment));
  const seen = newSeen();
  let isOver = false;
  const options: ClientOptions = {
    seen,
    over: () => isOver,
    random,
    url: () => servers[Math.floor(random() * servers.length)]?.url ?? url,
  };
  const tokens = [team.token('approver'), team.token('second')];
  const clients = Promise.all([
    ...agents.slice(0, 2).map((agent) => shipping(agent, options)),
    ...agents.slice(2).map((agent) => asking(agent, tokens, options)),
  ]);
  const faults: Record<string, number> = { 'server killed': 0, 'PostgreSQL killed': 0 };
  for (let round = 0; round < rounds; round++) {
    await wait(200 + random() * 800);
    if (random() < 0.3) {
      await cluster.crash();
      await cluster.start();
      faults['PostgreSQL killed'] = (faults['PostgreSQL killed'] ?? 0) + 1;
    } else {
      const which = Math.floor(random() * servers.length);
      servers[which]?.kill();
      servers[which] = await supervised();
      faults['server killed'] = (faults['server killed'] ?? 0) + 1;
    }
  }
  await wait(3000);
  isOver = true;
  await clients;
  const found = await check(cluster.url, seen);
  process.stdout.write(
    `${JSON.stringify({ rounds, faults, restarts, requests: seen.requests, failed: seen.failures, ...found }, undefined, 2)}\n`,
  );
  process.exitCode = found.wrong.length === 0 ? 0 : 1;
} finally {
  await Promise.all(servers.map((server) => server.stop()));
  await cluster.remove();
}
