import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Settings } from '../../../settings.ts';

const cache = join(import.meta.dirname, '../../../../../../node_modules/.cache/nats-server');

/** Debian 12's, which is too old. */
export const oldProgram = '/usr/sbin/nats-server';

/**
 * Debian 13's, unpacked on first use; `PERMESSO_NATS_SERVER` names another one. Undefined if no Debian mirror is
 * reachable.
 */
export function findNatsServer(): string | undefined {
  const given = process.env['PERMESSO_NATS_SERVER'];
  if (given !== undefined) return given;
  if (existsSync(join(cache, 'nats-server'))) return join(cache, 'nats-server');
  try {
    const script = join(import.meta.dirname, 'unpack-nats-server.sh');
    return execFileSync(script, [cache], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}

export interface NatsNode {
  readonly url: string;
  readonly monitor: string;
  /** Without a clean shutdown, as in a crash. */
  readonly kill: () => Promise<void>;
  /** Resolves when it answers. */
  readonly start: () => Promise<void>;
  readonly store: string;
}

export interface NatsCluster {
  readonly nodes: readonly NatsNode[];
  readonly urls: readonly string[];
  readonly monitors: readonly string[];
  /** Resolves when JetStream has a leader. */
  readonly ready: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface ClusterOptions {
  readonly program: string;
  readonly nodes?: number;
  /** Lines of the block `jetstream`. */
  readonly jetstream?: string;
  readonly maxPayload?: string;
  /** A store folder for each node, instead of temporary ones. */
  readonly stores?: readonly string[];
  /** The port by which one node reaches another; the other's own port when absent. */
  readonly wayTo?: (port: number, way: { readonly from: number; readonly to: number }) => Promise<number>;
}

/** NATS servers on loopback, each with its own store in a temporary folder. */
export async function startNats({
  program,
  nodes: count = 3,
  jetstream = 'sync_interval: always',
  maxPayload = '8MB',
  stores = [],
  wayTo,
}: ClusterOptions): Promise<NatsCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'permesso-nats-'));
  const ports = await freePorts(count * 3);
  const all = Array.from({ length: count }, (_, at) => at);
  const port = (node: number): number => ports[node * 3 + 1] ?? 0;
  const routes = await Promise.all(
    all.map(
      async (from) =>
        await Promise.all(
          all
            .filter((to) => to !== from)
            .map(async (to) => `nats://127.0.0.1:${await (wayTo?.(port(to), { from, to }) ?? port(to))}`),
        ),
    ),
  );
  // Nodes gossip their peers' addresses; with a proxy between them those would be wrong.
  const advertise = wayTo === undefined ? '' : `advertise: "127.0.0.1:${(await freePorts(1))[0]}", `;
  const nodes = Array.from({ length: count }, (_, at): NatsNode => {
    const [client, cluster, http] = ports.slice(at * 3, at * 3 + 3);
    const store = join(stores[at] ?? folder, `store-${at}`);
    const config = join(folder, `node-${at}.conf`);
    mkdirSync(store);
    writeFileSync(
      config,
      `server_name: node-${at}
listen: 127.0.0.1:${client}
http: 127.0.0.1:${http}
max_payload: ${maxPayload}
jetstream { store_dir: "${store}"
  max_file_store: 1GB
  ${jetstream} }
${count === 1 ? '' : `cluster { name: test, listen: 127.0.0.1:${cluster}, ${advertise}routes: [${routes[at]?.join(', ')}] }`}
`,
    );
    const monitor = `http://127.0.0.1:${http}`;
    let child: ChildProcess | undefined;
    return {
      url: `nats://127.0.0.1:${client}`,
      monitor,
      store,
      start: async () => {
        child = spawn(program, ['-c', config, '-l', join(folder, `node-${at}.log`)], { stdio: 'ignore' });
        await until(() => answers(`${monitor}/varz`));
      },
      kill: async () => {
        if (child === undefined) return;
        const gone = once(child, 'exit');
        child.kill('SIGKILL');
        await gone;
        child = undefined;
      },
    };
  });
  await Promise.all(nodes.map((node) => node.start()));
  const ready = async (): Promise<void> => {
    await Promise.all(nodes.map(({ monitor }) => until(() => answers(`${monitor}/healthz`))));
  };
  await ready();
  return {
    nodes,
    urls: nodes.map(({ url }) => url),
    monitors: nodes.map(({ monitor }) => monitor),
    ready,
    stop: async () => {
      await Promise.all(nodes.map((node) => node.kill()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

export async function until(is: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 3600; tries++) {
    if (await is()) return;
    await wait(50);
  }
  throw new Error('waited for three minutes');
}

async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

/** The environment that points a server at them. Without their monitoring URLs the server skips that check. */
export function natsEnvironment(
  { urls, monitors = [] }: Pick<NatsCluster, 'urls'> & Partial<Pick<NatsCluster, 'monitors'>>,
  { replicas = 3 } = {},
): Settings['env'] {
  return {
    PERMESSO_NATS_URL: urls.join(','),
    PERMESSO_NATS_REPLICAS: String(replicas),
    PERMESSO_NATS_MONITOR: monitors.join(','),
  };
}
