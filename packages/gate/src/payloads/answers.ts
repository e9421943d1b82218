import type { HostOutcome, Reply } from './host.ts';

/**
 * What a program is answered, each in words that it was seen to obey. An answer that it takes for an allow has no place here, so it
 * cannot be sent.
 */
export interface Answers {
  readonly allow: (reason: string) => Reply;
  readonly deny: (reason: string) => Reply;
  /** Leaves the call to its own prompt. Absent where that runs the call, hangs or stops it: then the call is denied. */
  readonly ask?: (reason: string) => Reply;
  /** Runs another input. Absent where it runs the one that it sent. */
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

/** Said silently: the host goes on as if there were no hook. */
export const silence: Reply = { stdout: '', stderr: '', exitCode: 0 };

/** For programs that respect only the exit code: 2 blocks, and stderr is the reason. */
export const exitCodeAnswers: Answers = {
  allow: () => silence,
  deny: (reason) => ({ stdout: '', stderr: `${reason}\n`, exitCode: 2 }),
};

/** The answers that Claude Code introduced. Others obey some of them, and take the rest for an allow. */
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
