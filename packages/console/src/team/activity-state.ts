import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState, type RefObject } from 'react';
import {
  type ActivityCounts,
  activityCounts,
  teamEntries,
  type TeamEntry,
  type TeamStats,
  teamStats,
} from '@permesso/protocol/console';
import {
  countQuery,
  defaultRange,
  entryQuery,
  useActivityAddress,
  type ActivityAddress,
  type ActivityPlace,
} from '../activity/address.ts';
import { useWords } from '../activity/filter-bar.tsx';
import { useEntries, type EntriesState, type TakeStep } from '../activity/use-entries.ts';
import { get } from '../api.ts';
import { useShortcuts } from '../approvals/shortcuts.ts';
import { entryId } from './read-entry.ts';

/** What the team server counts by. */
export const teamRanges = [
  { value: '24h', title: '24 hours' },
  { value: '7d', title: '7 days' },
  { value: '30d', title: '30 days' },
  { value: '90d', title: '90 days' },
] as const;

/** A day at a time, so that a long record never holds up the page. */
export const teamStep: TakeStep<TeamEntry> = async ({ query, more }) => {
  const asked = new URLSearchParams(query);
  if (more !== undefined) asked.set('more', more);
  const found = await get(teamEntries, `/api/activity?${asked}`);
  return {
    entries: found.entries,
    looked: found.entries.length,
    ...(found.more === undefined ? {} : { more: found.more }),
  };
};

/** The server calls a call a decision, and knows no other names for kinds of entries. */
function teamQuery(address: ActivityAddress, now: number): string {
  const asked = new URLSearchParams(entryQuery(address, now));
  if (asked.get('type') === 'calls') asked.set('type', 'decision');
  asked.delete('host');
  return asked.toString();
}

/** Links of a local console may name what the team server does not count by. */
function teamCountQuery({ host: _host, range = defaultRange, ...rest }: ActivityAddress): string {
  const known = teamRanges.some(({ value }) => value === range) ? range : defaultRange;
  return countQuery({ ...rest, range: known });
}

export interface TeamActivityState {
  readonly place: ActivityPlace;
  readonly words: string;
  readonly setWords: (words: string) => void;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly query: string;
  readonly found: EntriesState<TeamEntry>;
  readonly stats: TeamStats | undefined;
  readonly counts: ActivityCounts | undefined;
  readonly isCounted: boolean;
  readonly fresh: number;
  readonly again: () => void;
  readonly shown: TeamEntry | undefined;
  readonly step: (by: 1 | -1) => void;
}

export function useTeamActivity(): TeamActivityState {
  const place = useActivityAddress();
  const { address, go } = place;
  const [words, setWords] = useWords(place);
  const [turn, setTurn] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const { entry, words: _words, ...filters } = address;
  const filterText = JSON.stringify(filters);
  const query = useMemo(() => teamQuery({ ...filters, words }, Date.now()), [filterText, words, turn]);
  const found = useEntries(query, turn, teamStep);
  const asked = teamCountQuery(address);
  const { data: stats } = useQuery({
    queryKey: ['team-stats'],
    queryFn: () => get(teamStats, '/api/stats'),
    refetchInterval: 10_000,
  });
  const { data: counts, isPlaceholderData } = useQuery({
    queryKey: ['team-activity-counts', asked],
    queryFn: () => get(activityCounts, `/api/activity/counts?${asked}`),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  });
  const matched = counts?.matched;
  const read = useRef<{ readonly key: string; readonly matched: number }>(undefined);
  const key = `${query} ${turn} ${asked}`;
  if (matched !== undefined && read.current?.key !== key && !found.isOld) read.current = { key, matched };

  function goBy(by: 1 | -1): void {
    const at = found.entries.findIndex((each) => entryId(each) === entry);
    const next = found.entries[at === -1 ? 0 : at + by];
    if (next !== undefined) go({ entry: entryId(next) });
  }
  useShortcuts({
    j: () => goBy(1),
    k: () => goBy(-1),
    '/': () => field.current?.focus(),
    Escape: () => entry !== undefined && go({ entry: '' }),
  });
  return {
    place,
    words,
    setWords,
    field,
    query,
    found,
    stats,
    counts,
    isCounted:
      !isPlaceholderData && [address.type, words, address.session].every((value) => (value ?? '') === ''),
    fresh: read.current?.key === key ? Math.max(0, (matched ?? 0) - read.current.matched) : 0,
    again: () => setTurn(turn + 1),
    shown: found.entries.find((each) => entryId(each) === entry),
    step: goBy,
  };
}
