import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connectNats, type Nats } from '@permesso/jetstream';
import { serve } from '../../../serve.ts';
import { openPowerDisk, type PowerDisk } from '../../../../test/faults/power-disk.ts';
import { openProxy, type Proxy } from '../../../../test/faults/proxy.ts';
import { createTeam, startTestServer, type Team, type TestServer } from '../../../../test/harness.ts';
import {
  entriesIn,
  expectAllStored,
  expectRecorded,
  pauseStoringIn,
  resumeStoringIn,
  sendThreeTimes,
  startSending,
} from './flow.ts';
import {
  findNatsServer,
  natsEnvironment,
  startNats,
  until,
  type ClusterOptions,
  type NatsCluster,
} from './nats-cluster.ts';
import { createSendingAgent, type SendingAgent } from './sending-agent.ts';

const program = findNatsServer();
const stream = 'permesso-main';

describe.skipIf(program === undefined)(
  'nodes of the stream that fail as machines do',
  { timeout: 180_000 },
  () => {
    let cluster: NatsCluster;
    let side: Nats;
    let server: TestServer;
    let team: Team;
    let agents: SendingAgent[];
    let closing: (() => unknown)[];

    beforeEach(() => {
      closing = [];
    });
    afterEach(async () => {
      for (const close of closing.toReversed()) await close();
    });

    async function open(options: Omit<ClusterOptions, 'program'>): Promise<void> {
      cluster = await startNats({ program: program ?? '', ...options });
      closing.push(cluster.stop);
      side = await connectNats(cluster.urls);
      closing.push(() => side.connection.close());
      // Where it is not looked at, a node that does not sync is taken.
      server = await startTestServer({
        env: natsEnvironment({ urls: cluster.urls }),
      });
      closing.push(server.end);
      team = await createTeam(server, 'team');
      agents = [];
      for (let made = 0; made < 6; made++) agents.push(await createSendingAgent(server.url, team));
      closing.push(() => agents.forEach((agent) => agent.remove()));
    }

    describe('power of all disks', () => {
      let disks: PowerDisk[];

      beforeEach((context) => {
        disks = [0, 1, 2].flatMap(() => openPowerDisk(256) ?? []);
        closing.push(() => disks.forEach((disk) => disk.remove()));
        if (disks.length < 3) context.skip('this account may not mount disks');
      });

      const stores = (): readonly string[] => disks.map(({ path }) => path);

      async function cutPower(): Promise<void> {
        for (const disk of disks) disk.cut();
        await Promise.all(cluster.nodes.map((node) => node.kill()));
        for (const disk of disks) await disk.restore();
        await Promise.all(cluster.nodes.map((node) => node.start()));
      }

      async function takeWithoutStoring(): Promise<number> {
        await pauseStoringIn(server.databaseUrl);
        await sendThreeTimes(agents);
        const written = agents.reduce((sum, agent) => sum + agent.written(), 0);
        expect(await entriesIn(server.databaseUrl)).toBe(0);
        expect(agents.map((agent) => agent.forgotten())).toEqual(agents.map(() => 0));
        return written;
      }

      test('what was answered as taken is stored without its agents, with sync_interval: always', async () => {
        await open({ stores: stores() });
        const written = await takeWithoutStoring();
        await cutPower();
        await resumeStoringIn(server.databaseUrl);
        await until(async () => (await entriesIn(server.databaseUrl)) === written);
        await expectRecorded(agents, server.databaseUrl);
      });

      test('a stream that does not sync loses it, and agents send it again', async () => {
        await open({ stores: stores(), jetstream: '' });
        await takeWithoutStoring();
        await cutPower();
        // Whatever is left of it.
        await until(async () => {
          const info = await side.manager.streams.info(stream).catch((error: unknown) => String(error));
          return typeof info === 'string' ? info.includes('not found') : info.state.messages === 0;
        });
        await resumeStoringIn(server.databaseUrl);
        await expectAllStored(agents, server);
      });

      test('while agents send', async () => {
        await open({ stores: stores() });
        const sending = startSending(agents, [server.url]);
        for (let cuts = 0; cuts < 2; cuts++) {
          await sending.rounds(3);
          await cutPower();
        }
        await sending.rounds(3);
        await sending.end();
        await expectAllStored(agents, server);
      });
    });

    test('a leader is cut off from the other two while servers reach both sides, twice', async () => {
      const routes: { readonly proxy: Proxy; readonly nodes: readonly number[] }[] = [];
      await open({
        wayTo: async (port, { from, to }) => {
          const proxy = await openProxy(() => port);
          routes.push({ proxy, nodes: [from, to] });
          closing.push(proxy.close);
          return proxy.port;
        },
      });
      const leaderOf = async (by: Nats): Promise<number> => {
        const info = await by.manager.streams.info(stream).catch(() => undefined);
        return Number(/\d+$/.exec(info?.cluster?.leader ?? '')?.[0] ?? -1);
      };
      for (let cuts = 0; cuts < 2; cuts++) {
        await until(async () => (await leaderOf(side)) >= 0);
        const leader = await leaderOf(side);
        const [urlOfLeader = ''] = cluster.urls.slice(leader);
        const others = await connectNats(cluster.urls.filter((url) => url !== urlOfLeader));
        const { settings } = server;
        const beside = await serve(
          { ...settings, env: { ...settings.env, ...natsEnvironment({ urls: [urlOfLeader] }) } },
          { log: pino({ level: 'silent' }) },
        );
        const sending = startSending(agents, [beside.url, server.url]);
        try {
          await sending.rounds(3);
          for (const { proxy, nodes } of routes) if (nodes.includes(leader)) proxy.set({ is: 'hole' });
          await until(async () => {
            const next = await leaderOf(others);
            return next >= 0 && next !== leader;
          });
          await sending.rounds(3);
        } finally {
          for (const { proxy } of routes) proxy.set({ is: 'clear' });
          await sending.rounds(3);
          await sending.end();
          await beside.stop();
          await others.connection.close();
        }
      }
      await cluster.ready();
      await expectAllStored(agents, server);
    });
  },
);
