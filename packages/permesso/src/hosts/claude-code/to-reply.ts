import { jsonReply, type Outcome, type Reply } from '../host.ts';

export interface ClaudeAnswer {
  readonly hookSpecificOutput: {
    readonly hookEventName: 'PreToolUse';
    readonly permissionDecision: 'allow' | 'ask' | 'deny';
    readonly permissionDecisionReason: string;
    readonly updatedInput?: object;
  };
}

/** Always JSON: anything else on stdout lets the call run, even where failures are set to block. */
export function toReply({ verdict, reason, input }: Outcome): Reply {
  const answer: ClaudeAnswer = {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: verdict,
      permissionDecisionReason: reason,
      ...(input === undefined || verdict !== 'allow' ? {} : { updatedInput: input }),
    },
  };
  return jsonReply(answer);
}
