import { existsSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { connectNats, type StreamConfig } from '@permesso/jetstream';
import { afterEach, describe, expect, test } from 'vitest';
import { serve } from '../../../serve.ts';
import { startTestServer, type TestServer } from '../../../../test/harness.ts';
import {
  findNatsServer,
  oldProgram,
  natsEnvironment,
  startNats,
  type ClusterOptions,
  type NatsCluster,
} from './nats-cluster.ts';

const program = findNatsServer();
const isOld =
  existsSync(oldProgram) && execFileSync(oldProgram, ['--version'], { encoding: 'utf8' }).includes('v2.9.');

let cluster: NatsCluster | undefined;
let plain: TestServer | undefined;
afterEach(async () => {
  await plain?.end();
  await cluster?.stop();
  [plain, cluster] = [undefined, undefined];
});

/** Why a server with these settings does not start. */
async function refusal(
  options: ClusterOptions,
  { replicas = 1, isMonitored = false }: { readonly replicas?: number; readonly isMonitored?: boolean } = {},
): Promise<string> {
  const made = (cluster ??= await startNats({ nodes: 1, ...options }));
  plain ??= await startTestServer();
  const monitors = isMonitored ? made.monitors : [];
  const env = natsEnvironment({ urls: made.urls, monitors }, { replicas });
  return await serve({ ...plain.settings, env: { ...plain.settings.env, ...env } }).then(
    async (server) => {
      await server.stop();
      return 'it started';
    },
    (error: unknown) => String(error),
  );
}

test.skipIf(!isOld)(
  'a server that loses what it acknowledged is refused, with what to run instead',
  async () => {
    const why = await refusal({ program: oldProgram, jetstream: '' });
    expect(why).toMatch(/nats-server 2\.9\.\d+ is too old: it loses messages that it acknowledged/);
    expect(why).toContain('run nats-server 2.10.23 or newer with "sync_interval: always"');
  },
);

describe.skipIf(program === undefined)('a new server', () => {
  const current = program ?? '';

  test('that does not sync to its disk is refused where its monitoring can be asked', async () => {
    const options = { program: current, jetstream: '' };
    expect(await refusal(options, { isMonitored: true })).toContain(
      'acknowledges messages before they are on its disk; fix: set "sync_interval: always"',
    );
    // A client cannot see it: the operator is told.
    expect(await refusal(options)).toBe('it started');
  });

  test('that takes smaller messages than agents send is refused', async () => {
    expect(await refusal({ program: current, maxPayload: '1MB' })).toContain('fix: set "max_payload: 8MB"');
  });

  test.each<readonly [config: Partial<StreamConfig>, why: string]>([
    [{ discard: 'old' }, 'discard is old, not new'],
    [{ storage: 'memory' }, 'storage is memory, not file'],
    [{ retention: 'workqueue' }, 'retention is workqueue, not limits'],
    [{ max_msgs_per_subject: 5 }, 'max_msgs_per_subject is set'],
    [{ subjects: ['permesso-main.other'] }, 'subjects are not permesso-main.events.*'],
  ])('whose stream would forget (%j) is refused', async (config, why) => {
    cluster = await startNats({ program: current, nodes: 1 });
    const { connection, manager } = await connectNats(cluster.urls);
    const subjects = ['permesso-main.events.*'];
    const usual = { discard: 'new', storage: 'file', subjects } as const;
    await manager.streams.add({ name: 'permesso-main', ...usual, ...config });
    await connection.close();
    expect(await refusal({ program: current })).toContain(why);
  });

  test('alone is refused unless one replica was asked for', async () => {
    cluster = await startNats({ program: current, nodes: 1 });
    const { connection, manager } = await connectNats(cluster.urls);
    const subjects = ['permesso-main.events.*'];
    await manager.streams.add({ name: 'permesso-main', discard: 'new', storage: 'file', subjects });
    await connection.close();
    expect(await refusal({ program: current }, { replicas: 3 })).toContain('needs PERMESSO_NATS_REPLICAS=1');
    expect(await refusal({ program: current })).toBe('it started');
  });
});
