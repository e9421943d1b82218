import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chownSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { inspect } from '../harness.ts';

/** A PostgreSQL of its own that may be killed. */
export interface Cluster {
  readonly url: string;
  /** Where its tables lie when that is elsewhere. */
  readonly tables?: string;
  /** As a power cut would: the postmaster and all its children at once. */
  readonly crash: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

export interface ClusterOptions {
  /** A directory elsewhere for the tables. */
  readonly tables?: string;
  /** Where its own directory is made. */
  readonly within?: string;
  /** `fsync=off` */
  readonly settings?: readonly string[];
}

export async function createCluster({
  tables,
  within,
  settings = [],
}: ClusterOptions = {}): Promise<Cluster> {
  const { bin, account, directory } = clusterPlace(within);
  const data = join(directory, 'data');
  execFileSync(
    join(bin, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'permesso',
      '-A',
      'trust',
      '-E',
      'UTF8',
      ...(within === undefined ? ['--no-sync'] : []),
    ],
    {
      ...account,
      cwd: directory,
      stdio: 'ignore',
    },
  );
  const port = await freePort();
  const urlOf = (name: string): string => `postgres://permesso@127.0.0.1:${port}/${name}`;
  const { start, crash } = postgresAt({ bin, account, directory }, { port, settings });

  async function makeDatabase(): Promise<void> {
    if (tables === undefined) {
      await inspect(urlOf('postgres'), 'create database permesso');
      return;
    }
    const location = tablesBelow(tables);
    makeOwned(location, account);
    await inspect(urlOf('postgres'), `create tablespace elsewhere location '${location}'`);
    await inspect(urlOf('postgres'), 'create database permesso tablespace elsewhere');
  }

  await start();
  await makeDatabase();
  return {
    url: urlOf('permesso'),
    ...(tables === undefined ? {} : { tables }),
    start,
    crash,
    remove: async () => {
      await crash();
      removeCluster(directory, tables);
    },
  };
}

/** PostgreSQL on a data directory that is there. */
export function postgresAt(
  { bin, account, directory }: ClusterPlace,
  { port, settings }: { readonly port: number; readonly settings: readonly string[] },
): Pick<Cluster, 'start' | 'crash'> {
  const all = ['listen_addresses=127.0.0.1', `unix_socket_directories=${directory}`, ...settings];
  const args = ['-D', join(directory, 'data'), '-p', String(port), ...all.flatMap((each) => ['-c', each])];
  let running: ChildProcess | undefined;
  let said = '';
  function run(): ChildProcess {
    const child = spawn(join(bin, 'postgres'), args, {
      ...account,
      cwd: directory,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-2000);
    });
    return child;
  }
  return {
    start: async () => {
      for (let tries = 0; tries < 300; tries++) {
        if (running === undefined || running.exitCode !== null || running.signalCode !== null)
          running = run();
        if (await answers(`postgres://permesso@127.0.0.1:${port}/postgres`)) return;
        await wait(200);
      }
      throw new Error(`PostgreSQL does not come back: ${said}`);
    },
    crash: async () => {
      const { pid } = running ?? {};
      if (running === undefined || pid === undefined) return;
      // Without a disk it ends on its own.
      const ended =
        running.exitCode === null && running.signalCode === null ? once(running, 'exit') : undefined;
      const children = childrenOf(pid);
      running.kill('SIGKILL');
      for (const child of children) killQuietly(child);
      await ended;
      running = undefined;
    },
  };
}

export function tablesBelow(place: string): string {
  return join(place, 'tables');
}

export function removeCluster(directory: string, tables: string | undefined): void {
  const places = [directory, ...(tables === undefined ? [] : [tablesBelow(tables)])];
  for (const each of places) rmSync(each, { recursive: true, force: true, maxRetries: 20 });
}

export function makeOwned(directory: string, { uid, gid }: ClusterPlace['account']): void {
  mkdirSync(directory);
  if (uid !== undefined && gid !== undefined) chownSync(directory, uid, gid);
}

export interface ClusterPlace {
  readonly bin: string;
  /** Who runs it: PostgreSQL refuses to run as root. */
  readonly account: { readonly uid?: number; readonly gid?: number };
  readonly directory: string;
}

/** PostgreSQL's programs, and a directory for one cluster. */
export function clusterPlace(within = tmpdir()): ClusterPlace {
  const [initdb] = globSync('/usr/lib/postgresql/*/bin/initdb').toSorted().toReversed();
  if (initdb === undefined)
    throw new Error('there is no initdb below /usr/lib/postgresql: install postgresql');
  const account = userInfo().uid === 0 ? accountOf('postgres') : {};
  const directory = mkdtempSync(join(within, 'permesso-cluster-'));
  if (account.uid !== undefined && account.gid !== undefined) chownSync(directory, account.uid, account.gid);
  return { bin: dirname(initdb), account, directory };
}

function childrenOf(pid: number): readonly number[] {
  // None is an error to ps.
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .map(Number)
    .filter((each) => each > 0);
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It ended on its own in between.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

function accountOf(name: string): { readonly uid?: number; readonly gid?: number } {
  const id = (flag: string): number => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
