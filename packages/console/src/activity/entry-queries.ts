import { useQuery } from '@tanstack/react-query';
import { type ListedEntry, triedCall } from '@permesso/protocol/console';
import type { DecisionEntry } from '@permesso/protocol/entry';
import { post } from '../api.ts';
import type { ActivitySource } from './activity-source.ts';
import { entryId, readEntry } from './read-entry.ts';
import type { FollowUp } from './timeline.tsx';
import { allEntries } from './use-entries.ts';
import { entryProject } from './words.ts';

/** The entry of a link, which may not be in the list. A team server has no query for a single entry. */
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

/** What followed a call, oldest first, up to the next time the same call was asked about. */
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

/** Today's decision on this machine. A redacted or truncated call cannot be decided again. */
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
