import { loadavg } from 'node:os';
import { openDatabase } from '../../src/database/database.ts';
import { operator } from '../../src/identity/operator.ts';
import { secretFrom } from '../../src/settings.ts';
import { setup as build } from '../../../permesso/test/build-before-tests.ts';
import { createCluster } from '../faults/cluster.ts';
import { createStandby, setSynchronous } from '../faults/standby.ts';
import { createTeam } from '../harness.ts';
import { openBare } from './bare.ts';
import { openFleet } from './fleet.ts';
import { middle, type Rate } from './rate.ts';
import { secret, startServer } from './server-process.ts';
import { readOptions } from '../script-options.ts';

/**
 * What waiting for one of two standbys costs: with and without by turns, on a PostgreSQL of its own. Standbys stream on the
 * same disk and processors all the time, so only the waiting differs.
 */
const values = readOptions({
  name: 'npm run tools -- load:standby',
  says: 'What a synchronous standby costs: inserts, approval requests and batches with and without one, by turns.',
  options: {
    seconds: { type: 'string', default: '3', says: 'of each turn' },
    rounds: { type: 'string', default: '5', says: 'turns of each; the middle one counts' },
  },
  example: ['--rounds 3', 'three turns of each'],
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
const batchSize = 1000;
const lanes = { events: 8, questions: 32 };

await build();
const primary = await createCluster();
/** Last opened, first closed. */
const closing: (() => unknown)[] = [primary.remove];
try {
  const { url } = primary;
  const standbys = [await createStandby(primary, 'a'), await createStandby(primary, 'b')];
  closing.push(...standbys.map(({ remove }) => remove));
  const server = await startServer(url);
  closing.push(server.stop);
  const own = openDatabase({ url, connections: 4 });
  const team = await createTeam(
    { url: server.url, operator: operator({ database: own, secret: secretFrom(secret) }) },
    'replicated',
  );
  await own.close();
  const bare = await openBare({ url, seconds, batchSize, lanes });
  closing.push(bare.close);
  const fleet = await openFleet({ url: server.url, databaseUrl: url, team, seconds, batchSize, lanes });
  const ways: Readonly<Record<string, () => Promise<Rate>>> = {
    'durable inserts': bare.insert,
    'approval requests': fleet.questions,
    'batches of 1000': fleet.ingest,
  };
  // Once for nothing: compiled code is measured, and tables that hold something.
  for (const way of Object.values(ways)) await way();
  const found: Record<string, { readonly alone: Rate[]; readonly waiting: Rate[] }> = {};
  for (let round = 0; round < rounds; round++)
    for (const [name, way] of Object.entries(ways)) {
      const turns = (found[name] ??= { alone: [], waiting: [] });
      await setSynchronous(primary, '');
      turns.alone.push(await way());
      await setSynchronous(primary, 'ANY 1 (a, b)');
      turns.waiting.push(await way());
    }
  // A server that stops writes what is left: nobody would be there to wait for.
  await setSynchronous(primary, '');
  const report = {
    load: loadavg().map((value) => Math.round(value * 10) / 10),
    rounds,
    seconds,
    ways: Object.fromEntries(
      Object.entries(found).map(([name, { alone, waiting }]) => [
        name,
        {
          alone: alone.map(({ perSecond }) => perSecond),
          waiting: waiting.map(({ perSecond }) => perSecond),
          ratio: Math.round((middle(waiting).perSecond / middle(alone).perSecond) * 100) / 100,
        },
      ]),
    ),
  };
  process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
} finally {
  for (const close of closing.toReversed()) await close();
}
