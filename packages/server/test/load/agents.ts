import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { operator } from '../../src/identity/operator.ts';
import { secretFrom } from '../../src/settings.ts';
import { setup as build } from '../../../permesso/test/build-before-tests.ts';
import { countDifferences } from '../count-differences.ts';
import { createTeam, createTestDatabase, inspect } from '../harness.ts';
import { sendByTurns } from './send-by-turns.ts';
import { secret, startServer, type ServerProcess } from './server-process.ts';
import { simulateAgents } from './simulated-agents.ts';
import { readOptions } from '../script-options.ts';

/**
 * Many agents that each send an entry now and then, and a server that is killed for a while: what was made meanwhile
 * comes at once when it is back. Agents have keys, chains and signatures of their own; they have no process, share a few
 * connections, and do not poll.
 */
const values = readOptions({
  name: 'npm run tools -- load:agents',
  says: 'Many agents that each send an entry now and then, and a server that is killed for a while. Says whether all entries are stored once, when the backlog was gone, and how much memory the server had.',
  options: {
    agents: { type: 'string', default: '100000', says: 'how many' },
    'every-seconds': { type: 'string', default: '300', says: 'how often each agent writes an entry' },
    seconds: { type: 'string', default: '600', says: 'how long they write' },
    'away-seconds': { type: 'string', default: '60', says: 'how long the server is away, in the middle' },
    connections: { type: 'string', default: '200', says: 'that all agents share' },
  },
  example: ['--agents 10000 --seconds 60 --away-seconds 10', 'a tenth of them, for a minute'],
  exits: { 1: 'an entry is missing, is there twice, or is counted wrongly' },
});
const seconds = Number(values.seconds);
const away = Number(values['away-seconds']);

await build();
const made = await createTestDatabase();
/** Last opened, first closed. */
const closing: (() => unknown)[] = [made.drop];
try {
  const { url } = made;
  await migrate(url);
  const own = openDatabase({ url, connections: 4 });
  closing.push(own.close);
  let server: ServerProcess | undefined = await startServer(url);
  closing.push(() => server?.stop());
  const at = server.url;
  const team = await createTeam(
    { url: at, operator: operator({ database: own, secret: secretFrom(secret) }) },
    'fleet',
  );
  const agents = await simulateAgents({ url, team, count: Number(values.agents) });
  await inspect(url, 'analyze agents');
  const sending = sendByTurns({
    url: at,
    agents,
    everyMs: Number(values['every-seconds']) * 1000,
    connections: Number(values.connections),
  });
  const began = performance.now();
  const seen: { second: number; memory: number; sent: number; waiting: number }[] = [];
  let backAt: number | undefined;
  let levelledAt: number | undefined;
  const second = (): number => Math.round((performance.now() - began) / 1000);
  for (let next = 5; second() < seconds; next += 5) {
    if (server !== undefined && backAt === undefined && second() >= seconds / 2) {
      server.kill();
      await server.ended;
      server = undefined;
    }
    if (server === undefined && second() >= seconds / 2 + away) {
      server = await startServer(url, { env: { PERMESSO_PORT: new URL(at).port } });
      backAt = second();
    }
    await wait(Math.max(0, began + next * 1000 - performance.now()));
    const { sent, waiting } = sending.counts();
    if (backAt !== undefined && levelledAt === undefined && waiting < Number(values.connections))
      levelledAt = second();
    seen.push({ second: second(), memory: server?.memory() ?? 0, sent, waiting });
    process.stderr.write(`${JSON.stringify(seen.at(-1))}\n`);
  }
  const counts = await sending.finish();
  const [stored] = await inspect<Record<string, number>>(
    url,
    `select (select count(*) from events)::int as rows, (select count(*) from (select distinct agent, seq from events) as e)::int as distinct,
       (select coalesce(sum(seq), 0) from agent_heads)::int as heads`,
  );
  const differences = await countDifferences(url);
  const report = {
    load: loadavg().map((value) => Math.round(value * 10) / 10),
    agents: agents.ids.length,
    seconds,
    awaySeconds: away,
    ...counts,
    levelledAfterSeconds: backAt === undefined || levelledAt === undefined ? null : levelledAt - backAt,
    memory: seen.filter(({ memory }) => memory > 0).map(({ memory }) => memory),
    mostWaiting: Math.max(...seen.map(({ waiting }) => waiting)),
    stored,
    differences,
  };
  process.stdout.write(`${JSON.stringify(report)}\n`);
  const isWhole =
    stored?.['rows'] === counts.made && stored['distinct'] === counts.made && stored['heads'] === counts.made;
  process.exitCode = isWhole && differences.length === 0 ? 0 : 1;
} finally {
  for (const close of closing.toReversed()) await close();
}
