import { foundAgents } from '@permesso/protocol/console';
import { useSession } from './session.ts';
import { useGet } from './use-get.ts';

/** The results of `permesso doctor`; they take a process, so they are not fetched on every poll. */
export function useAgents() {
  const { who } = useSession();
  return useGet('agents', foundAgents, {
    path: '/api/agents',
    enabled: who.mode === 'local',
    staleTime: 60_000,
  });
}
