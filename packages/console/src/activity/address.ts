import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { ActivitySource } from './activity-source.ts';

/** What the page shows, kept in its address so that back, reload and a link keep it. */
export interface ActivityAddress {
  readonly words?: string;
  readonly verdict?: string;
  /** Which entries: `calls` when absent. */
  readonly type?: string;
  readonly tool?: string;
  readonly host?: string;
  readonly project?: string;
  /** At a team server: one of its agents. */
  readonly agent?: string;
  readonly session?: string;
  readonly range?: string;
  /** The brushed part of the range, in milliseconds since the epoch. */
  readonly from?: string;
  readonly to?: string;
  /** The entry that is open: its sequence number, at a team server behind its agent. */
  readonly entry?: string;
}

export const defaultRange = '30d';

/** What a search for entries is made from. */
export const filterNames = [
  'words',
  'verdict',
  'type',
  'tool',
  'host',
  'agent',
  'project',
  'session',
] as const;

export type FilterName = (typeof filterNames)[number];

export interface ActivityPlace {
  readonly address: ActivityAddress;
  /** Changes some of it; an empty text takes one away. Without a trail, unless an entry is opened. */
  readonly go: (change: ActivityAddress) => void;
}

export function useActivityAddress(): ActivityPlace {
  const address: ActivityAddress = useSearch({ from: '/activity' });
  const navigate = useNavigate();
  const isOpen = address.entry !== undefined;
  const go = useCallback(
    (change: ActivityAddress) =>
      void navigate({
        to: '/activity',
        search: (now: object) => ({ ...now, ...change }),
        replace: change.entry === undefined || isOpen,
      }),
    [navigate, isOpen],
  );
  return { address, go };
}

export function isFiltered(address: ActivityAddress): boolean {
  return filterNames.some((name) => (address[name] ?? '') !== '') || address.from !== undefined;
}

/** Takes every filter away. */
export const noFilter: ActivityAddress = {
  words: '',
  verdict: '',
  type: '',
  tool: '',
  host: '',
  agent: '',
  project: '',
  session: '',
  from: '',
  to: '',
};

/** The filters as a view keeps them: without the entry that happens to be open. */
export function viewSearch({ entry: _entry, ...rest }: ActivityAddress): string {
  return searchOf({ ...rest });
}

const rangeMs: Readonly<Record<string, number>> = {
  '1h': 3_600_000,
  '24h': 86_400_000,
  '7d': 7 * 86_400_000,
  '30d': 30 * 86_400_000,
  '90d': 90 * 86_400_000,
};

function searchOf(given: Readonly<Record<string, string | undefined>>): string {
  return new URLSearchParams(
    Object.entries(given).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, value]],
    ),
  ).toString();
}

/** What the server is asked for. The beginning of a range is read once, so that the same filter is the same question. */
export function entryQuery(
  { range = defaultRange, from, to, type = '', ...filters }: ActivityAddress,
  { calls, foreign }: Pick<ActivitySource, 'calls' | 'foreign'>,
  now: number,
): string {
  const back = rangeMs[range];
  const since = from ?? (back === undefined ? undefined : String(now - back));
  const kind = type === 'all' ? '' : type === '' || type === 'calls' ? calls : type;
  return searchOf({ ...filters, entry: '', [foreign]: '', type: kind, from: since, to });
}

export function countQuery(
  { range = defaultRange, verdict, tool, host, agent, project, from, to }: ActivityAddress,
  { ranges, foreign }: Pick<ActivitySource, 'ranges' | 'foreign'>,
): string {
  const known = ranges.some(({ value }) => value === range) ? range : defaultRange;
  return searchOf({ range: known, verdict, tool, host, agent, project, from, to, [foreign]: '' });
}
