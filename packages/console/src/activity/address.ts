import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

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
  return new URLSearchParams(Object.entries(rest).filter(([, value]) => value !== '')).toString();
}

const rangeMs: Readonly<Record<string, number>> = {
  '1h': 3_600_000,
  '24h': 86_400_000,
  '7d': 7 * 86_400_000,
  '30d': 30 * 86_400_000,
  '90d': 90 * 86_400_000,
};

/** What the server is asked for. The beginning of a range is read once, so that the same filter is the same question. */
export function entryQuery(address: ActivityAddress, now: number): string {
  const { range = defaultRange, from, to, type } = address;
  const back = rangeMs[range];
  const since = from ?? (back === undefined ? undefined : String(now - back));
  const asked = new URLSearchParams();
  for (const name of filterNames) {
    const value = address[name];
    if (name !== 'type' && value !== undefined && value !== '') asked.set(name, value);
  }
  if (type !== 'all') asked.set('type', type === undefined || type === '' ? 'calls' : type);
  if (since !== undefined) asked.set('from', since);
  if (to !== undefined) asked.set('to', to);
  return asked.toString();
}

export function countQuery(address: ActivityAddress): string {
  const { range = defaultRange, verdict, tool, host, agent, project, from, to } = address;
  return new URLSearchParams(
    Object.entries({ range, verdict, tool, host, agent, project, from, to }).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, value]],
    ),
  ).toString();
}
