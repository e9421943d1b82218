import { nobody, type Denying, type UnansweredReason } from '@permesso/protocol/approval/approver';

/** Why a call that was asked about does not run. */
type NoAnswer = 'refused' | 'timeout' | 'unavailable';

/**
 * What the model reads, the same in every program. Never how to approve: a model that knows would try it. Programs put comment
 * of their own before it: Claude Code `PreToolUse:Bash hook error:`, Codex `Command blocked by PreToolUse hook:`, Copilot CLI
 * `Denied by preToolUse hook:`.
 */
export const refusalTexts: { readonly [R in NoAnswer]: string } = {
  refused:
    'Denied: the user refused this call. Do not try it in another form; go on without it, or ask the user what they want.',
  timeout: 'Denied: this call needs approval and nobody answered in time. Ask the user.',
  unavailable: 'Denied: this call needs approval and nobody is available to give it. Ask the user.',
};

/** The text for this answer; undefined where it says by itself why nobody could approve the call, as a team's does. */
export function refusalText(answer: Denying, { isLate }: { readonly isLate: boolean }): string | undefined {
  if (answer.from !== nobody)
    return answer.comment === undefined
      ? refusalTexts.refused
      : `${refusalTexts.refused} Their comment: "${answer.comment}"`;
  if (isLate) return refusalTexts.timeout;
  return answer.unanswered === undefined ? undefined : refusalTexts[toldAs[answer.unanswered]];
}

const toldAs: { readonly [R in UnansweredReason]: NoAnswer } = {
  unavailable: 'unavailable',
  expired: 'timeout',
  withdrawn: 'timeout',
};
