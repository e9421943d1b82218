import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { ActivitySource } from './activity-source.ts';

/** The page's state, kept in the URL so that back, reload and links preserve it. */
export interface ActivityAddress {
  readonly words?: string;
  readonly verdict?: string;
  /** The kind of entries: `calls` when absent. */
  readonly type?: string;
  readonly tool?: string;
  readonly host?: string;
  readonly project?: string;
  /** With a team server: one of its agents. */
  readonly agent?: string;
  readonly session?: string;
  readonly range?: string;
  /** The brushed part of the range, in milliseconds since the epoch. */
  readonly from?: string;
  readonly to?: string;
  /** The open entry: its sequence number; with a team server prefixed by its agent. */
  readonly entry?: string;
}

export const defaultRange = '30d';

/** The filters that make up a search. */
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
  /** Changes parts of it; an empty text removes one. Replaces the history entry, unless an entry is opened. */
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

/** Removes every filter. */
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

/** The filters as a view saves them: without the open entry. */
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

/** The server query. The start of a range is computed once, so that the same filter gives the same query. */
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
