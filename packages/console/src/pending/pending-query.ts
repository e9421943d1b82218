import { pendingActs } from '@permesso/protocol/console';
import type { Session } from '../session/session.ts';
import { seesPending } from '../session/organisation-role.ts';
import { useGet } from '../session/use-get.ts';

export const pendingKey = 'pending-acts';

/** Changes that await another person; empty without the right to see them. */
export function usePendingActs(who: Session['who']) {
  return useGet(pendingKey, pendingActs, {
    path: '/v1/pending-acts',
    enabled: seesPending(who),
    staleTime: 0,
    refetchInterval: 15_000,
  });
}
