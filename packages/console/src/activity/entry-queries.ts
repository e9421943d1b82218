import { useQuery } from '@tanstack/react-query';
import { type LocalEntries, localEntries, triedCall } from '@permesso/protocol/console';
import type { DecisionEntry, LogEntry } from '@permesso/protocol/entry';
import { get, post } from '../api.ts';
import type { FollowUp } from './timeline.tsx';
import { entryProject } from './words.ts';

async function searched(query: string, isEnough: (entries: readonly LogEntry[]) => boolean) {
  const entries: LogEntry[] = [];
  let asked: string | undefined = query;
  while (asked !== undefined) {
    const step: LocalEntries = await get(localEntries, `/api/activity?${asked}`);
    entries.push(...step.entries);
    asked =
      step.more === undefined || isEnough(entries)
        ? undefined
        : new URLSearchParams({ more: step.more }).toString();
  }
  return entries;
}

/** The entry of a link, which the list may not hold. */
export function useEntry(seq: number | undefined, listed: LogEntry | undefined) {
  return useQuery({
    queryKey: ['entry', seq],
    queryFn: async () => (await searched(`seq=${seq}`, ({ length }) => length > 0))[0] ?? null,
    enabled: seq !== undefined && listed === undefined,
    staleTime: Infinity,
  });
}

const longestMs = 86_400_000;

/** What followed a call, oldest first: as far as it was asked about again. */
export function useFollowUps(entry: DecisionEntry) {
  const at = Date.parse(entry.at);
  return useQuery({
    queryKey: ['follow-ups', entry.seq],
    queryFn: async (): Promise<readonly FollowUp[]> => {
      if (entry.key === undefined) return [];
      const query = new URLSearchParams({ key: entry.key, from: String(at), to: String(at + longestMs) });
      const found = await searched(query.toString(), () => false);
      const after = found.filter(({ seq }) => seq > entry.seq).toReversed();
      const again = after.findIndex(({ type }) => type === 'decision');
      return (again === -1 ? after : after.slice(0, again)).filter(
        (each): each is FollowUp => each.type === 'answer' || each.type === 'start' || each.type === 'end',
      );
    },
    staleTime: 5000,
  });
}

/** What would be decided today. Something that was hidden or cut cannot be decided again. */
export function useReplay(entry: DecisionEntry) {
  const { call, redacted, cut } = entry;
  const project = entryProject(entry);
  return useQuery({
    queryKey: ['replay', entry.seq],
    queryFn: () =>
      post(triedCall, `/api/try${project === undefined ? '' : `?${new URLSearchParams({ project })}`}`, {
        tool: call.tool,
        input: call.input,
      }),
    enabled: redacted === undefined && cut !== true,
    retry: false,
  });
}
