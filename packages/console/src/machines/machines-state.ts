import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useMemo } from 'react';
import { type Machine, type MachineList, machineList, machineStates } from '@permesso/protocol/console';
import { get } from '../api.ts';

export interface MachinesAddress {
  readonly state?: string;
  readonly find?: string;
  readonly project?: string;
  readonly machine?: string;
  readonly sheet?: string;
}

export interface MachinesState {
  readonly address: MachinesAddress;
  readonly go: (change: MachinesAddress) => void;
  /** Totals by state, independent of the filter. */
  readonly counts: Pick<MachineList, 'total' | 'counts'> | undefined;
  readonly machines: readonly Machine[] | undefined;
  readonly error: Error | null;
  readonly again: () => void;
  readonly more: (() => void) | undefined;
}

const lookEvery = 15_000;
export const machinesKey = 'machines';

/** The machines for the URL's filter, page by page, worst first. */
export function useMachines(): MachinesState {
  const address: MachinesAddress = useSearch({ from: '/machines' });
  const navigate = useNavigate();
  const asked = useDeferredValue(queryOf(address));
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [machinesKey, asked],
    queryFn: ({ pageParam }) =>
      get(
        machineList,
        `/v1/machines?${asked}${pageParam === '' ? '' : `&after=${encodeURIComponent(pageParam)}`}`,
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: lookEvery,
  });
  const machines = useMemo(() => data?.pages.flatMap((page) => page.machines), [data]);
  return {
    address,
    go: (change) =>
      void navigate({
        to: '/machines',
        search: (now: object) => ({ ...now, ...change }),
        // Back closes the sheet instead of undoing each letter of a search.
        replace: change.machine === undefined && change.sheet === undefined,
      }),
    counts: data?.pages[0],
    machines,
    error,
    again: () => void refetch(),
    more: hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined,
  };
}

function queryOf({ state, find = '', project }: MachinesAddress): string {
  const asked = new URLSearchParams({ most: '100' });
  if (machineStates.some((each) => each === state)) asked.set('state', state ?? '');
  if (find.trim() !== '') asked.set('find', find.trim().slice(0, 200));
  if (project !== undefined) asked.set('project', project);
  return asked.toString();
}
