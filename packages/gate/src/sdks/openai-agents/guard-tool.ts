import type { Answer } from '@permesso/protocol/approval';
import { runAllowed } from '../run-allowed.ts';
import { messageOf, parseJson } from '@permesso/engine/call';
import type { HostCall, SuspendedCalls } from '../suspended-calls.ts';

/** The parts of an OpenAI Agents SDK function tool that the gate needs. */
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
   * Whether the person who resumes a run is known to be its principal. A saved run keeps the context of the person
   * who started it, so if the principal is read from there, the approver is unknown.
   */
  readonly isResumedByOwner: boolean;
  readonly calls: SuspendedCalls;
}

/** The tool behind a gate: checked before approval, again as a guardrail, and where it runs. */
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
  // A tool with an output schema cannot return a denial as text. There the guardrail returns it, but a guardrail is
  // not told about aborts.
  const askLater = tool.outputSchema === undefined;
  return {
    ...tool,
    isEnabled: async (context: RunContext, ...rest: unknown[]) =>
      (await isVisible(context)) && (await enabled(context, ...rest)),
    needsApproval: async (context: RunContext, input: unknown, callId?: string) =>
      (await calls.present(at(context, callId, input), { askLater })).verdict === 'ask',
    // Denies with the rule's text, even if the tool has an output schema.
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
      // The tool's own errors already become text for the model; this does the same for a sandbox's errors.
      return await (settled.sandbox === undefined ? running : running.catch(messageOf));
    },
  };
}

/** Invalid JSON becomes undefined: the gate denies it with a reason. */
function readInput(text: string): unknown {
  return parseJson(text);
}
