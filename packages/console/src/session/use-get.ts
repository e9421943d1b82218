import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { Shape } from '@permesso/protocol/console';
import { get } from '../api.ts';

/** What the server says at one path. */
export function useGet<T>(
  key: string | readonly string[],
  shape: Shape<T>,
  path: string,
  options: Pick<UseQueryOptions<T>, 'enabled' | 'refetchInterval' | 'staleTime'> = {},
) {
  return useQuery({ queryKey: [key].flat(), queryFn: () => get(shape, path), ...options });
}
