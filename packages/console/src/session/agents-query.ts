import { useQuery } from '@tanstack/react-query';
import { foundAgents } from '@permesso/protocol/console';
import { get } from '../api.ts';
import { useSession } from './session.ts';

/** What `permesso doctor` says; it starts a process, so not at every look. */
export function useAgents() {
  const { who } = useSession();
  return useQuery({
    queryKey: ['agents'],
    queryFn: () => get(foundAgents, '/api/agents'),
    enabled: who.mode === 'local',
    staleTime: 60_000,
  });
}
