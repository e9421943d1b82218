import type { KeptEntry } from '@permesso/protocol/entry';
import { entryFields } from '../log/entry/entry-fields.ts';
import type { LogStore, WantedEntries } from '../log/entry/log.ts';
import { checkErased, entryText, sinkOf } from './log-sink.ts';
import type { RedisKeys } from './redis-client.ts';

/** One stream for all tenants, so that entries stay in order: readers of one tenant skip the others. */
export function redisLog({ key, send }: RedisKeys): LogStore {
  const stream = key('log');

  async function* rows(wanted: WantedEntries): AsyncIterable<readonly [id: string, entry: KeptEntry]> {
    let from = '-';
    for (;;) {
      const page = readPage(await send('XRANGE', stream, from, '+', 'COUNT', String(pageSize)));
      for (const row of page) if (isWanted(row[1], wanted)) yield row;
      if (page.length < pageSize) return;
      from = `(${page.at(-1)?.[0] ?? ''}`;
    }
  }

  return {
    ...sinkOf((entry) => send('XADD', stream, '*', 'entry', entryText(entryFields(entry)))),
    read: async function* (wanted = {}) {
      for await (const [, entry] of rows(wanted)) yield entry;
    },
    erase: async (wanted) => {
      checkErased(wanted);
      let gone = 0;
      for await (const [id] of rows(wanted)) gone += Number(await send('XDEL', stream, id));
      return gone;
    },
  };
}

const pageSize = 500;

function readPage(reply: unknown): readonly (readonly [string, KeptEntry])[] {
  if (!Array.isArray(reply)) return [];
  return (reply as readonly (readonly [string, readonly [string, string]])[]).map(([id, [, body]]) => [
    id,
    JSON.parse(body) as KeptEntry,
  ]);
}

function isWanted(entry: KeptEntry, { tenant, since = -Infinity, until = Infinity }: WantedEntries): boolean {
  const at = Date.parse(entry.at);
  if (at < since || at >= until) return false;
  if (tenant === undefined) return true;
  const call = 'call' in entry ? entry.call : undefined;
  return (call?.owner ?? call?.principal)?.tenant === tenant;
}
