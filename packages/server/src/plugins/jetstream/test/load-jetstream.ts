import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { createIngest } from '../../../audit/ingest.ts';
import { openJetStream } from '../open-jetstream.ts';
import { readBatch } from '../../../audit/read-batch.ts';
import { openDatabase } from '../../../database/database.ts';
import type { AgentCaller } from '../../../route/caller.ts';
import { countDifferences } from '../../../../test/count-differences.ts';
import { createTeam, inspect, startTestServer } from '../../../../test/harness.ts';
import { findNatsServer, startNats } from './nats-cluster.ts';
import { openBare } from '../../../../test/load/bare.ts';
import { middle, rate, type Rate } from '../../../../test/load/rate.ts';
import { simulateAgents, type SimulatedAgents } from '../../../../test/load/simulated-agents.ts';
import { readOptions } from '../../../../test/script-options.ts';

/**
 * Compares entries through a JetStream cluster of three with `sync_interval: always` until the last one is stored,
 * the same entries stored directly, and bare COPY, in turns. All on this machine, without HTTP and signatures.
 */
const values = readOptions({
  name: 'npm run tools -- load:jetstream',
  says: 'Batches through JetStream, directly, and bare COPY, by turns.',
  options: {
    seconds: { type: 'string', default: '3', says: 'of each turn' },
    rounds: { type: 'string', default: '3', says: 'turns of each; the middle one counts' },
  },
  example: ['--rounds 1', 'one turn of each'],
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
/** The number of agents sending at once, the entries of each, and their maximum rate per second. */
const sizes = [
  { agents: 8, entries: 1000, perSecond: 60_000 },
  { agents: 1000, entries: 1, perSecond: 20_000 },
] as const;

const program = findNatsServer();
if (program === undefined) throw new Error('there is no nats-server: set PERMESSO_NATS_SERVER');
const closing: (() => unknown)[] = [];
try {
  const cluster = await startNats({ program });
  closing.push(cluster.stop);
  const server = await startTestServer();
  closing.push(server.end);
  const { databaseUrl: url, settings } = server;
  const team = await createTeam(server, 'team');
  const database = openDatabase({ url, connections: 16 });
  closing.push(database.close);
  const jetstream = await openJetStream({
    nats: { urls: cluster.urls, replicas: 3, monitors: cluster.monitors },
    database,
    cells: [{ name: 'main', url, database }],
    secret: settings.secret,
    batchesTogether: 100,
    onError: (error, what) => process.stderr.write(`${what}: ${String(error)}\n`),
  });
  jetstream.start(Date.now);
  closing.push(jetstream.stop);
  const ingest = createIngest({ database, now: Date.now, batchesTogether: 100 });
  const bare = await openBare({ url, seconds, batchSize: 1000, lanes: { events: 4, questions: 1 } });
  closing.push(bare.close);

  type Send = (bytes: Buffer, encoding: string | undefined, lane: number) => Promise<number>;

  async function sendAll(agents: SimulatedAgents, size: (typeof sizes)[number], send: Send): Promise<Rate> {
    await agents.readHeads();
    const each = Math.ceil((seconds * size.perSecond) / size.agents / size.entries);
    const ready = agents.ids.map((_, lane) =>
      Array.from({ length: each }, () => {
        const lines = agents.nextEntries(lane, size.entries);
        return size.entries === 1 ? lines : gzipSync(lines, { level: 1 });
      }),
    );
    const before = await stored();
    const began = performance.now();
    const found = await rate(
      async (lane) => {
        const bytes = ready[lane]?.shift();
        return bytes === undefined
          ? undefined
          : await send(bytes, size.entries === 1 ? undefined : 'gzip', lane);
      },
      { lanes: size.agents, seconds },
    );
    while ((await stored()) < before + found.done) await wait(5);
    return { ...found, perSecond: Math.round((found.done / (performance.now() - began)) * 1000) };
  }

  const stored = async (): Promise<number> => {
    const [row] = await inspect<{ all: number }>(
      url,
      'select coalesce(sum(seq), 0)::int as all from agent_heads',
    );
    return row?.all ?? 0;
  };

  function waysOf(
    agents: SimulatedAgents,
    size: (typeof sizes)[number],
  ): Record<string, () => Promise<Rate>> {
    const callerOf = (lane: number): AgentCaller => ({
      kind: 'agent',
      organisation: team.organisation,
      project: team.project,
      agent: agents.ids[lane] ?? '',
      owner: '',
    });
    return {
      copy: () => bare.copy(),
      direct: () =>
        sendAll(agents, size, async (bytes, encoding, lane) => {
          const done = await ingest(await readBatch(bytes, encoding), {
            caller: callerOf(lane),
            acceptGap: false,
          });
          if (!('stored' in done)) throw new Error(`entry ${done.expected} is missing`);
          return done.stored;
        }),
      jetstream: () => {
        const tickets = new Map<number, string>();
        return sendAll(agents, size, async (bytes, encoding, lane) => {
          const batch = await readBatch(bytes, encoding);
          const after = tickets.get(lane);
          const done = await jetstream.take({
            batch,
            bytes,
            encoding,
            caller: callerOf(lane),
            acceptGap: false,
            after,
          });
          if (!('taken' in done)) throw new Error(`not taken: ${JSON.stringify(done)}`);
          tickets.set(lane, done.after);
          return batch.entries.length;
        });
      },
    };
  }

  const report = [];
  for (const size of sizes) {
    const agents = await simulateAgents({ url, team, count: size.agents });
    const ways = waysOf(agents, size);
    const found = new Map<string, Rate[]>(Object.keys(ways).map((name) => [name, []]));
    // A warm-up: heads are created, code is compiled.
    for (const way of Object.values(ways)) await way();
    for (let round = 0; round < rounds; round++)
      for (const [name, way] of Object.entries(ways)) {
        const one = await way();
        found.get(name)?.push(one);
        process.stderr.write(`${size.agents} x ${size.entries}: ${name} ${one.perSecond}/s\n`);
      }
    const turns = (name: string): readonly number[] =>
      (found.get(name) ?? []).map(({ perSecond }) => perSecond);
    const ratios = (to: string): readonly number[] =>
      turns('jetstream').map((each, at) => Math.round((each / (turns(to)[at] ?? 1)) * 100) / 100);
    report.push({
      ...size,
      load: loadavg().map((value) => Math.round(value * 10) / 10),
      turns: Object.fromEntries(Object.keys(ways).map((name) => [name, turns(name)])),
      middle: Object.fromEntries([...found].map(([name, all]) => [name, middle(all)])),
      'jetstream / bare COPY': ratios('copy'),
      'jetstream / direct': ratios('direct'),
    });
  }
  const wrong = await countDifferences(url);
  process.stdout.write(`${JSON.stringify({ report, wrong, figures: jetstream.figures() }, undefined, 2)}\n`);
} finally {
  for (const close of closing.toReversed()) await close();
}
