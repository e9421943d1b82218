import type { ToolCall } from '../../call/tool-call.ts';
import type { Rule } from '../../policy/rules/rule.ts';
import type { Verdict } from '../../policy/rules/verdict.ts';

/** One difference between two policies, with calls that show it. */
export interface PolicyDifference {
  readonly what:
    | 'rule'
    | 'mode'
    | 'unlisted'
    | 'offline'
    | 'sandbox'
    | 'keep'
    | 'modes'
    | 'host-modes'
    | 'managed-only'
    | 'working-directory'
    | 'visibility'
    | 'failure'
    | 'other';
  readonly action: 'added' | 'removed' | 'changed';
  /** What it can do to verdicts. `none`: proven to change nothing. */
  readonly direction: 'looser' | 'stricter' | 'both' | 'none';
  /** For a person: `allow Bash(npm publish:*)`, `mode default -> bypass`. */
  readonly text: string;
  /** The rule, in the policy that has it. */
  readonly rule?: Rule;
  /** Why it changes nothing, or what to think of. */
  readonly note?: string;
  readonly examples: readonly Example[];
}

/** A call with its verdict under the old policy and under the new one. */
export interface Example {
  readonly call: ToolCall;
  readonly before: Verdict;
  readonly after: Verdict;
}
