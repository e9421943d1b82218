import { useQuery, useQueryClient } from '@tanstack/react-query';
import { logIntegrity } from '@permesso/protocol/console';
import { get, post } from '../api.ts';

const key = ['integrity'];

/** What is known about the log as a whole: one answer for every place that shows it. */
export function useIntegrity() {
  return useQuery({ queryKey: key, queryFn: () => get(logIntegrity, '/api/integrity') });
}

/** Checks the whole log, and tells every place. */
export function useVerifyLog(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    client.setQueryData(key, await post(logIntegrity, '/api/integrity', {}));
  };
}
