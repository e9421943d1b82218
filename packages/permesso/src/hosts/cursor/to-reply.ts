import { jsonReply, type Outcome, type Reply } from '../host.ts';

/** `ask` is documented for some hooks and was seen to be ignored, so it cannot be said. Never silent: see `failClosed`. */
type CursorAnswer =
  | { readonly permission: 'allow'; readonly updated_input?: object }
  | { readonly permission: 'deny'; readonly user_message: string; readonly agent_message: string };

export function toReply({ verdict, reason, input }: Outcome): Reply {
  if (verdict !== 'allow') return answer({ permission: 'deny', user_message: reason, agent_message: reason });
  return answer({ permission: 'allow', ...(input === undefined ? {} : { updated_input: input }) });
}

function answer(said: CursorAnswer): Reply {
  return jsonReply(said);
}
