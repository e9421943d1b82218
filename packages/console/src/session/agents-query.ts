import { foundAgents } from '@permesso/protocol/console';
import { useSession } from './session.ts';
import { useGet } from './use-get.ts';

/** What `permesso doctor` says; it starts a process, so not at every look. */
export function useAgents() {
  const { who } = useSession();
  return useGet('agents', foundAgents, {
    path: '/api/agents',
    enabled: who.mode === 'local',
    staleTime: 60_000,
  });
}
