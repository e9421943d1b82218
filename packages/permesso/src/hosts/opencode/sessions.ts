import { putBounded } from '@permesso/engine/call';
/** Which sessions are sub-agents of which. OpenCode reports it in events, not in the call. */
export interface Sessions {
  readonly created: (event: unknown) => void;
  /** Records which agent speaks in a session. */
  readonly speaks: (session: unknown, agent: unknown) => void;
  /** The session that the person sees, and the sub-agent's name if it is another one. */
  readonly find: (session: string) => { readonly root: string; readonly agent?: string };
}

/**
 * Far more sessions than anybody opens; the oldest are dropped and count as main agents, whose limits apply anyway.
 */
const most = 10_000;

const deepest = 32;

export function followSessions(): Sessions {
  const parents = new Map<string, string>();
  const agents = new Map<string, string>();
  return {
    created: (event) => {
      const { type, properties } = fields(event);
      const { id, parentID } = fields(fields(properties)['info']);
      if ((type === 'session.created' || type === 'session.updated') && isText(id) && isText(parentID))
        putBounded(parents, [id, parentID], most);
    },
    speaks: (session, agent) => {
      if (isText(session) && isText(agent)) putBounded(agents, [session, agent], most);
    },
    find: (session) => {
      let root = session;
      for (let depth = 0; depth < deepest; depth++) root = parents.get(root) ?? root;
      return root === session ? { root } : { root, agent: agents.get(session) ?? 'sub-agent' };
    },
  };
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
