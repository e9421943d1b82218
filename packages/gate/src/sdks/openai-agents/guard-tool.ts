import type { Answer } from '@permesso/protocol/approval';
import { runAllowed } from '../run-allowed.ts';
import { messageOf, parseJson } from '@permesso/engine/call';
import type { HostCall, SuspendedCalls } from '../suspended-calls.ts';

/** As much of a function tool of the OpenAI Agents SDK as must be known to stand in front of it. */
export interface FunctionTool {
  readonly type: 'function';
  readonly name: string;
  readonly invoke: (...given: never[]) => Promise<unknown>;
  readonly needsApproval: (...given: never[]) => Promise<boolean>;
  readonly isEnabled: (...given: never[]) => Promise<boolean>;
  readonly inputGuardrails?: readonly unknown[];
  readonly outputSchema?: unknown;
}

/** What a run carries with it. */
export interface RunContext {
  readonly context: unknown;
  readonly isToolApproved?: (about: {
    readonly toolName: string;
    readonly callId: string;
  }) => boolean | undefined;
}

export interface GuardrailData {
  readonly context: RunContext;
  readonly toolCall: { readonly callId: string; readonly arguments: string };
}

interface Details {
  readonly toolCall?: { readonly callId?: string };
  readonly signal?: AbortSignal;
}

interface Behind {
  readonly at: (run: RunContext, callId: string | undefined, input: unknown) => HostCall;
  readonly isVisible: (run: RunContext) => Promise<boolean>;
  /**
   * Whether the person who resumes a run is known to be its principal. A saved run keeps the context of the person who began it: where the
   * principal is found there, nobody knows who approved.
   */
  readonly isResumedByOwner: boolean;
  readonly calls: SuspendedCalls;
}

/** The tool with a gate in front of it: asked before approval, again as a guardrail, and where it runs. */
export function guardTool<T extends FunctionTool>(
  tool: T,
  { at, isVisible, isResumedByOwner, calls }: Behind,
): T {
  const run = tool.invoke as (context: RunContext, input: string, details?: Details) => Promise<unknown>;
  const enabled = tool.isEnabled as (...given: unknown[]) => Promise<boolean>;
  const saidIn = (context: RunContext, callId: string): Answer | undefined =>
    isResumedByOwner && context.isToolApproved?.({ toolName: tool.name, callId }) === true
      ? { verdict: 'allow', from: 'openai-agents' }
      : undefined;
  // A denial in words is not output of a tool that has a schema for it: there the guardrail says it, which receives of no abort.
  const askLater = tool.outputSchema === undefined;
  return {
    ...tool,
    isEnabled: async (context: RunContext, ...rest: unknown[]) =>
      (await isVisible(context)) && (await enabled(context, ...rest)),
    needsApproval: async (context: RunContext, input: unknown, callId?: string) =>
      (await calls.present(at(context, callId, input), { askLater })).verdict === 'ask',
    // Denies in the words of the rule, also where the tool has a schema for its output.
    inputGuardrails: [
      {
        type: 'tool_input',
        name: 'permesso',
        run: async ({ context, toolCall }: GuardrailData) => {
          const { callId } = toolCall;
          const said = saidIn(context, callId);
          const here = at(context, callId, readInput(toolCall.arguments));
          const settled = await calls.enter(here, { said, again: true, askLater });
          return settled.verdict === 'allow'
            ? { behavior: { type: 'allow' } }
            : { behavior: { type: 'rejectContent', message: settled.message } };
        },
      },
      ...(tool.inputGuardrails ?? []),
    ],
    invoke: async (context: RunContext, input: string, details?: Details) => {
      const callId = details?.toolCall?.callId;
      const said = callId === undefined ? undefined : saidIn(context, callId);
      const here = at(context, callId, readInput(input));
      const settled = await calls.enter(here, { said, signal: details?.signal });
      if (settled.verdict === 'deny') return settled.message;
      details?.signal?.throwIfAborted();
      const toRun = settled.call === here.call ? input : JSON.stringify(settled.call.input);
      const running = runAllowed(await here.gate(), settled, {
        run: () => run(context, toRun, details),
        signal: details?.signal,
      });
      // The tool's own errors are words for the model already; those of a sandbox become so here.
      return await (settled.sandbox === undefined ? running : running.catch(messageOf));
    },
  };
}

/** What is not JSON is nothing: the gate refuses it with a reason. */
function readInput(text: string): unknown {
  return parseJson(text);
}
