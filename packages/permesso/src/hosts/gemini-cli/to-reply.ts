import { jsonReply, type Outcome, type Reply } from '../host.ts';

/**
 * `ask` hangs for ever where nobody sits at the terminal, and a deny in Claude's shape is not seen at all, so that
 * the tool runs: neither can be written here.
 */
type GeminiAnswer =
  | { readonly decision: 'deny'; readonly reason: string }
  | {
      readonly decision: 'allow';
      readonly hookSpecificOutput?: { readonly hookEventName: 'BeforeTool'; readonly tool_input: object };
    };

export function toReply({ verdict, reason, input }: Outcome): Reply {
  if (verdict !== 'allow') return answer({ decision: 'deny', reason });
  if (input === undefined) return answer({ decision: 'allow' });
  return answer({
    decision: 'allow',
    hookSpecificOutput: { hookEventName: 'BeforeTool', tool_input: input },
  });
}

function answer(said: GeminiAnswer): Reply {
  return jsonReply(said);
}
