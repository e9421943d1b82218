import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type LocalStats, localStats } from '@permesso/protocol/console';
import { get } from '../api.ts';

/** The whole log, counted; asked for again and again, so that what is new is known. */
export function useLogStats(): LocalStats | undefined {
  const { data } = useQuery({
    queryKey: ['log-stats'],
    queryFn: () => get(localStats, '/api/stats'),
    refetchInterval: ({ state }) => (state.data?.counting === false ? 3000 : 500),
  });
  return data;
}

/** How many entries came since the list was read. Counting begins with the oldest: what it reaches meanwhile is not new. */
export function useNewEntries(stats: LocalStats | undefined, list: string): number {
  const [read, setRead] = useState<{ readonly list: string; readonly entries: number }>();
  useEffect(() => {
    if (stats?.counting === false && read?.list !== list) setRead({ list, entries: stats.entries });
  }, [stats, list, read]);
  if (stats === undefined || read === undefined || read.list !== list) return 0;
  return Math.max(0, stats.entries - read.entries);
}
