import type { ToolCall } from '../../call/tool-call.ts';
import type { Rule } from '../../policy/rules/rule.ts';
import type { Verdict } from '../../policy/rules/verdict.ts';

/** One difference between two policies, with example calls. */
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
  /** Its possible effect on verdicts. `none`: proven to change nothing. */
  readonly direction: 'looser' | 'stricter' | 'both' | 'none';
  /** For people: `allow Bash(npm publish:*)`, `mode default -> bypass`. */
  readonly text: string;
  /** The rule, in the policy that contains it. */
  readonly rule?: Rule;
  /** Why it changes nothing, or what to consider. */
  readonly note?: string;
  readonly examples: readonly Example[];
}

/** A call with its verdicts under the old and the new policy. */
export interface Example {
  readonly call: ToolCall;
  readonly before: Verdict;
  readonly after: Verdict;
}
