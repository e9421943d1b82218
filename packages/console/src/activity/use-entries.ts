import { useLayoutEffect, useRef, useState } from 'react';
import { type FoundEntries, foundEntries, type ListedEntry } from '@permesso/protocol/console';
import { get } from '../api.ts';
import { errorText } from '../format.ts';

/** The number fetched before a person asks for more. */
const page = 100;

/** Longer than the pause between two keystrokes, in milliseconds. */
const typingPause = 150;

/** Continues a search, or starts one. */
function searchStep(query: string, more: string | undefined): Promise<FoundEntries> {
  const rest = more === undefined ? '' : `&${new URLSearchParams({ more }).toString()}`;
  return get(foundEntries, `/api/activity?${query}${rest}`);
}

interface SearchedEntries {
  readonly entries: readonly ListedEntry[];
  readonly looked: number;
  readonly next?: string;
}

export interface EntriesState extends SearchedEntries {
  readonly isLooking: boolean;
  /** The shown entries belong to the previous query. */
  readonly isOld: boolean;
  readonly problem: string;
  /** Fetches more; absent at the end of the log and while loading. */
  readonly more: (() => void) | undefined;
}

const none: SearchedEntries = { entries: [], looked: 0 };

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Entries, newest first, searched step by step, so that a long log never blocks the page. Earlier results stay until
 * the first answer arrives: nothing jumps while typing. `turn` restarts the same query.
 */
export function useEntries(query: string, turn: number): EntriesState {
  const [found, setFound] = useState(none);
  const [isOld, setOld] = useState(true);
  const [isLooking, setLooking] = useState(true);
  const [problem, setProblem] = useState('');
  const current = useRef(0);
  // Before the next paint, not after it: a person who types is waiting for the answer.
  useLayoutEffect(() => {
    current.current += 1;
    setOld(true);
    void look(current.current);
    return () => {
      current.current += 1;
    };
  }, [query, turn]);

  async function look(mine: number, from?: string): Promise<void> {
    setLooking(true);
    setProblem('');
    try {
      let count = 0;
      let next = from;
      do {
        const isFirst: boolean = next === undefined;
        const step: FoundEntries = await searchStep(query, next);
        if (mine !== current.current) return;
        count += step.entries.length;
        next = step.more;
        setFound((now) => ({
          entries: isFirst ? step.entries : [...now.entries, ...step.entries],
          looked: (isFirst ? 0 : now.looked) + (step.looked ?? step.entries.length),
          ...(step.more === undefined ? {} : { next: step.more }),
        }));
        setOld(false);
        // While typing the query changes again in a moment: continuing this one would only delay it.
        if (isFirst && count < page) await wait(typingPause);
        if (mine !== current.current) return;
      } while (next !== undefined && count < page);
    } catch (error) {
      if (mine === current.current) setProblem(errorText(error));
    }
    if (mine === current.current) setLooking(false);
  }

  const { next } = found;
  const more = next === undefined || isLooking ? undefined : () => void look(current.current, next);
  return { ...found, isLooking, isOld, problem, more };
}

export interface WholeSearch {
  readonly most: number;
  /** Called with the number so far. */
  readonly onCount?: (count: number) => void;
  readonly signal?: AbortSignal;
}

/** All entries of a query, up to a maximum. */
export async function allEntries(
  query: string,
  { most, onCount, signal }: WholeSearch,
): Promise<readonly ListedEntry[]> {
  const entries: ListedEntry[] = [];
  let next: string | undefined;
  do {
    const step: FoundEntries = await searchStep(query, next);
    signal?.throwIfAborted();
    entries.push(...step.entries);
    onCount?.(entries.length);
    next = step.more;
  } while (next !== undefined && entries.length < most);
  return entries.slice(0, most);
}
