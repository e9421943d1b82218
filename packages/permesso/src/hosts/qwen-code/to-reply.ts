import type { ClaudeAnswer } from '../claude-code/to-reply.ts';
import { jsonReply, type Outcome, type Reply } from '../host.ts';

/** Claude's answer without the part that Qwen Code ignores: it runs what it sent, whatever input we name. */
interface QwenAnswer {
  readonly hookSpecificOutput: Omit<ClaudeAnswer['hookSpecificOutput'], 'updatedInput'>;
}

export function toReply({ verdict, reason }: Outcome): Reply {
  const answer: QwenAnswer = {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: verdict,
      permissionDecisionReason: reason,
    },
  };
  return jsonReply(answer);
}
