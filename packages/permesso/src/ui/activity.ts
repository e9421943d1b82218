import { randomUUID } from 'node:crypto';
import { passes, readSince, type LogFilter } from '../record/log-filter.ts';
import type { LogEntry } from '../record/log-entry.ts';
import { readLogBackwards } from '../record/read-log.ts';
import type { LogReader } from './log-reader.ts';
import type { Route, RunCommand } from './route.ts';

export interface ActivityOptions {
  /** The directory of the log. */
  readonly log: string;
  readonly reader: LogReader;
  readonly command: RunCommand;
}

/** One step of a search: what was found so far, and how to go on. */
export interface Found {
  readonly entries: readonly LogEntry[];
  /** Absent when the log has ended. */
  readonly more?: string;
  readonly looked: number;
}

/** How long one step may look, and how much it may find. */
const longest = 40;
const mostEntries = 100;
const mostSearches = 20;

export function activityRoutes({ log, reader, command }: ActivityOptions): readonly Route[] {
  const searches = new Map<string, Search>();

  function step(id: string | undefined, query: URLSearchParams): Found {
    const search = (id === undefined ? undefined : searches.get(id)) ?? begin(log, query);
    if (id !== undefined) searches.delete(id);
    const found = lookFor(search);
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
    // All of the log is read, and rules are tried on all of it: not in this process.
    { method: 'POST', path: '/api/verify', run: () => command(['log', 'verify', '--json']) },
    { method: 'POST', path: '/api/suggest', run: () => command(['suggest', '--json']) },
  ];
}

interface Search {
  readonly entries: Iterator<LogEntry>;
  readonly filter: LogFilter;
  readonly words: readonly string[];
}

/** The newest first. Words are looked for in the call and in the reasons, in any case, all of them. */
function begin(log: string, query: URLSearchParams): Search {
  const since = readSince(query.get('since') ?? '', Date.now());
  return {
    entries: readLogBackwards(log),
    filter: {
      ...given('verdict', query),
      ...given('type', query),
      ...given('tool', query),
      ...given('session', query),
      ...(since === undefined ? {} : { since }),
    },
    words: (query.get('words') ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8),
  };
}

function given(name: string, query: URLSearchParams): Record<string, string> {
  const value = query.get(name);
  return value === null || value === '' ? {} : { [name]: value };
}

function lookFor({ entries, filter, words }: Search): {
  readonly entries: readonly LogEntry[];
  readonly looked: number;
  readonly done: boolean;
} {
  const until = performance.now() + longest;
  const found: LogEntry[] = [];
  let looked = 0;
  while (found.length < mostEntries && performance.now() < until) {
    const next = entries.next();
    if (next.done === true) return { entries: found, looked, done: true };
    looked += 1;
    if (passes(next.value, filter) && holds(next.value, words)) found.push(next.value);
  }
  return { entries: found, looked, done: false };
}

function holds(entry: LogEntry, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = JSON.stringify(
    'call' in entry ? [entry.call, 'receipt' in entry ? entry.receipt : ''] : entry,
  );
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
}
