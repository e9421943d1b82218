import { useQuery } from '@tanstack/react-query';
import { type ListedEntry, triedCall } from '@permesso/protocol/console';
import type { DecisionEntry } from '@permesso/protocol/entry';
import { post } from '../api.ts';
import type { ActivitySource } from './activity-source.ts';
import { entryId, readEntry } from './read-entry.ts';
import type { FollowUp } from './timeline.tsx';
import { allEntries } from './use-entries.ts';
import { entryProject } from './words.ts';

/** The entry of a link, which the list may not hold. A team server is asked for no single one. */
export function useLinkedEntry(id: string | undefined, { name }: ActivitySource, isListed: boolean) {
  return useQuery({
    queryKey: ['entry', id],
    queryFn: async () => (await allEntries(`seq=${encodeURIComponent(id ?? '')}`, { most: 1 }))[0] ?? null,
    enabled: name === 'local' && id !== undefined && !isListed,
    staleTime: Infinity,
  });
}

const longestMs = 86_400_000;
const mostFollowUps = 1000;

/** What followed a call, oldest first: as far as it was asked about again. */
export function useFollowUps(listed: ListedEntry, entry: DecisionEntry, source: ActivitySource) {
  const { key = '', seq } = entry;
  return useQuery({
    queryKey: ['follow-ups', entryId(listed)],
    queryFn: async (): Promise<readonly FollowUp[]> => {
      const at = Date.parse(entry.at);
      const span = { from: String(at), to: String(at + longestMs) };
      const query = new URLSearchParams({ ...source.about(listed, key), ...span }).toString();
      const after = (await allEntries(query, { most: mostFollowUps }))
        .flatMap((each) => {
          const known = readEntry(each);
          return known === undefined ? [] : [{ ...known, isClaimed: each.standing?.by === 'claimed' }];
        })
        .filter((each) => each.seq > seq)
        .toReversed();
      const again = after.findIndex(({ type }) => type === 'decision');
      return (again === -1 ? after : after.slice(0, again)).filter(
        (each) => each.type === 'answer' || each.type === 'start' || each.type === 'end',
      );
    },
    enabled: key !== '',
    staleTime: 5000,
  });
}

/** What would be decided today, on this machine. Something that was hidden or cut cannot be decided again. */
export function useReplay(entry: DecisionEntry, { name }: ActivitySource) {
  const { call, redacted, cut } = entry;
  const project = entryProject(entry);
  return useQuery({
    queryKey: ['replay', entry.seq],
    queryFn: () =>
      post(triedCall, `/api/try${project === undefined ? '' : `?${new URLSearchParams({ project })}`}`, {
        tool: call.tool,
        input: call.input,
      }),
    enabled: name === 'local' && redacted === undefined && cut !== true,
    retry: false,
  });
}
