import { createContext, useContext } from 'react';
import type { LocalWho, TeamWho } from '@permesso/protocol/console';
import type { Live } from '../live.ts';

/** Who sits at the page, and what is pending. */
export interface Session {
  readonly who: LocalWho | TeamWho;
  readonly live: Live;
  /** Who sits here, and what there is, may have changed. */
  readonly onLook: () => void;
}

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('There is no session around this page.');
  return session;
}
