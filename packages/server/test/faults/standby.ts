import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inspect } from '../harness.ts';
import {
  clusterPlace,
  freePort,
  makeOwned,
  postgresAt,
  removeCluster,
  tablesBelow,
  type Cluster,
  type ClusterOptions,
} from './cluster.ts';
import { soon } from './soon.ts';

const run = promisify(execFile);

/** A copy of a cluster that follows it by a replication slot. */
export interface Standby extends Cluster {
  readonly name: string;
  /** How far it has its primary's log, as a number to compare: all that is on its disk. */
  readonly received: () => Promise<number>;
  /** Makes it the primary. */
  readonly promote: () => Promise<void>;
  /** Follows another primary, which is not behind it. */
  readonly follow: (primary: Cluster) => Promise<void>;
}

export async function createStandby(
  primary: Cluster,
  name: string,
  { tables, within, settings = [] }: ClusterOptions = {},
): Promise<Standby> {
  const place = clusterPlace(within);
  const { bin, account, directory } = place;
  const copy = ['-D', join(directory, 'data'), '-R', '-C', '-S', name, '-X', 'stream', '-c', 'fast'];
  if (within === undefined) copy.push('--no-sync');
  if (tables !== undefined) {
    makeOwned(tablesBelow(tables), account);
    copy.push('-T', `${tablesBelow(primary.tables ?? '')}=${tablesBelow(tables)}`);
  }
  await run(join(bin, 'pg_basebackup'), [...copy, '-d', sourceOf(primary)], { ...account, cwd: directory });
  const port = await freePort();
  const own = new URL(primary.url);
  own.port = String(port);
  const { start, crash } = postgresAt(place, {
    port,
    // The primary knows a standby by the name of its cluster.
    settings: [...settings, `cluster_name=${name}`, 'wal_retrieve_retry_interval=200ms'],
  });
  await start();
  return {
    name,
    url: own.href,
    ...(tables === undefined ? {} : { tables }),
    start,
    crash,
    received: async () => {
      if (!(await soon(async () => (await inspect(own.href, waitsForMore)).length > 0)))
        throw new Error(`standby ${name} does not come to the end of its log`);
      const [row] = await inspect<{ bytes: string }>(own.href, furthest);
      return Number(row?.bytes ?? 0);
    },
    promote: async () => {
      await inspect(own.href, 'select pg_promote(true, 60)');
    },
    follow: async (next) => {
      await inspect(next.url, 'select pg_create_physical_replication_slot($1, true)', [name]);
      await inspect(own.href, `alter system set primary_conninfo = '${sourceOf(next)}'`);
      await inspect(own.href, 'select pg_reload_conf()');
    },
    remove: async () => {
      await crash();
      removeCluster(directory, tables);
    },
  };
}

function sourceOf({ url }: Cluster): string {
  return `host=127.0.0.1 port=${new URL(url).port} user=permesso`;
}

/** One that was started again has received nothing yet, and replays first what its disk holds. */
const waitsForMore = `select 1 from pg_stat_activity where backend_type = 'startup'
  and wait_event in ('RecoveryRetrieveRetryInterval', 'RecoveryWalStream')`;

const furthest = `select pg_wal_lsn_diff(greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()), '0/0')::text as bytes`;

/** Which standbys a commit waits for: `ANY 1 (a, b)`; none when empty. */
export async function setSynchronous({ url }: Cluster, names: string): Promise<void> {
  await inspect(url, `alter system set synchronous_standby_names = '${names}'`);
  await inspect(url, 'select pg_reload_conf()');
}
