import { useQuery, useQueryClient } from '@tanstack/react-query';
import { logIntegrity } from '@permesso/protocol/console';
import { get, post } from '../api.ts';

const key = ['integrity'];

/** The integrity of the whole log, shared by every place that shows it. */
export function useIntegrity() {
  return useQuery({ queryKey: key, queryFn: () => get(logIntegrity, '/api/integrity') });
}

/** Checks the whole log, and updates every place. */
export function useVerifyLog(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    client.setQueryData(key, await post(logIntegrity, '/api/integrity', {}));
  };
}
