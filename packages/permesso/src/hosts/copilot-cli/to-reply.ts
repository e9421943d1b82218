import { jsonReply, type Outcome, type Reply } from '../host.ts';

/** Text that is not this, and a decision with another name, let the call run. */
interface CopilotAnswer {
  readonly permissionDecision: 'allow' | 'ask' | 'deny';
  readonly permissionDecisionReason: string;
  readonly modifiedArgs?: object;
}

export function toReply({ verdict, reason, input }: Outcome): Reply {
  const answer: CopilotAnswer = {
    permissionDecision: verdict,
    permissionDecisionReason: reason,
    ...(input === undefined || verdict !== 'allow' ? {} : { modifiedArgs: input }),
  };
  return jsonReply(answer);
}
