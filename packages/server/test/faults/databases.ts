import { createCluster, type Cluster, type ClusterOptions } from './cluster.ts';
import { openPowerDisk, type PowerDisk } from './power-disk.ts';
import { openSmallDisk, type SmallDisk } from './small-disk.ts';
import { createStandby, setSynchronous, type Standby } from './standby.ts';

/** The PostgreSQL that servers talk to, whichever machine it runs on. */
export interface Databases extends Cluster {
  /** What the tables of the primary lie on; nothing where none could be mounted. */
  readonly tablesDisk: SmallDisk | undefined;
  /** All that the primary lies on; none where none could be mounted. */
  readonly power: readonly PowerDisk[];
  /** Of which a commit waits for one. */
  readonly standbys: readonly Standby[];
  /**
   * What a person does when the primary is gone with its disk: promotes the standby that has most, has the other one
   * follow it, and makes a new standby. Starts standbys that were down.
   */
  readonly failOver: () => Promise<void>;
}

/** Disks of one machine, and where on them PostgreSQL goes. */
interface Disks {
  readonly tables: SmallDisk;
  readonly power: readonly PowerDisk[];
  readonly places: { readonly tables?: string; readonly within?: string };
  readonly remove: () => void;
}

export async function createDatabases({
  settings,
  hasStandbys,
}: {
  /** Of PostgreSQL. */
  readonly settings: readonly string[];
  readonly hasStandbys: boolean;
}): Promise<Databases> {
  const disks = new Map((hasStandbys ? ['a', 'b', 'c'] : ['a']).map((name) => [name, openDisks()]));
  const optionsOf = (name: string): ClusterOptions => ({
    ...disks.get(name)?.places,
    settings,
  });
  const first = await createCluster({
    ...disks.get('a')?.places,
    settings: [...settings, 'cluster_name=a'],
  });
  let primary: Cluster & { readonly name: string } = { ...first, name: 'a' };
  let standbys: readonly Standby[] = [];
  if (hasStandbys) {
    standbys = [
      await createStandby(primary, 'b', optionsOf('b')),
      await createStandby(primary, 'c', optionsOf('c')),
    ];
    await setSynchronous(primary, 'ANY 1 (b, c)');
  }

  async function failOver(): Promise<void> {
    const lost = primary;
    await lost.crash();
    await lost.remove();
    await Promise.all(standbys.map((each) => each.start()));
    const received = await Promise.all(standbys.map((each) => each.received()));
    const [next, other] = (received[0] ?? 0) >= (received[1] ?? 0) ? standbys : standbys.toReversed();
    if (next === undefined || other === undefined) throw new Error('there is no standby to promote');
    await setSynchronous(next, `ANY 1 (${other.name}, ${lost.name})`);
    await next.promote();
    await other.follow(next);
    primary = next;
    standbys = [other, await createStandby(next, lost.name, optionsOf(lost.name))];
  }

  return {
    get url() {
      return primary.url;
    },
    get tablesDisk() {
      const { tables } = disks.get(primary.name) ?? {};
      return tables?.isMounted === true ? tables : undefined;
    },
    get power() {
      return disks.get(primary.name)?.power ?? [];
    },
    get standbys() {
      return standbys;
    },
    crash: () => primary.crash(),
    start: () => primary.start(),
    failOver,
    remove: async () => {
      for (const each of [...standbys, primary]) await each.remove();
      for (const each of disks.values()) each.remove();
    },
  };
}

function openDisks(): Disks {
  const power = [openPowerDisk(1024), openPowerDisk(1024)].filter((each) => each !== undefined);
  const [tables = openSmallDisk(1024), own] = power;
  return {
    tables,
    power,
    places: {
      ...(tables.isMounted ? { tables: tables.path } : {}),
      ...(own === undefined ? {} : { within: own.path }),
    },
    remove: () => {
      tables.remove();
      own?.remove();
    },
  };
}
