import type { ToolCall } from '@permesso/engine/call';
import type { Decision } from '@permesso/engine/decision';
import type { CallOutcome } from '../../gate/outcome.ts';

/**
 * When to stop waiting for an answer.
 *
 * @example
 * ```ts
 * import type { InterceptOptions, ToolPermissionInterceptor } from '@permesso/gate/interceptor';
 * const options: InterceptOptions = { signal: AbortSignal.timeout(60_000) };
 * const ask = async ({ intercept }: ToolPermissionInterceptor) =>
 *   await intercept({ tool: 'Bash', input: { command: 'git push' } }, options);
 * ```
 */
export interface InterceptOptions {
  /** Aborted, the approval request is withdrawn and the call denied. */
  readonly signal?: AbortSignal;
}

/**
 * Between an agent and its tools. `beforeCall` is told of a call before it runs; `fromOutput` reads in a program's output
 * that it refused one. Both ask the same gate, so a program can move from the second to the first.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { beforeCall, fromOutput, type ToolPermissionInterceptor } from '@permesso/gate/interceptor';
 * const gate = createGate({ policy: {} });
 * const interceptorFor = (hasHook: boolean): ToolPermissionInterceptor =>
 *   hasHook ? beforeCall(gate) : fromOutput(gate);
 * ```
 */
export interface ToolPermissionInterceptor {
  /** Resolves to allow or deny; never rejects. */
  readonly intercept: (call: ToolCall, options?: InterceptOptions) => Promise<PermissionDecision>;
}

/**
 * What an interceptor says about a call.
 *
 * @example
 * ```ts
 * import type { PermissionDecision } from '@permesso/gate/interceptor';
 * const toRun = (said: PermissionDecision) => {
 *   if (said.verdict === 'deny') throw new Error(said.message);
 *   return said.call;
 * };
 * ```
 */
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
