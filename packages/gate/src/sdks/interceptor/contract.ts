import type { ToolCall } from '@permesso/engine/call';
import type { Decision } from '@permesso/engine/decision';
import type { CallOutcome } from '../../gate/outcome.ts';

/** When to stop waiting for an answer. */
export interface InterceptOptions {
  /** Aborting withdraws the approval request and denies the call. */
  readonly signal?: AbortSignal;
}

/**
 * Sits between an agent and its tools. `beforeCall` is told of a call before it runs; `fromOutput` reads refused
 * calls from a program's output. Both ask the same gate, so a program can move from the second to the first.
 */
export interface ToolPermissionInterceptor {
  /** Resolves to allow or deny; never rejects. */
  readonly intercept: (call: ToolCall, options?: InterceptOptions) => Promise<PermissionDecision>;
}

/** An interceptor's verdict on a call. */
export type PermissionDecision =
  | {
      readonly verdict: 'allow';
      /** Run this call: a person may have edited the input. */
      readonly call: ToolCall;
      readonly decision: Decision;
      readonly message: string;
      /** The text that makes the program allow this call on its next start. From `fromOutput` only. */
      readonly allowString?: string;
      /** Report how the call ended, for the log. */
      readonly ran: (outcome: CallOutcome) => void;
    }
  | {
      readonly verdict: 'deny';
      /** Absent if nothing could be decided. */
      readonly decision?: Decision;
      /** For the model: why, and what to do instead. */
      readonly message: string;
    };
