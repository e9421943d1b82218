import { createContext, useContext } from 'react';
import type { LocalWho, TeamWho } from '@permesso/protocol/console';
import type { Live } from '../live.ts';

/** The person at the page, and the pending requests. */
export interface Session {
  readonly who: LocalWho | TeamWho;
  readonly live: Live;
  /** The person or the available data may have changed. */
  readonly onLook: () => void;
}

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('There is no session around this page.');
  return session;
}
