import { pendingActs } from '@permesso/protocol/console';
import type { Session } from '../session/session.ts';
import { seesPending } from '../session/organisation-role.ts';
import { useGet } from '../session/use-get.ts';

export const pendingKey = 'pending-acts';

/** What somebody asked for and another person confirms; nothing for those who may not look. */
export function usePendingActs(who: Session['who']) {
  return useGet(pendingKey, pendingActs, {
    path: '/v1/pending-acts',
    enabled: seesPending(who),
    staleTime: 0,
    refetchInterval: 15_000,
  });
}
