import type { Database } from '../database/database.ts';
import { first, queries } from '../database/query.ts';

interface BundleRow {
  readonly id: string;
  readonly organisation: string;
  readonly project: string;
  readonly serial: number;
  readonly envelope: string;
}

/** The answer for agents. */
export interface Bundle extends BundleRow {
  readonly etag: string;
}

const sql = queries(import.meta.dirname);
const findChannel = sql<BundleRow, { id: string }>('find-channel.sql');
const changedChannels = sql<BundleRow, { ids: readonly string[]; serials: readonly number[] }>(
  'changed-channels.sql',
);

/** Manifests in memory: a million agents that ask once a minute must not query the database. */
export interface BundleCache {
  /** Without waiting; undefined if not cached. */
  readonly known: (channel: string) => Bundle | undefined;
  readonly get: (channel: string) => Promise<Bundle | undefined>;
  /** Resolves when the channel has a higher serial, or when the signal aborts. */
  readonly newer: (channel: string, serial: number, signal: AbortSignal) => Promise<void>;
  /** Polls the database for changes. */
  readonly refresh: () => Promise<void>;
}

/** Unknown names are requested too, and must not fill the memory. */
const mostKnown = 100_000;
const shape = /^[\w-]{32}$/;

export function bundleCache(database: Database): BundleCache {
  const bundles = new Map<string, Bundle>();
  const waiting = new Map<string, Set<() => void>>();

  function keep(row: BundleRow): Bundle {
    const bundle = { ...row, etag: `"${row.serial}"` };
    if (bundles.size >= mostKnown) bundles.clear();
    bundles.set(row.id, bundle);
    for (const wake of waiting.get(row.id) ?? []) wake();
    return bundle;
  }

  return {
    known: (channel) => bundles.get(channel),
    get: async (channel) => {
      const known = bundles.get(channel);
      if (known !== undefined || !shape.test(channel)) return known;
      const row = await database.asSystem((on) => first(findChannel(on, { id: channel })));
      return row === undefined || row.envelope === '' ? undefined : keep(row);
    },
    newer: async (channel, serial, signal) => {
      if ((bundles.get(channel)?.serial ?? 0) > serial || signal.aborted) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const wakes = waiting.get(channel) ?? new Set();
      waiting.set(channel, wakes.add(resolve));
      signal.addEventListener('abort', () => resolve(), { once: true });
      try {
        await promise;
      } finally {
        wakes.delete(resolve);
        if (wakes.size === 0) waiting.delete(channel);
      }
    },
    refresh: async () => {
      if (bundles.size === 0) return;
      const ids = [...bundles.keys()];
      const serials = Array.from(bundles.values(), ({ serial }) => serial);
      const changed = await database.asSystem((on) => changedChannels(on, { ids, serials }));
      for (const row of changed) keep(row);
    },
  };
}
