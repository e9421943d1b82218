import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { operator } from '../../src/identity/operator.ts';
import { secretFrom } from '../../src/settings.ts';
import { createTeam, createTestDatabase, inspect } from '../harness.ts';
import { barePolls, openBare } from './bare.ts';
import { openFleet, type Fleet } from './fleet.ts';
import { middle, type Rate } from './rate.ts';
import { secret, startServer, type ServerProcess } from './server-process.ts';
import { setup as build } from '../../../permesso/test/build-before-tests.ts';
import { readOptions } from '../script-options.ts';

const values = readOptions({
  name: 'npm run tools -- load:server',
  says: 'What the team server stores, asks and tells in a second, beside the bare database, by turns, with HTTP and signatures.',
  options: {
    json: { type: 'boolean', default: false, says: 'in one line' },
    seconds: { type: 'string', default: '3', says: 'of each turn' },
    rounds: { type: 'string', default: '3', says: 'turns of each; the middle one counts' },
    'memory-seconds': { type: 'string', default: '0', says: 'how long memory is looked at under load' },
    batch: { type: 'string', default: '1000', says: 'entries of a batch' },
    only: {
      type: 'string',
      default: 'ingest,questions,roundTrips,polls,two',
      says: 'some of the ways, with commas between them',
    },
    profile: { type: 'string', says: 'a directory for a processor profile of the server' },
  },
  example: ['--only questions --rounds 1', 'approval requests alone'],
});
const only = new Set(values.only.split(','));
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
const batchSize = Number(values.batch);
const lanes = { events: 8, questions: 32 };

await build();
const database = await createTestDatabase();
/** Last opened, first closed. */
const closing: (() => unknown)[] = [database.drop];
try {
  await migrate(database.url);
  const { url } = database;
  const own = openDatabase({ url, connections: 4 });
  const flags = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`];
  const server = await startServer(url, { flags });
  closing.push(server.stop);
  const acting = operator({ database: own, secret: secretFrom(secret) });
  const team = await createTeam({ url: server.url, operator: acting }, 'loaded');
  await own.close();
  const bare = await openBare({ url, seconds, batchSize, lanes });
  closing.push(bare.close);
  const fleet = await openFleet({ url: server.url, databaseUrl: url, team, seconds, batchSize, lanes });
  const ways = {
    ingest: () => beside(bare.copy, charged(server, fleet.ingest)),
    questions: () => beside(bare.insert, charged(server, fleet.questions)),
    roundTrips: () => beside(bare.insert, charged(server, fleet.roundTrips)),
    polls: () => beside(() => barePolls(seconds), charged(server, fleet.polls)),
  };
  // Once for nothing: compiled code is measured, and tables that hold something.
  if (only.has('ingest')) await fleet.ingest();
  if (only.has('questions')) await fleet.questions();
  const found: Record<string, Awaited<ReturnType<(typeof ways)[keyof typeof ways]>>> = {};
  for (const [name, measure] of Object.entries(ways)) if (only.has(name)) found[name] = await measure();
  const memory = await memoryOf(server, fleet);
  const report = {
    load: loadavg().map((each) => Math.round(each * 10) / 10),
    batchSize,
    lanes,
    ...found,
    memory,
    ...(only.has('two') ? { two: await askedHereAnsweredThere(url, server, fleet) } : {}),
    bytes: await bytes(url),
    ratios: {
      ...Object.fromEntries(Object.entries(found).map(([name, { ratio }]) => [name, ratio])),
      // A round trip is durable three times.
      ...(found['roundTrips'] === undefined
        ? {}
        : { roundTripSteps: Math.round(found['roundTrips'].ratio * 300) / 100 }),
    },
  };
  process.stdout.write(`${JSON.stringify(report, undefined, values.json ? undefined : 2)}\n`);
} finally {
  for (const close of closing.toReversed()) await close();
}

interface Measured {
  readonly done: number;
  readonly perSecond: number;
}

async function askedHereAnsweredThere(url: string, server: ServerProcess, fleet: Fleet): Promise<Rate> {
  const second = await startServer(url);
  closing.push(second.stop);
  return await fleet.roundTrips({ agents: server.url, people: second.url });
}

/** By turns, so that whatever else the machine does meets both. */
async function beside<B extends Measured, O extends Measured>(
  bare: () => Promise<B>,
  ours: () => Promise<O>,
): Promise<{ readonly bare: B; readonly ours: O; readonly ratio: number }> {
  const found: { bare: B; ours: O }[] = [];
  for (let round = 0; round < rounds; round++) found.push({ bare: await bare(), ours: await ours() });
  const without = middle(found.map((each) => each.bare));
  const within = middle(found.map((each) => each.ours));
  return {
    bare: without,
    ours: within,
    ratio: Math.round((within.perSecond / without.perSecond) * 100) / 100,
  };
}

/** With what it cost the server: milliseconds of processor for a thousand of them. */
function charged<T extends Measured>(
  server: ServerProcess,
  work: () => Promise<T>,
): () => Promise<T & { readonly processorMsPerThousand: number }> {
  return async () => {
    const before = server.processor();
    const found = await work();
    const each = ((server.processor() - before) / Math.max(1, found.done)) * 1000;
    return { ...found, processorMsPerThousand: Math.round(each * 10) / 10 };
  };
}

/** Resident memory while all of it goes on, every ten seconds; only as long as it was asked for. */
async function memoryOf(server: ServerProcess, fleet: Fleet): Promise<readonly number[]> {
  const end = performance.now() + Number(values['memory-seconds']) * 1000;
  const isOver = (): boolean => performance.now() >= end;
  const seen = [server.memory()];
  const watching = (async () => {
    while (!isOver()) {
      await wait(10_000);
      seen.push(server.memory());
    }
  })();
  while (!isOver()) {
    await fleet.roundTrips();
    await fleet.ingest();
  }
  await watching;
  return seen;
}

async function bytes(url: string): Promise<Readonly<Record<string, number>>> {
  const [row] = await inspect<Record<string, number>>(
    url,
    `select
      (select count(*) from events)::int as events,
      (select coalesce(sum(pg_total_relation_size(inhrelid)), 0) / greatest((select count(*) from events), 1) from pg_inherits
        where inhparent = 'permesso.events'::regclass)::int as "bytesPerEvent",
      (select avg(octet_length(line)) from events)::int as "bytesPerLine",
      (select count(*) from approvals)::int as approvals,
      (select pg_total_relation_size('permesso.approvals') / greatest((select count(*) from approvals), 1))::int as "bytesPerApproval",
      (select avg(octet_length(envelope)) from channels)::int as "bytesPerManifest"`,
  );
  return row ?? {};
}
