import { randomUUID } from 'node:crypto';
import { cpSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectNats, type Nats } from '@permesso/jetstream';
import { pack } from '../packet.ts';
import { PositionLost, shardCount, shardOf, shardSubject } from '../positions.ts';
import type { StreamMessage } from '../read-message.ts';
import { storeRun } from '../store-messages.ts';
import { readBatch } from '../../../audit/read-batch.ts';
import { serve } from '../../../serve.ts';
import { secretFrom } from '../../../settings.ts';
import {
  ask,
  createTeam,
  inspect,
  startTestServer,
  type Team,
  type TestServer,
} from '../../../../test/harness.ts';
import { makeLines } from '../../../../test/lines.ts';
import { startProcess, type ServerProcess } from '../../../../test/load/server-process.ts';
import {
  entriesIn,
  expectAllStored,
  pausedBy,
  pauseStoringIn,
  resumeStoringIn,
  sendThreeTimes,
  startSending,
  type Sending,
} from './flow.ts';
import { findNatsServer, natsEnvironment, startNats, until, type NatsCluster } from './nats-cluster.ts';
import { createSendingAgent, type SendingAgent } from './sending-agent.ts';

const program = findNatsServer();
const stream = 'permesso-main';

describe.skipIf(program === undefined)('entries go through JetStream', () => {
  let cluster: NatsCluster;
  let side: Nats;
  let server: TestServer;
  let team: Team;
  let agents: SendingAgent[];

  beforeAll(async () => {
    cluster = await startNats({ program: program ?? '' });
    side = await connectNats(cluster.urls);
  });
  afterAll(async () => {
    await side.connection.close();
    await cluster.stop();
  });

  beforeEach(async () => {
    await side.manager.streams.delete(stream).catch(() => false);
    server = await startTestServer({ env: natsEnvironment(cluster) });
    team = await createTeam(server, 'team');
    agents = [];
    for (let made = 0; made < 6; made++) agents.push(await createSendingAgent(server.url, team));
  });
  afterEach(async () => {
    for (const agent of agents) agent.remove();
    await server.end();
  });

  const expectComplete = (url = server.url): Promise<void> =>
    expectAllStored(agents, { url, databaseUrl: server.databaseUrl });
  const sendRounds = (): Promise<void> => sendThreeTimes(agents);
  const keepSending = (url = server.url): Sending => startSending(agents, [url]);
  const pauseStoring = (): Promise<void> => pauseStoringIn(server.databaseUrl);
  const resumeStoring = (): Promise<void> => resumeStoringIn(server.databaseUrl);
  const storedEntries = (): Promise<number> => entriesIn(server.databaseUrl);

  async function positions(): Promise<readonly number[]> {
    const rows = await inspect<{ seq: number }>(
      server.databaseUrl,
      'select seq::int from jetstream_positions',
    );
    return rows.map(({ seq }) => seq);
  }

  async function answerOf(agent: SendingAgent | undefined): Promise<number | undefined> {
    return await agent?.post();
  }

  test('a batch is taken before it is stored, and forgotten after', async () => {
    const [agent] = agents;
    if (agent === undefined) throw new Error('no agent');
    agent.write(5);
    const { sent } = await agent.send();
    expect(sent).toBe(5);
    expect(agent.forgotten()).toBe(0);
    await until(async () => (await agent.send()).seq === 5);
    expect(agent.forgotten()).toBe(5);
    await expectComplete();
  });

  test('many agents, many batches', async () => {
    for (let round = 0; round < 5; round++) {
      for (const agent of agents) agent.write(1 + round * 40);
      await Promise.all(agents.map((agent) => agent.send()));
    }
    await expectComplete();
  });

  test('a stream that is deleted and made again', async () => {
    await sendRounds();
    await side.manager.streams.delete(stream);
    await sendRounds();
    await expectComplete();
  });

  test('messages that are lost before they are stored are asked for again, with and without more to send', async () => {
    await pauseStoring();
    await sendRounds();
    await side.manager.streams.purge(stream);
    // Half of them go on, half have nothing more to say.
    for (const agent of agents.slice(0, 3)) agent.write(2);
    await Promise.all(agents.map((agent) => agent.send()));
    for (const agent of agents) expect(agent.forgotten()).toBe(0);
    await resumeStoring();
    await expectComplete();
  });

  test('a full stream refuses, and agents keep what they have', async () => {
    await sendRounds();
    await pauseStoring();
    const { config } = await side.manager.streams.info(stream);
    await side.manager.streams.update(stream, { ...config, max_bytes: 1000 });
    for (const agent of agents) agent.write(20);
    const refused = await Promise.allSettled(agents.map((agent) => agent.send()));
    expect(refused.map(({ status }) => status)).toEqual(agents.map(() => 'rejected'));
    expect(await answerOf(agents[0])).toBe(503);
    await side.manager.streams.update(stream, { ...config, max_bytes: -1 });
    await resumeStoring();
    await expectComplete();
  });

  test('NATS away: 503 for entries, everything else works, and nothing is lost', async () => {
    await sendRounds();
    await Promise.all(cluster.nodes.map((node) => node.kill()));
    for (const agent of agents) agent.write(10);
    const before = agents.map((agent) => agent.forgotten());
    await until(async () => (await answerOf(agents[0])) === 503);
    await expect(agents[0]?.send()).rejects.toThrow('the team server is away');
    expect(agents.map((agent) => agent.forgotten())).toEqual(before);
    const ready = await ask(server, 'GET /readyz');
    expect(ready).toMatchObject({ status: 200, json: { state: 'ready' } });
    expect(ready.json.jetstream).toMatch(/^away: agents keep their entries/);
    expect((await ask(server, 'GET /v1/projects', { token: team.token('admin') })).status).toBe(200);
    await Promise.all(cluster.nodes.map((node) => node.start()));
    await cluster.ready();
    await expectComplete();
    expect((await ask(server, 'GET /readyz')).json.jetstream).toBe('connected');
  });

  test('nodes that are killed one after the other while agents send', async () => {
    const sending = keepSending();
    for (const node of cluster.nodes) {
      await sending.rounds(3);
      await node.kill();
      await sending.rounds(3);
      await node.start();
      await cluster.ready();
    }
    await sending.end();
    await expectComplete();
  });

  describe('all nodes at once', () => {
    async function killAll(): Promise<void> {
      await Promise.all(cluster.nodes.map((node) => node.kill()));
    }

    async function startAll(): Promise<void> {
      await Promise.all(cluster.nodes.map((node) => node.start()));
      await cluster.ready();
    }

    test('are killed while agents send', async () => {
      const sending = keepSending();
      await sending.rounds(3);
      await killAll();
      await startAll();
      await sending.rounds(3);
      await sending.end();
      await expectComplete();
    });

    test('lose their disks with what was taken and is not stored', async () => {
      await pauseStoring();
      await sendRounds();
      await killAll();
      for (const { store } of cluster.nodes) rmSync(store, { recursive: true });
      await startAll();
      await resumeStoring();
      await expectComplete();
    });

    test('go back to an earlier state of their disks: numbers of messages are given again', async () => {
      await sendRounds();
      await expectComplete();
      await killAll();
      for (const { store } of cluster.nodes) cpSync(store, `${store}-before`, { recursive: true });
      await startAll();
      for (let more = 0; more < 3; more++) await sendRounds();
      await expectComplete();
      const stored = await positions();
      await pauseStoring();
      for (const agent of agents) agent.write(7);
      await until(async () => (await answerOf(agents[0])) === 202);
      await Promise.all(agents.map((agent) => agent.send()));
      await killAll();
      for (const { store } of cluster.nodes) {
        rmSync(store, { recursive: true });
        renameSync(`${store}-before`, store);
      }
      await startAll();
      // Nobody answers before the nodes have chosen a leader.
      await until(async () => {
        const info = await side.manager.streams.info(stream).catch(() => undefined);
        return info !== undefined && info.state.last_seq < Math.max(...stored);
      });
      await resumeStoring();
      await sendRounds();
      await expectComplete();
    });
  });

  test('a message that no server wrote, or wrote for another shard, changes nothing and holds up nobody', async () => {
    const [agent] = agents;
    if (agent === undefined) throw new Error('no agent');
    agent.write(3);
    await expectComplete();
    const shard = shardOf(team.organisation, agent.id);
    const other = (shard + 1) % shardCount;
    const { lines } = makeLines(8, undefined, 'forged');
    const forged = { agent: agent.id, project: team.project, acceptGap: true, encoding: undefined };
    const packet = {
      organisation: team.organisation,
      batches: [{ ...forged, bytes: Buffer.from(lines.join('')) }],
    };
    const subject = shardSubject(stream, shard);
    const wrong = pack(packet, subject, secretFrom('another secret of as many characters'));
    const right = pack(packet, subject, server.settings.secret);
    await side.client.publish(subject, 'no message at all');
    await side.client.publish(subject, wrong);
    await side.client.publish(shardSubject(stream, other), right);
    for (const each of agents) each.write(2);
    await expectComplete();
    // What a server wrote is taken: the test would pass with messages that nobody reads.
    await side.client.publish(subject, right);
    await until(async () => {
      const [head] = await inspect<{ seq: number }>(
        server.databaseUrl,
        `select seq::int from agent_heads where agent = '${agent.id}'`,
      );
      return head?.seq === 8;
    });
  });

  test('a changed line at the end of a log is found once, however often its agent looks', async () => {
    const [agent] = agents;
    if (agent === undefined) throw new Error('no agent');
    agent.write(3);
    agent.spoilLast();
    await until(async () => (await agent.send()).seq === 3);
    for (let looks = 0; looks < 3; looks++) await agent.send();
    expect(await inspect(server.databaseUrl, 'select what, first_seq::int as seq from findings')).toEqual([
      { what: 'changed', seq: 3 },
    ]);
  });

  test('a batch that the database refuses holds up no other agent', async () => {
    const [bad] = agents;
    await sendRounds();
    await expectComplete();
    await inspect(
      server.databaseUrl,
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`,
    );
    await inspect(
      server.databaseUrl,
      `create trigger refused after insert on batches for each row when (new.agent = '${bad?.id}') execute function refuse()`,
    );
    for (const agent of agents) agent.write(4);
    await Promise.all(agents.map((agent) => agent.send()));
    for (const agent of agents.slice(1))
      await until(async () => (await agent.send()).seq === agent.written());
    expect(bad?.forgotten()).toBe((bad?.written() ?? 0) - 4);
    await inspect(server.databaseUrl, 'drop function refuse cascade');
    await expectComplete();
  });

  test('an agent that meets a server without JetStream sends there what was taken and is not stored', async () => {
    await pauseStoring();
    await sendRounds();
    await side.manager.streams.purge(stream);
    const direct = await serve(
      { ...server.settings, env: { ...server.settings.env, PERMESSO_NATS_URL: '' } },
      { log: pino({ level: 'silent' }) },
    );
    try {
      await expectComplete(direct.url);
    } finally {
      await direct.stop();
    }
  });

  describe('two servers', () => {
    test('store one shard: the second one is refused by its position', async () => {
      await pauseStoring();
      const [agent] = agents;
      if (agent === undefined) throw new Error('no agent');
      const shard = shardOf(team.organisation, agent.id);
      const [row] = await inspect<{ epoch: string; seq: number }>(
        server.databaseUrl,
        `select epoch, seq::int from jetstream_positions where shard = ${shard}`,
      );
      const { lines } = makeLines(4);
      const arrival = async (from: number, to: number): Promise<StreamMessage> => ({
        seq: to,
        organisation: team.organisation,
        bytes: 0,
        arrivals: [
          {
            agent: agent.id,
            project: team.project,
            acceptGap: false,
            batch: await readBatch(Buffer.from(lines.slice(from, from + 2).join('')), undefined),
          },
        ],
      });
      const at = row?.seq ?? 0;
      const holding = { shard, epoch: row?.epoch ?? '', holder: pausedBy };
      const options = { database: server.database, holding, now: Date.now, onDropped: () => undefined };
      const runs = await Promise.allSettled([
        storeRun({ from: at, messages: [await arrival(0, at + 1)] }, options),
        storeRun({ from: at, messages: [await arrival(0, at + 1)] }, options),
      ]);
      expect(runs.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      // Read again after a kill, by who remembers an older position or was taken for dead.
      await expect(storeRun({ from: at, messages: [await arrival(2, at + 2)] }, options)).rejects.toThrow(
        PositionLost,
      );
      const dead = { ...options, holding: { ...holding, holder: randomUUID() } };
      await expect(storeRun({ from: at + 1, messages: [await arrival(2, at + 2)] }, dead)).rejects.toThrow(
        PositionLost,
      );
      expect(
        await inspect(
          server.databaseUrl,
          `select count(*)::int as entries from events where agent = '${agent.id}'`,
        ),
      ).toEqual([{ entries: 2 }]);
      expect(await storeRun({ from: at + 1, messages: [await arrival(2, at + 2)] }, options)).toBe(at + 2);
    });

    test('are killed while they store, again and again', async () => {
      const start = (): Promise<ServerProcess> =>
        startProcess(['--conditions=@permesso/source', join(import.meta.dirname, 'server-child.ts')], {
          DATABASE_URL: server.databaseUrl,
          PERMESSO_SECRET: 'a secret of thirty-two characters',
          PERMESSO_PORT: '0',
          PERMESSO_LOG: 'silent',
          PERMESSO_NATS_URL: cluster.urls.join(','),
          PERMESSO_NATS_MONITOR: cluster.monitors.join(','),
        });
      let child = await start();
      // From here on only children store.
      await pauseStoring();
      for (let kills = 0; kills < 4; kills++) {
        await resumeStoring();
        const sending = keepSending(child.url);
        const before = await storedEntries();
        // Killed right behind a commit: its messages are read again by the next one.
        await until(async () => (await storedEntries()) > before + 50);
        child.kill();
        await child.ended;
        await sending.end();
        child = await start();
      }
      try {
        await expectComplete(child.url);
      } finally {
        await child.stop();
      }
    });
  });
});
