import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { Shape } from '@permesso/protocol/console';
import { get } from '../api.ts';

export interface GetOptions<T> extends Pick<UseQueryOptions<T>, 'enabled' | 'refetchInterval' | 'staleTime'> {
  readonly path: string;
}

/** Fetches one path from the server. */
export function useGet<T>(key: string | readonly string[], shape: Shape<T>, asked: string | GetOptions<T>) {
  const { path, ...options } = typeof asked === 'string' ? { path: asked } : asked;
  return useQuery({ queryKey: [key].flat(), queryFn: () => get(shape, path), ...options });
}
