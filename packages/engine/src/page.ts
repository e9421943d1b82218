/** For web pages: the same API, but code that few calls need is loaded on demand, so a decision is awaited. */
import type { ToolCall } from './call/tool-call.ts';
import {
  decideCall as decideNow,
  explainCall as explainNow,
  type DecideOptions,
} from './decision/decide-call.ts';
import type { Decision } from './decision/decision.ts';
import type { Explanation } from './decision/explain/explain.ts';
import { failureDecision } from './decision/failure.ts';
import { messageOf } from './errors.ts';
import { whenLoaded } from './late.ts';

export * from './index.ts';
export { whenLoaded } from './late.ts';

/**
 * The verdict on one call, as `decideCall` of `@permesso/engine` gives it. Denies if code cannot be loaded. Never rejects.
 *
 * @example
 * ```ts
 * import { compilePolicy, decideCall } from '@permesso/engine/page';
 *
 * const policy = compilePolicy([{ deny: ['Bash(terraform destroy:*)'] }]);
 * const call = { tool: 'Bash', input: { command: 'terraform destroy' }, cwd: '/home/dev/project' };
 * const { verdict } = await decideCall(call, { policy });
 * ```
 */
export async function decideCall(call: ToolCall, options: DecideOptions): Promise<Decision> {
  try {
    return await whenLoaded(() => decideNow(call, options));
  } catch (error) {
    return failureDecision(messageOf(error));
  }
}

/** Like `decideCall`, with every rule that was considered. */
export async function explainCall(call: ToolCall, options: DecideOptions): Promise<Explanation> {
  try {
    return await whenLoaded(() => explainNow(call, options));
  } catch (error) {
    return { decision: failureDecision(messageOf(error)), parts: [] };
  }
}
