import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inspect } from '../harness.ts';
import { answers, clusterPlace, freePort, type Cluster } from './cluster.ts';
import { soon } from './soon.ts';

const run = promisify(execFile);

/** A copy of a cluster that follows it by a replication slot. */
export interface Standby {
  readonly name: string;
  readonly url: string;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** How far it has received the primary's log, as a number to compare. */
  readonly received: () => Promise<number>;
  /** Makes it the primary. */
  readonly promote: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

export async function createStandby(primary: Cluster, name: string): Promise<Standby> {
  const { bin, account, directory } = clusterPlace();
  const data = join(directory, 'data');
  const from = new URL(primary.url);
  const source = `host=127.0.0.1 port=${from.port} user=permesso`;
  const copy = ['-D', data, '-R', '-C', '-S', name, '-X', 'stream', '-c', 'fast', '--no-sync', '-d', source];
  await run(join(bin, 'pg_basebackup'), copy, { ...account, cwd: directory });
  const port = await freePort();
  const own = new URL(primary.url);
  own.port = String(port);
  let running: ChildProcess | undefined;

  async function start(): Promise<void> {
    // The primary knows a standby by the name of its cluster.
    const settings = [
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${directory}`,
      `cluster_name=${name}`,
    ];
    running = spawn(
      join(bin, 'postgres'),
      ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
      { ...account, cwd: directory, stdio: 'ignore' },
    );
    if (!(await soon(() => answers(own.href)))) throw new Error(`standby ${name} does not start`);
  }

  async function stop(): Promise<void> {
    if (running === undefined) return;
    const ended = once(running, 'exit');
    // At once, and its children with it.
    running.kill('SIGQUIT');
    await ended;
    running = undefined;
  }

  await start();
  return {
    name,
    url: own.href,
    start,
    stop,
    received: async () => {
      const [row] = await inspect<{ bytes: string }>(
        own.href,
        "select pg_wal_lsn_diff(pg_last_wal_receive_lsn(), '0/0')::text as bytes",
      );
      return Number(row?.bytes ?? 0);
    },
    promote: async () => {
      await inspect(own.href, 'select pg_promote(true, 60)');
    },
    remove: async () => {
      await stop();
      rmSync(directory, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

/** Which standbys a commit waits for: `ANY 1 (a, b)`; none when empty. */
export async function setSynchronous(primary: Cluster, names: string): Promise<void> {
  await inspect(primary.url, `alter system set synchronous_standby_names = '${names}'`);
  await inspect(primary.url, 'select pg_reload_conf()');
}
