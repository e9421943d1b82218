import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState, type RefObject } from 'react';
import {
  type ActivityCounts,
  activityCounts,
  type CallStats,
  callStats,
  type ListedEntry,
} from '@permesso/protocol/console';
import { get } from '../api.ts';
import { useSession } from '../session/session.ts';
import { useShortcuts } from '../session/shortcuts.ts';
import { useActivitySource, type ActivitySource } from './activity-source.ts';
import { countQuery, entryQuery, useActivityAddress, type ActivityPlace } from './address.ts';
import { useLinkedEntry } from './entry-queries.ts';
import { useWords } from './filter-bar.tsx';
import { entryId } from './read-entry.ts';
import { useEntries, type EntriesState } from './use-entries.ts';
import { callIdentity } from './words.ts';
import { useGet } from '../session/use-get.ts';

export interface ActivityState {
  readonly source: ActivitySource;
  readonly place: ActivityPlace;
  readonly words: string;
  readonly setWords: (words: string) => void;
  readonly field: RefObject<HTMLInputElement | null>;
  /** The query of the current list. */
  readonly query: string;
  readonly found: EntriesState;
  readonly stats: CallStats | undefined;
  readonly counts: ActivityCounts | undefined;
  /** Matching calls, if the counts cover exactly what is listed. */
  readonly matched: number | undefined;
  /** Calls that arrived since the list was read. */
  readonly fresh: number;
  /** Reads the list again. */
  readonly again: () => void;
  /** Calls that are pending now. */
  readonly waiting: ReadonlySet<string>;
  readonly shown: ListedEntry | undefined;
  /** The entry in the URL was not found. */
  readonly isGone: boolean;
  /** Opens the next or previous entry. */
  readonly step: (by: 1 | -1) => void;
}

export function useActivity(): ActivityState {
  const source = useActivitySource();
  const place = useActivityAddress();
  const { address, go } = place;
  const { live } = useSession();
  const [words, setWords] = useWords(place);
  const [turn, setTurn] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const { entry: open, words: _words, ...filters } = address;
  const filterText = JSON.stringify(filters);
  const query = useMemo(
    () => entryQuery({ ...filters, words }, source, Date.now()),
    [filterText, words, turn],
  );
  const found = useEntries(query, turn);
  const { data: stats } = useGet('call-stats', callStats, {
    path: '/api/stats',
    refetchInterval: ({ state }) => (state.data?.counting === true ? 500 : source.lookEvery),
  });
  const asked = countQuery(address, source);
  const { data: counts, isPlaceholderData } = useQuery({
    queryKey: ['activity-counts', asked],
    queryFn: () => get(activityCounts, `/api/activity/counts?${asked}`),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.counting === true ? 1000 : source.lookEvery),
  });
  const fresh = useFresh(isPlaceholderData ? undefined : counts, `${query} ${turn} ${asked}`, found.isOld);
  const waiting = useMemo(() => new Set(live.items.map(({ call }) => callIdentity(call))), [live.items]);
  const listed = found.entries.find((each) => entryId(each) === open);
  const { data: linked } = useLinkedEntry(open, source, listed !== undefined);
  const isSearched = source.name === 'local' ? linked === null : !found.isLooking && !found.isOld;
  const isListed = [address.type, words, address.session].every((value) => (value ?? '') === '');

  function step(by: 1 | -1): void {
    const at = found.entries.findIndex((each) => entryId(each) === open);
    const next = found.entries[at === -1 ? 0 : at + by];
    if (next !== undefined) go({ entry: entryId(next) });
  }
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    '/': () => field.current?.focus(),
    Escape: () => open !== undefined && go({ entry: '' }),
  });
  return {
    source,
    place,
    words,
    setWords,
    field,
    query,
    found,
    stats,
    counts,
    matched: isPlaceholderData || !isListed ? undefined : counts?.matched,
    fresh,
    again: () => setTurn(turn + 1),
    waiting,
    shown: listed ?? linked ?? undefined,
    isGone: listed === undefined && isSearched,
    step,
  };
}

/**
 * Calls that arrived since the list was read. During the initial count of the log the numbers grow without anything
 * new.
 */
function useFresh(counts: ActivityCounts | undefined, list: string, isOld: boolean): number {
  const read = useRef<{ readonly list: string; readonly matched: number }>(undefined);
  if (counts === undefined || counts.counting) return 0;
  const { matched } = counts;
  if (read.current?.list !== list && !isOld) read.current = { list, matched };
  return read.current?.list === list ? Math.max(0, matched - read.current.matched) : 0;
}
