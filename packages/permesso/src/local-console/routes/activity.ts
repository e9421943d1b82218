import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { definedFields, putBounded } from '@permesso/engine/call';
import { readSince, logFiles, searchLog, type LogQuery, type LogSearch } from '@permesso/gate/log';
import { nobody } from '@permesso/protocol/approval';
import type { ActivityCounts, CallOutcome, FoundEntries } from '@permesso/protocol/console';
import type { AnswerEntry, EndEntry } from '@permesso/protocol/entry';
import type { CountedRange } from './activity-counts.ts';
import type { LogReader } from './log-reader.ts';
import { get, post, Refused, type Route } from '../route.ts';
import type { StartJob } from '../start-job.ts';
import type { PlaceOptions } from '@permesso/gate/disk';

export interface ActivityOptions {
  /** The directory of the log. */
  readonly log: string;
  readonly reader: LogReader;
  /** The policy that rules are proposed for. */
  readonly place: PlaceOptions & { readonly cwd: string };
  readonly startJob: StartJob;
}

const shortLog = 32 * 1024 * 1024;

function bytesIn(log: string): number {
  return logFiles(log).reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);
}

/** Limits on the time and results of a step. The first is latency for somebody who types. */
const first = { ms: 12, entries: 30 };
const further = { ms: 20, entries: 100 };
/** For a file export: nobody watches single steps. */
const whole = { ms: 60, entries: 1000 };
const mostSearches = 20;

export function activityRoutes({ log, reader, place, startJob }: ActivityOptions): readonly Route[] {
  const searches = new Map<string, LogSearch>();
  /** The result of `permesso log verify --json`. */
  let checked: { readonly at?: number; readonly result?: unknown } = {};

  function step(id: string | undefined, query: URLSearchParams): FoundEntries {
    reader.giveWay();
    const known = id === undefined ? undefined : searches.get(id);
    // Too many searches were started since: starting over would repeat the results.
    if (id !== undefined && known === undefined) throw new Refused('This search was given up. Search again.');
    const search = known ?? begin(log, query);
    if (id !== undefined) searches.delete(id);
    const found = search.step(query.has('whole') ? whole : known === undefined ? first : further);
    const shown: FoundEntries = {
      entries: found.entries.map((entry) => {
        const after = found.outcomes.get(entry.seq);
        return { seq: entry.seq, entry, ...(after === undefined ? {} : { outcome: shownOutcome(after) }) };
      }),
      looked: found.looked,
    };
    if (found.done) return shown;
    const more = randomUUID();
    putBounded(searches, [more, search], mostSearches);
    return { ...shown, more };
  }

  return [
    get('/api/stats', () => reader.stats()),
    get('/api/activity', (query) => step(query.get('more') ?? undefined, query)),
    get('/api/activity/counts', (query): ActivityCounts =>
      reader.counts(
        {
          range: rangeIn(query),
          ...definedFields({ from: numberIn(query, 'from'), to: numberIn(query, 'to') }),
          ...given(query, 'verdict', 'tool', 'host', 'project'),
        },
        Date.now(),
      ),
    ),
    get('/api/integrity', () => ({ ...checked, isShort: bytesIn(log) < shortLog })),
    post('/api/integrity', async () => {
      checked = { at: Date.now(), result: await startJob({ is: 'verify', log }) };
      return { ...checked, isShort: true };
    }),
    post('/api/suggest', () => startJob({ is: 'suggest', log, place })),
  ];
}

function begin(log: string, query: URLSearchParams): LogSearch {
  return searchLog(log, queryIn(query));
}

function queryIn(query: URLSearchParams): LogQuery {
  const since = numberIn(query, 'from') ?? readSince(query.get('since') ?? '', Date.now());
  return {
    ...verdictIn(query),
    ...typeIn(query),
    ...given(query, 'tool', 'session', 'host', 'project', 'key'),
    ...definedFields({ seq: numberIn(query, 'seq'), since, until: numberIn(query, 'to') }),
    words: (query.get('words') ?? '').split(/\s+/).filter(Boolean).slice(0, 8),
  };
}

/** A call that ran in a sandbox was allowed too; `allow` means the others. */
function verdictIn(query: URLSearchParams): Pick<LogQuery, 'verdict' | 'sandboxed'> {
  const { verdict } = given(query, 'verdict');
  if (verdict === undefined) return {};
  if (verdict === 'sandboxed') return { verdict: 'allow', sandboxed: true };
  return verdict === 'allow' ? { verdict, sandboxed: false } : { verdict };
}

function typeIn(query: URLSearchParams): Pick<LogQuery, 'type' | 'withoutFollowUps'> {
  const { type } = given(query, 'type');
  if (type === undefined) return {};
  return type === 'calls' ? { withoutFollowUps: true } : { type };
}

/** The parameters that are set. */
function given<T extends string>(
  query: URLSearchParams,
  ...names: readonly T[]
): { readonly [K in T]?: string } {
  const set = names.map((name) => [name, query.get(name) ?? '']).filter(([, value]) => value !== '');
  return Object.fromEntries(set) as { readonly [K in T]?: string };
}

function numberIn(query: URLSearchParams, name: string): number | undefined {
  const value = query.get(name) ?? '';
  if (value === '') return undefined;
  if (!/^\d{1,15}$/.test(value)) throw new Refused(`\`${name}\` is a number`);
  return Number(value);
}

const ranges: readonly CountedRange[] = ['1h', '24h', '7d', '30d', '90d', 'all'];

function rangeIn(query: URLSearchParams): CountedRange {
  const range = ranges.find((each) => each === (query.get('range') ?? '30d'));
  if (range === undefined) throw new Refused(`\`range\` is one of ${ranges.join(', ')}`);
  return range;
}

function shownOutcome(after: AnswerEntry | EndEntry): CallOutcome {
  if (after.type === 'end') return { is: 'ran' };
  const { verdict, by, from, waitedMs } = after;
  return {
    is: from === nobody ? 'unanswered' : verdict === 'allow' ? 'approved' : 'denied',
    ...definedFields({ by, waitedMs }),
  };
}
