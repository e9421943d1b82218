import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { shardOf } from '../positions.ts';
import {
  createTeam,
  createTestDatabase,
  hasPlugin,
  inspect,
  startTestServer,
  type Team,
  type TestDatabase,
  type TestServer,
} from '../../../../test/harness.ts';
import { startProcess, type ServerProcess } from '../../../../test/load/server-process.ts';
import { entriesIn, expectAllStored, pauseStoringIn, resumeStoringIn, sendThreeTimes } from './flow.ts';
import { findNatsServer, natsEnvironment, startNats, until, type NatsCluster } from './nats-cluster.ts';
import { createSendingAgent, type SendingAgent } from './sending-agent.ts';

const program = findNatsServer();
const hasCells = hasPlugin('cells');

describe.skipIf(program === undefined)(
  'messages between the stream and the record',
  { timeout: 120_000 },
  () => {
    let cluster: NatsCluster;
    let second: TestDatabase;
    let server: TestServer;
    let team: Team;
    let agents: SendingAgent[];

    beforeAll(async () => {
      cluster = await startNats({ program: program ?? '', nodes: 1 });
    });
    afterAll(() => cluster.stop());

    beforeEach(async () => {
      second = await createTestDatabase();
      server = await startTestServer({
        settings: hasCells ? { cells: [{ name: 'second', url: second.url }] } : {},
        env: natsEnvironment(cluster, { replicas: 1 }),
      });
      team = await createTeam(server, 'team');
      agents = [];
      for (let made = 0; made < 4; made++) agents.push(await createSendingAgent(server.url, team));
    });
    afterEach(async () => {
      for (const agent of agents) agent.remove();
      await server.end();
      await second.drop();
    });

    const written = (): number => agents.reduce((sum, agent) => sum + agent.written(), 0);

    test('a server is killed in the middle of the transaction that stores them', async () => {
      await pauseStoringIn(server.databaseUrl);
      await sendThreeTimes(agents);
      const gate = await openGate(server.databaseUrl);
      const start = (): Promise<ServerProcess> =>
        startProcess(['--conditions=@permesso/source', join(import.meta.dirname, 'server-child.ts')], {
          DATABASE_URL: server.databaseUrl,
          PERMESSO_CELLS: `second=${second.url}`,
          PERMESSO_SECRET: 'a secret of thirty-two characters',
          PERMESSO_PORT: '0',
          PERMESSO_LOG: 'silent',
          PERMESSO_NATS_URL: cluster.urls.join(','),
          PERMESSO_NATS_REPLICAS: '1',
        });
      await server.stop();
      let child = await start();
      try {
        await resumeStoringIn(server.databaseUrl);
        await gate.reached();
        child.kill();
        await child.ended;
        await gate.open();
        // Whether what it had written is undone is the database's to say.
        await until(async () => (await gate.waiting()) === 0);
        expect(await entriesIn(server.databaseUrl)).toBe(0);
        child = await start();
        // Stored from the stream alone: their agents say nothing more.
        await until(async () => (await entriesIn(server.databaseUrl)) === written());
        await expectAllStored(agents, { url: child.url, databaseUrl: server.databaseUrl });
      } finally {
        await gate.close();
        await child.stop();
      }
    });

    describe.skipIf(!hasCells)('an organisation moves to another cell', () => {
      let stays: SendingAgent[];

      beforeEach(async () => {
        const other = await createTeam(server, 'other');
        stays = [];
        // One behind each shard that the messages of the other organisation are in.
        const shards = new Set(agents.map(({ id }) => shardOf(team.organisation, id)));
        while (shards.size > 0) {
          const made = await createSendingAgent(server.url, other);
          if (shards.delete(shardOf(other.organisation, made.id))) stays.push(made);
          else made.remove();
        }
      });
      afterEach(() => stays.forEach((agent) => agent.remove()));

      test('while its messages wait: its agents send them there, and nobody behind them waits', async () => {
        await pauseStoringIn(server.databaseUrl);
        await sendThreeTimes(agents);
        await sendThreeTimes(stays);
        await server.command('move-organisation', [team.name, 'second']);
        await resumeStoringIn(server.databaseUrl);
        await expectAllStored(stays, server);
        expect(await entriesIn(second.url)).toBe(0);
        await expectAllStored(agents, { url: server.url, databaseUrl: second.url });
      });

      test('and back while they still wait: stored once', async () => {
        await pauseStoringIn(server.databaseUrl);
        await sendThreeTimes(agents);
        await server.command('move-organisation', [team.name, 'second']);
        // Some have sent them again and more, some have not looked.
        const some = agents.slice(0, 2);
        for (const agent of some) agent.write(3);
        await expectAllStored(some, { url: server.url, databaseUrl: second.url });
        await pauseStoringIn(second.url);
        for (const agent of agents) agent.write(4);
        await Promise.all(agents.map((agent) => agent.send()));
        await server.command('move-organisation', [team.name, 'main']);
        await resumeStoringIn(second.url);
        await resumeStoringIn(server.databaseUrl);
        await expectAllStored(agents, server);
        expect(await entriesIn(second.url)).toBe(0);
      });
    });
  },
);

/** Every transaction that stores a batch waits before its end until it is opened. */
async function openGate(url: string): Promise<{
  readonly waiting: () => Promise<number>;
  readonly reached: () => Promise<void>;
  readonly open: () => Promise<void>;
  readonly close: () => Promise<void>;
}> {
  await inspect(
    url,
    `create function wait_at_gate() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock_shared(4711); return null; end $$`,
  );
  await inspect(
    url,
    'create trigger gate after insert on batches for each statement execute function wait_at_gate()',
  );
  const keeper = new pg.Client({ connectionString: url });
  await keeper.connect();
  await keeper.query('select pg_advisory_lock(4711)');
  const waiting = async (): Promise<number> => {
    const { length } = await inspect(
      url,
      `select 1 from pg_locks where locktype = 'advisory' and objid = 4711 and mode = 'ShareLock'
       and database = (select oid from pg_database where datname = current_database())`,
    );
    return length;
  };
  return {
    waiting,
    reached: () => until(async () => (await waiting()) > 0),
    open: async () => {
      await keeper.query('select pg_advisory_unlock_all()');
    },
    close: () => keeper.end(),
  };
}
