import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { newSigningKey } from '@permesso/protocol/bundle/ed25519';
import { signRequest } from '@permesso/protocol/bundle/request-signature';
import { emptyTail, type Tail } from '@permesso/protocol/entry/chain';
import { createIngest } from '../../src/audit/ingest.ts';
import { readBatch } from '../../src/audit/read-batch.ts';
import { openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { operator } from '../../src/identity/operator.ts';
import { secretFrom } from '../../src/settings.ts';
import { setup as build } from '../../../permesso/test/build-before-tests.ts';
import { createTeam, createTestDatabase, inspect } from '../harness.ts';
import { makeLines } from '../lines.ts';
import { openBare } from './bare.ts';
import { middle, rate, type Rate } from './rate.ts';
import { openRaw, rawRequest, type RawConnection } from './raw-request.ts';
import { secret, startServer, type ServerProcess } from './server-process.ts';

/** One entry of each of many agents: what a look each minute sends. Stored together, one by one, and beside bare COPY. */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    agents: { type: 'string', default: '1000' },
  },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
const count = Number(values.agents);
/** As many as any way stores in the time, or a little more: a lane without work would be measured as idle. */
const most = { http: 6000, direct: 60_000 };

await build();
const database = await createTestDatabase();
/** Last opened, first closed. */
const closing: (() => unknown)[] = [database.drop];
try {
  await migrate(database.url);
  const { url } = database;
  const own = openDatabase({ url, connections: 16 });
  closing.push(own.close);
  const servers = {
    together: await startServer(url),
    alone: await startServer(url, { env: { PERMESSO_BATCHES_TOGETHER: '1' } }),
  };
  closing.push(servers.together.stop, servers.alone.stop);
  const acting = operator({ database: own, secret: secretFrom(secret) });
  const team = await createTeam({ url: servers.together.url, operator: acting }, 'small');
  const agents = Array.from({ length: count }, () => ({ id: randomUUID(), key: newSigningKey() }));
  // Enrolling is limited for strangers: that many would take minutes.
  await inspect(
    url,
    `insert into agents (organisation, id, project, owner, name, public_key)
     select $1, id, $2, $3, 'simulated', key from unnest($4::uuid[], $5::bytea[]) as made (id, key)`,
    [
      team.organisation,
      team.project,
      team.people['owner']?.person,
      agents.map(({ id }) => id),
      agents.map(({ key }) => key.publicKey),
    ],
  );
  const bare = await openBare({ url, seconds, batchSize: 1000, lanes: { events: 4, questions: 1 } });
  closing.push(bare.close);
  const tails: Tail[] = agents.map(() => emptyTail);

  function nextEntry(lane: number): Buffer {
    const made = makeLines(1, tails[lane]);
    tails[lane] = made.tail;
    return Buffer.from(made.lines.join(''));
  }

  function signedEntry(lane: number): Buffer {
    const agent = agents[lane] as (typeof agents)[number];
    const body = gzipSync(nextEntry(lane), { level: 1 });
    const by = { agent: agent.id, key: agent.key.privateKey, at: Date.now() };
    const request = { method: 'POST', target: '/v1/agent/entries', body };
    const headers = { authorization: signRequest(request, by), 'content-encoding': 'gzip' };
    return rawRequest('POST /v1/agent/entries', { headers, body });
  }

  /** Prepared requests over one connection for each agent. What a turn does not send is the start of the next. */
  const requests: Buffer[][] = agents.map(() => []);
  async function overHttp(
    server: ServerProcess,
  ): Promise<Rate & { readonly processorMsPerThousand: number }> {
    const each = Math.ceil((seconds * most.http) / count);
    for (const [lane, ready] of requests.entries()) while (ready.length < each) ready.push(signedEntry(lane));
    const connections = await Promise.all(agents.map(() => openRaw(server.url)));
    const before = server.processor();
    try {
      const found = await rate(
        async (lane) => {
          const request = requests[lane]?.shift();
          if (request === undefined) return undefined;
          const { status, body } = await (connections[lane] as RawConnection).send(request);
          if (status !== 200) throw new Error(`${status} instead of 200: ${body}`);
          return 1;
        },
        { lanes: count, seconds },
      );
      const spent = ((server.processor() - before) / Math.max(1, found.done)) * 1000;
      return { ...found, processorMsPerThousand: Math.round(spent) };
    } finally {
      for (const connection of connections) connection.close();
    }
  }

  /** The same without HTTP and signatures: read, follow, store. */
  async function direct(batchesTogether: number): Promise<Rate> {
    const ingest = createIngest({ database: own, now: Date.now, batchesTogether });
    const each = Math.ceil((seconds * (batchesTogether === 1 ? most.http : most.direct)) / count);
    const ready = agents.map((_, lane) => Array.from({ length: each }, () => nextEntry(lane)));
    const found = await rate(
      async (lane) => {
        const line = ready[lane]?.shift();
        const agent = agents[lane]?.id ?? '';
        if (line === undefined) return undefined;
        const { organisation, project } = team;
        const caller = { kind: 'agent', organisation, project, agent, owner: '' } as const;
        const stored = await ingest(await readBatch(line, undefined), { caller, acceptGap: false });
        if (!('stored' in stored)) throw new Error(`entry ${stored.expected} is missing`);
        return stored.stored;
      },
      { lanes: count, seconds },
    );
    // What was made and not stored does not follow the head any more.
    for (const [lane, left] of ready.entries()) if (left.length > 0) tails[lane] = await headOf(lane);
    for (const left of requests) left.length = 0;
    return found;
  }

  async function headOf(lane: number): Promise<Tail> {
    const [head] = await inspect<{ seq: number; hash: string }>(
      url,
      'select seq::int as seq, hash from agent_heads where agent = $1',
      [agents[lane]?.id],
    );
    return head ?? emptyTail;
  }

  // Once for nothing: heads begin, code is compiled.
  await overHttp(servers.together);
  await overHttp(servers.alone);
  for (const left of requests) left.length = 0;
  for (const lane of agents.keys()) tails[lane] = await headOf(lane);
  const ways = {
    copy: () => bare.copy(),
    directTogether: () => direct(100),
    directAlone: () => direct(1),
    httpTogether: () => overHttp(servers.together),
    httpAlone: () => overHttp(servers.alone),
  };
  const found: Record<keyof typeof ways, Rate[]> = {
    copy: [],
    directTogether: [],
    directAlone: [],
    httpTogether: [],
    httpAlone: [],
  };
  for (let round = 0; round < rounds; round++)
    for (const name of Object.keys(ways) as (keyof typeof ways)[]) {
      found[name].push(await ways[name]());
      for (const [lane, left] of requests.entries())
        if (left.length > 0) {
          left.length = 0;
          tails[lane] = await headOf(lane);
        }
      process.stderr.write(`${name} ${found[name].at(-1)?.perSecond}/s\n`);
    }
  const each = (way: keyof typeof ways): number => middle(found[way]).perSecond;
  const ratio = (of: keyof typeof ways, to: keyof typeof ways): number =>
    Math.round((each(of) / each(to)) * 100) / 100;
  const report = {
    load: loadavg().map((value) => Math.round(value * 10) / 10),
    agents: count,
    turns: Object.fromEntries(
      Object.entries(found).map(([way, all]) => [way, all.map((one) => one.perSecond)]),
    ),
    middle: Object.fromEntries(Object.entries(found).map(([way, all]) => [way, middle(all)])),
    ratios: {
      'http: together / alone': ratio('httpTogether', 'httpAlone'),
      'http: together / bare COPY': ratio('httpTogether', 'copy'),
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
