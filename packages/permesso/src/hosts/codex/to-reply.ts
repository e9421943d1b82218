import { jsonReply, silence, type Outcome, type Reply } from '../host.ts';

/**
 * The only answers that Codex honours. It runs the tool after a plain `allow`, after `ask`, after a deny without a
 * reason, and after any of these with one more field: none of them can be written here.
 */
type CodexDecision =
  | { readonly permissionDecision: 'deny'; readonly permissionDecisionReason: string }
  | { readonly permissionDecision: 'allow'; readonly updatedInput: object };

export function toReply({ verdict, reason, input }: Outcome): Reply {
  if (verdict === 'allow')
    return input === undefined ? silence : answer({ permissionDecision: 'allow', updatedInput: input });
  return answer({ permissionDecision: 'deny', permissionDecisionReason: reason });
}

function answer(decision: CodexDecision): Reply {
  return jsonReply({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...decision } });
}
