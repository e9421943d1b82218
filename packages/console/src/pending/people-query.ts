import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type ListedPerson, peopleList, type TeamWho } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { get } from '../api.ts';
import { teamTexts } from '../texts/team.ts';

export const peopleKey = 'people';
/** The server's page size. */
const pageSize = 1000;

export interface PeopleWanted {
  readonly isEnabled?: boolean;
  readonly find?: string;
  readonly which?: string;
  /** People who have a role through this group. */
  readonly group?: string;
}

/** The people whom the signed-in person administers, searched by the server, a thousand at a time. */
export function usePeople({ isEnabled = true, find = '', which = '', group = '' }: PeopleWanted = {}) {
  const wanted = Object.entries({ find: find.trim(), which, group }).filter(([, value]) => value !== '');
  const found = useInfiniteQuery({
    queryKey: [peopleKey, wanted],
    queryFn: ({ pageParam }) =>
      get(
        peopleList,
        `/v1/people?${new URLSearchParams([...wanted, ...(pageParam === '' ? [] : [['after', pageParam]])])}`,
      ),
    initialPageParam: '',
    getNextPageParam: ({ people }) => (people.length < pageSize ? null : people.at(-1)?.id),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  });
  const people = useMemo(() => found.data?.pages.flatMap((page) => page.people), [found.data]);
  return { ...found, people, counts: found.data?.pages[0]?.counts };
}

export function personName({ email, name, id }: ListedPerson): string {
  return visible(email ?? name ?? id);
}

export function projectName({ projects }: TeamWho, project: string | null): string {
  if (project === null) return teamTexts.everywhere;
  return visible(projects.find(({ id }) => id === project)?.name ?? project);
}

/** `everywhere`, or `in shop`. */
export function whereText(who: TeamWho, project: string | null): string {
  return project === null ? teamTexts.everywhere : teamTexts.in(projectName(who, project));
}
