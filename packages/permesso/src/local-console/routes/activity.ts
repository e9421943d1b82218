import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { readSince } from '../../log/search/log-filter.ts';
import { logFiles } from '../../log/file/log-files.ts';
import type { LocalEntries } from '@permesso/protocol/console/activity';
import { searchLog, type LogSearch } from '../../log/search/search-log.ts';
import type { LogReader } from './log-reader.ts';
import { Refused, type Route } from '../route.ts';
import { startJob } from '../start-job.ts';
import type { PlaceOptions } from '../../storage/policy-places.ts';

export interface ActivityOptions {
  /** The directory of the log. */
  readonly log: string;
  readonly reader: LogReader;
  /** Whose policy rules are proposed for. */
  readonly place: PlaceOptions & { readonly cwd: string };
}

const shortLog = 32 * 1024 * 1024;

function bytesIn(log: string): number {
  return logFiles(log).reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);
}

/** How long a step may look, and how much it may find. The first is what somebody who types waits for. */
const first = { ms: 12, entries: 30 };
const further = { ms: 20, entries: 30 };
const mostSearches = 20;

export function activityRoutes({ log, reader, place }: ActivityOptions): readonly Route[] {
  const searches = new Map<string, LogSearch>();
  /** As `permesso log verify --json` gives it. */
  let checked: { readonly at?: number; readonly result?: unknown } = {};

  function step(id: string | undefined, query: URLSearchParams): LocalEntries {
    reader.giveWay();
    const known = id === undefined ? undefined : searches.get(id);
    // So many others were begun meanwhile: to begin again would show the same again.
    if (id !== undefined && known === undefined) throw new Refused('This search was given up. Search again.');
    const search = known ?? begin(log, query);
    if (id !== undefined) searches.delete(id);
    const found = search.step(known === undefined ? first : further);
    if (found.done) return { entries: found.entries, looked: found.looked };
    const more = randomUUID();
    searches.set(more, search);
    const [oldest] = searches.keys();
    if (searches.size > mostSearches && oldest !== undefined) searches.delete(oldest);
    return { entries: found.entries, looked: found.looked, more };
  }

  return [
    { method: 'GET', path: '/api/stats', run: () => reader.stats() },
    { method: 'GET', path: '/api/activity', run: ({ query }) => step(query.get('more') ?? undefined, query) },
    { method: 'GET', path: '/api/integrity', run: () => ({ ...checked, isShort: bytesIn(log) < shortLog }) },
    {
      method: 'POST',
      path: '/api/integrity',
      run: async () => {
        checked = { at: Date.now(), result: await startJob({ is: 'verify', log }) };
        return { ...checked, isShort: true };
      },
    },
    { method: 'POST', path: '/api/suggest', run: () => startJob({ is: 'suggest', log, place }) },
  ];
}

/** The newest first. */
function begin(log: string, query: URLSearchParams): LogSearch {
  const since = readSince(query.get('since') ?? '', Date.now());
  return searchLog(log, {
    ...given('verdict', query),
    ...given('type', query),
    ...given('tool', query),
    ...given('session', query),
    ...(since === undefined ? {} : { since }),
    words: (query.get('words') ?? '').split(/\s+/).filter(Boolean).slice(0, 8),
  });
}

function given(name: string, query: URLSearchParams): Record<string, string> {
  const value = query.get(name);
  return value === null || value === '' ? {} : { [name]: value };
}
