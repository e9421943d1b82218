import type { HostOutcome, Reply } from './host.ts';

/**
 * The answers to a program, each in a form that it was seen to obey. An answer that the program takes for an allow is
 * not in this type, so it cannot be sent.
 */
export interface Answers {
  readonly allow: (reason: string) => Reply;
  readonly deny: (reason: string) => Reply;
  /**
   * Leaves the call to the program's own prompt. Absent if that runs the call, hangs or stops it: then the call is
   * denied.
   */
  readonly ask?: (reason: string) => Reply;
  /** Runs another input. Absent if the program runs the one that it sent. */
  readonly edit?: (input: object, reason: string) => Reply;
}

export function replyOf({ allow, deny, ask, edit }: Answers, { verdict, reason, input }: HostOutcome): Reply {
  if (verdict === 'ask' && ask !== undefined) return ask(reason);
  if (verdict !== 'allow' || (input !== undefined && edit === undefined)) return deny(reason);
  return input === undefined || edit === undefined ? allow(reason) : edit(input, reason);
}

export function jsonReply(answer: object): Reply {
  return { stdout: JSON.stringify(answer), stderr: '', exitCode: 0 };
}

/** No output: the host continues as if there were no hook. */
export const silence: Reply = { stdout: '', stderr: '', exitCode: 0 };

/** For programs that respect only the exit code: 2 blocks, and stderr is the reason. */
export const exitCodeAnswers: Answers = {
  allow: () => silence,
  deny: (reason) => ({ stdout: '', stderr: `${reason}\n`, exitCode: 2 }),
};

/** The answer format that Claude Code introduced. Other programs obey parts of it, and take the rest for an allow. */
export const claudeAnswers: Required<Answers> = {
  allow: (reason) => decisionReply('allow', reason),
  deny: (reason) => decisionReply('deny', reason),
  ask: (reason) => decisionReply('ask', reason),
  edit: (updatedInput, reason) => decisionReply('allow', reason, { updatedInput }),
};

/** Always JSON: anything else on stdout lets the call run, even where failures are set to block. */
function decisionReply(permissionDecision: string, permissionDecisionReason: string, more?: object): Reply {
  return jsonReply({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision,
      permissionDecisionReason,
      ...more,
    },
  });
}
