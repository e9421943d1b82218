import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState, type RefObject } from 'react';
import { type ActivityCounts, activityCounts, type LocalStats } from '@permesso/protocol/console';
import type { LogEntry } from '@permesso/protocol/entry';
import { get } from '../api.ts';
import { useSession } from '../app/session.ts';
import { useShortcuts } from '../approvals/shortcuts.ts';
import { countQuery, entryQuery, useActivityAddress, type ActivityPlace } from './address.ts';
import { useEntry } from './entry-queries.ts';
import { useWords } from './filter-bar.tsx';
import { localStep, useEntries, type EntriesState } from './use-entries.ts';
import { useLogStats, useNewEntries } from './use-stats.ts';
import { callIdentity } from './words.ts';

export interface ActivityState {
  readonly place: ActivityPlace;
  readonly words: string;
  readonly setWords: (words: string) => void;
  readonly field: RefObject<HTMLInputElement | null>;
  /** What the list was asked for with. */
  readonly query: string;
  readonly found: EntriesState<LogEntry>;
  readonly stats: LocalStats | undefined;
  readonly counts: ActivityCounts | undefined;
  /** Whether the counts are about exactly what is listed. */
  readonly isCounted: boolean;
  /** Entries that came since the list was read. */
  readonly fresh: number;
  /** Reads the list again. */
  readonly again: () => void;
  /** Calls that wait for an answer now. */
  readonly waiting: ReadonlySet<string>;
  /** The number of the entry that the address names. */
  readonly open: number | undefined;
  readonly shown: LogEntry | undefined;
  readonly isGone: boolean;
  /** Opens the next entry, or the one before. */
  readonly step: (by: 1 | -1) => void;
}

export function useActivity(): ActivityState {
  const place = useActivityAddress();
  const { address, go } = place;
  const { live } = useSession();
  const [words, setWords] = useWords(place);
  const [turn, setTurn] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const { entry, words: _words, ...filters } = address;
  const filterText = JSON.stringify(filters);
  const query = useMemo(() => entryQuery({ ...filters, words }, Date.now()), [filterText, words, turn]);
  const found = useEntries(query, turn, localStep);
  const stats = useLogStats();
  const fresh = useNewEntries(stats, `${query} ${turn}`);
  const { data: counts, isPlaceholderData } = useQuery({
    queryKey: ['activity-counts', countQuery(address), turn],
    queryFn: () => get(activityCounts, `/api/activity/counts?${countQuery(address)}`),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.counting === true ? 1000 : 5000),
  });
  const waiting = useMemo(() => new Set(live.items.map(({ call }) => callIdentity(call))), [live.items]);
  const open = entry === undefined ? undefined : Number(entry);
  const listed = found.entries.find(({ seq }) => seq === open);
  const { data: linked } = useEntry(open, listed);

  function step(by: 1 | -1): void {
    const at = found.entries.findIndex(({ seq }) => seq === open);
    const next = found.entries[at === -1 ? 0 : at + by];
    if (next !== undefined) go({ entry: String(next.seq) });
  }
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    '/': () => field.current?.focus(),
    Escape: () => open !== undefined && go({ entry: '' }),
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
    fresh,
    again: () => setTurn(turn + 1),
    waiting,
    open,
    shown: listed ?? linked ?? undefined,
    isGone: linked === null,
    step,
  };
}
