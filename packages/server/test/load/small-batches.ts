import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { newSigningKey, signRequest } from '@permesso/protocol/bundle';
import { createIngest } from '../../src/audit/ingest.ts';
import { readBatch } from '../../src/audit/read-batch.ts';
import { openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { operator } from '../../src/identity/operator.ts';
import { secretFrom } from '../../src/settings.ts';
import { setup as build } from '../../../permesso/test/build-before-tests.ts';
import { createTeam, createTestDatabase, inspect } from '../harness.ts';
import { openBare } from './bare.ts';
import { middle, rate, type Rate } from './rate.ts';
import { openRaw, rawRequest, type RawConnection } from './raw-request.ts';
import { secret, startProcess, startServer, type ServerProcess } from './server-process.ts';
import { simulateAgents } from './simulated-agents.ts';
import { readOptions } from '../script-options.ts';

/**
 * One entry of each of many agents: what a look each minute sends. Stored together, one by one, beside bare COPY, and
 * beside a bare server that checks as many signatures and stores nothing.
 */
const values = readOptions({
  name: 'npm run tools -- load:small-batches',
  says: 'One entry of each of many agents: stored together, one by one, beside bare COPY and beside a bare server that only checks signatures.',
  options: {
    seconds: { type: 'string', default: '3', says: 'of each turn' },
    rounds: { type: 'string', default: '3', says: 'turns of each; the middle one counts' },
    agents: { type: 'string', default: '1000', says: 'how many, each with a connection' },
    only: {
      type: 'string',
      default: 'copy,bareHttp,directTogether,directAlone,httpTogether,httpAlone',
      says: 'some of the ways, with commas between them',
    },
    profile: {
      type: 'string',
      says: 'a directory for a processor profile of the server that stores together',
    },
  },
  example: ['--only httpTogether,httpAlone', 'what storing together gains, with HTTP and signatures'],
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
const count = Number(values.agents);
/** As many as any way stores in the time, or a little more: a lane without work would be measured as idle. */
const most = { httpTogether: 12_000, httpAlone: 3000, directTogether: 60_000, directAlone: 6000 };

type Charged = Rate & { readonly processorMsPerThousand: number; readonly refused: number };

await build();
const database = await createTestDatabase();
/** Last opened, first closed. */
const closing: (() => unknown)[] = [database.drop];
try {
  await migrate(database.url);
  const { url } = database;
  const own = openDatabase({ url, connections: 16 });
  closing.push(own.close);
  const flags = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`];
  const servers = {
    together: await startServer(url, { flags }),
    alone: await startServer(url, { env: { PERMESSO_BATCHES_TOGETHER: '1' } }),
  };
  closing.push(servers.together.stop, servers.alone.stop);
  const key = newSigningKey();
  const nothing = await startProcess([
    '--conditions=@permesso/source',
    join(import.meta.dirname, 'bare-http.ts'),
    key.publicKey.toString('base64url'),
  ]);
  closing.push(nothing.stop);
  const acting = operator({ database: own, secret: secretFrom(secret) });
  const team = await createTeam({ url: servers.together.url, operator: acting }, 'small');
  const agents = await simulateAgents({ url, team, count });
  const bare = await openBare({ url, seconds, batchSize: 1000, lanes: { events: 4, questions: 1 } });
  closing.push(bare.close);

  /** One connection for each agent, one request at a time on each. */
  async function sendAll(
    server: ServerProcess,
    next: (lane: number) => Buffer | undefined,
  ): Promise<Charged> {
    const connections: RawConnection[] = [];
    for (let from = 0; from < count; from += 100)
      connections.push(...(await Promise.all(Array.from({ length: 100 }, () => openRaw(server.url)))));
    const before = server.processor();
    let refused = 0;
    try {
      const found = await rate(
        async (lane) => {
          const request = next(lane);
          if (request === undefined) return undefined;
          let { status, body } = await (connections[lane] as RawConnection).send(request);
          // One by one, a thousand agents wait longer for a connection to the database than a server lets them: they send again.
          for (; status === 503; refused += 1) {
            await wait(1000);
            ({ status, body } = await (connections[lane] as RawConnection).send(request));
          }
          if (status !== 200) throw new Error(`${status} instead of 200: ${body}`);
          return 1;
        },
        { lanes: count, seconds },
      );
      const spent = ((server.processor() - before) / Math.max(1, found.done)) * 1000;
      return { ...found, processorMsPerThousand: Math.round(spent), refused };
    } finally {
      for (const connection of connections) connection.close();
    }
  }

  async function overHttp(server: ServerProcess, perSecond: number): Promise<Charged> {
    const each = Math.ceil((seconds * perSecond) / count);
    await agents.readHeads();
    const requests = agents.ids.map((_, lane) =>
      Array.from({ length: each }, () => agents.signedEntries(lane)),
    );
    return await sendAll(server, (lane) => requests[lane]?.shift());
  }

  /** The same without HTTP and signatures: read, follow, store. */
  async function direct(batchesTogether: number, perSecond: number): Promise<Rate> {
    const ingest = createIngest({ database: own, now: Date.now, batchesTogether });
    const each = Math.ceil((seconds * perSecond) / count);
    await agents.readHeads();
    const ready = agents.ids.map((_, lane) => Array.from({ length: each }, () => agents.nextEntries(lane)));
    return await rate(
      async (lane) => {
        const line = ready[lane]?.shift();
        const agent = agents.ids[lane] ?? '';
        if (line === undefined) return undefined;
        const { organisation, project } = team;
        const caller = { kind: 'agent', organisation, project, agent, owner: '' } as const;
        const stored = await ingest(await readBatch(line, undefined), { caller, acceptGap: false });
        if (!('stored' in stored)) throw new Error(`entry ${stored.expected} is missing`);
        return stored.stored;
      },
      // One by one, more would only wait for a connection, and some longer than they may.
      { lanes: batchesTogether === 1 ? Math.min(count, 100) : count, seconds },
    );
  }

  const body = agents.nextEntries(0);
  const request = { method: 'POST', target: '/v1/agent/entries', body };
  const by = { agent: agents.ids[0] ?? '', key: key.privateKey, at: Date.now() };
  const checked = rawRequest('POST /v1/agent/entries', {
    headers: { authorization: signRequest(request, by) },
    body,
  });
  const ways: Readonly<Record<string, () => Promise<Rate>>> = {
    copy: () => bare.copy(),
    bareHttp: () => sendAll(nothing, () => checked),
    directTogether: () => direct(100, most.directTogether),
    directAlone: () => direct(1, most.directAlone),
    httpTogether: () => overHttp(servers.together, most.httpTogether),
    httpAlone: () => overHttp(servers.alone, most.httpAlone),
  };
  const names = values.only.split(',').filter((name) => Object.hasOwn(ways, name));
  const found = new Map<string, Rate[]>(names.map((name) => [name, []]));
  // Once for nothing: heads begin, code is compiled.
  for (const name of names) await ways[name]?.();
  for (let round = 0; round < rounds; round++)
    for (const name of names) {
      const one = await ways[name]?.();
      if (one !== undefined) found.get(name)?.push(one);
      process.stderr.write(`${name} ${one?.perSecond}/s\n`);
    }
  const each = (way: string): number =>
    found.has(way) ? middle(found.get(way) ?? []).perSecond : Number.NaN;
  const ratio = (of: string, to: string): number => Math.round((each(of) / each(to)) * 1000) / 1000;
  const report = {
    load: loadavg().map((value) => Math.round(value * 10) / 10),
    agents: count,
    turns: Object.fromEntries([...found].map(([way, all]) => [way, all.map((one) => one.perSecond)])),
    middle: Object.fromEntries([...found].map(([way, all]) => [way, middle(all)])),
    ratios: {
      'http: together / alone': ratio('httpTogether', 'httpAlone'),
      'http: together / bare HTTP with a signature': ratio('httpTogether', 'bareHttp'),
      'http: together / bare COPY': ratio('httpTogether', 'copy'),
      'bare HTTP with a signature / bare COPY': ratio('bareHttp', 'copy'),
      'direct: together / alone': ratio('directTogether', 'directAlone'),
      'direct: together / bare COPY': ratio('directTogether', 'copy'),
    },
    wrong: await inspect(
      url,
      `select count(*)::int as heads from agent_heads h
       where h.seq <> (select sum(last_seq - first_seq + 1) from batches b where b.agent = h.agent)`,
    ),
    rows: await inspect(
      url,
      'select (select count(*) from events)::int as rows, (select sum(seq) from agent_heads)::int as heads',
    ),
  };
  process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
} finally {
  for (const close of closing.toReversed()) await close();
}
