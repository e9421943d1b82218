import type { ToolCall } from '@permesso/engine/call';
import type { Decision } from '@permesso/engine/decision';
import type { CallOutcome } from '../../gate/outcome.ts';

/** When to stop waiting for an answer. */
export interface InterceptOptions {
  /** Aborted, the approval request is withdrawn and the call denied. */
  readonly signal?: AbortSignal;
}

/**
 * Between an agent and its tools. `beforeCall` is told of a call before it runs; `fromOutput` reads in a program's output
 * that it refused one. Both ask the same gate, so a program can move from the second to the first.
 */
export interface ToolPermissionInterceptor {
  /** Resolves to allow or deny; never rejects. */
  readonly intercept: (call: ToolCall, options?: InterceptOptions) => Promise<PermissionDecision>;
}

/** What an interceptor says about a call. */
export type PermissionDecision =
  | {
      readonly verdict: 'allow';
      /** Run this: a person may have edited the input. */
      readonly call: ToolCall;
      readonly decision: Decision;
      readonly message: string;
      /** How the program is told to allow this call when it is started again. From `fromOutput` alone. */
      readonly allowString?: string;
      /** Tell it how the call ended, for the log. */
      readonly ran: (outcome: CallOutcome) => void;
    }
  | {
      readonly verdict: 'deny';
      /** Absent where nothing could be decided. */
      readonly decision?: Decision;
      /** For the model: why, and what to do instead. */
      readonly message: string;
    };
