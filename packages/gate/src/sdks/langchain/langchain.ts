import { outsideWords } from '../not-permitted.ts';
import { definedFields, isRecord, messageOf, type ToolCall } from '@permesso/engine/call';
import type { Gate } from '../../gate/gate.ts';
import { hiddenWords } from '../../payloads/refusal.ts';
import { sandboxedRun } from '../run-allowed.ts';
import { appCalls, type AppOptions, type NamedTools } from '../app-calls.ts';
import { type GateFor, callerOptions, checkAdapterOptions, namedOptions } from '../app-tools.ts';
import {
  type HostCall,
  type PendingApprovals,
  type SettledRuling,
  suspensionOptions,
} from '../suspended-calls.ts';
import { answerOf, reviewOf } from './review.ts';

export type { Review, ReviewDecision } from './review.ts';

/** LangChain's `ToolMessage`, whose runs these are, and how people are asked. */
export interface LangChainOptions<C, M> extends AppOptions<C> {
  /** `import { ToolMessage } from 'langchain'`: used to tell the model about a denial. */
  readonly ToolMessage: new (fields: MessageFields) => M;
  /** The conversation. Defaults to the thread of the run. */
  readonly session?: string | ((context: C) => string | undefined);
  /**
   * Tools that the provider runs, so their calls never reach the gate. Listed, so that this is a deliberate choice.
   */
  readonly outside?: readonly string[];
}

interface MessageFields {
  content: string;
  tool_call_id: string;
  name: string;
  status: 'error' | 'success';
}

/** What to pass to LangChain so that its calls go through the gate, and the pending approvals. */
export interface LangChainGuard<M> extends PendingApprovals {
  /** `createAgent({ middleware: [guard.middleware] })`, last in the list. Hides tools, decides, interrupts. */
  readonly middleware: GateMiddleware<M>;
  /** For a LangGraph `ToolNode`, or as a second check behind the middleware: the same tools, each behind the gate. */
  readonly guardTools: <T extends InvokableTool>(tools: readonly T[], more?: NamedTools) => T[];
}

/** A middleware for `createAgent` that hides tools, decides calls and interrupts the run to ask. */
export interface GateMiddleware<M> {
  readonly name: string;
  readonly wrapToolCall: <Q extends ToolRequest, R>(
    request: Q,
    handler: (request: Q) => R | Promise<R>,
  ) => Promise<R | M>;
  readonly wrapModelCall: <Q extends ModelRequest, R>(
    request: Q,
    handler: (request: Q) => R | Promise<R>,
  ) => Promise<R>;
}

/** The parts of LangChain's tool call request that the middleware reads. */
export interface ToolRequest {
  readonly toolCall: { readonly id?: string; readonly name: string; readonly args: Record<string, unknown> };
  readonly tool: unknown;
  readonly runtime: RunConfig;
}

interface ModelRequest {
  readonly tools: readonly unknown[];
  readonly runtime: RunConfig;
}

/** The parts of the run that say whose it is, and how to stop it. */
interface RunConfig {
  readonly context?: unknown;
  readonly configurable?: Readonly<Record<string, unknown>> | undefined;
  readonly interrupt?: ((value: never) => unknown) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The parts of a LangChain tool that the gate needs. */
export interface InvokableTool {
  readonly name: string;
  invoke(input: never, config?: never): Promise<unknown>;
}

const optionNames: Readonly<Record<keyof LangChainOptions<unknown, unknown>, true>> = {
  ...suspensionOptions,
  ...callerOptions,
  ToolMessage: true,
  outside: true,
};

/**
 * Puts the tools of an agent or a graph behind a gate. An approval request interrupts the run, which needs a
 * checkpointer.
 *
 * @example
 * ```ts
 * import { createAgent, ToolMessage } from 'langchain';
 * import { createGate } from '@permesso/gate';
 * import { langchain } from '@permesso/gate/langchain';
 * const guard = langchain(createGate({ policy: { allow: ['weather'] } }), { ToolMessage });
 * const agent = createAgent({ model: 'openai:gpt-5', tools: [], middleware: [guard.middleware] });
 * ```
 */
export function langchain<C = unknown, M = unknown>(
  gate: GateFor<C>,
  options: LangChainOptions<C, M>,
): LangChainGuard<M> {
  checkAdapterOptions(options, optionNames, 'langchain');
  const app = appCalls('langchain', gate, options);
  const { calls } = app;

  function at({ id, name, args }: ToolRequest['toolCall'], run: RunConfig, more?: NamedTools): HostCall {
    const thread = run.configurable?.['thread_id'];
    return app.at({ id, tool: name, input: args, context: run.context as C, thread, more });
  }

  /** Throws what `interrupt` throws: that is how a graph stops. */
  async function settleCall(here: HostCall, tool: string, run: RunConfig): Promise<SettledRuling> {
    const hidden = hiddenWords(await here.gate(), here.call, tool);
    if (hidden !== undefined) return { verdict: 'deny', message: hidden };
    const ruling = await calls.present(here, { signal: run.signal });
    if (ruling.verdict !== 'ask') return ruling;
    if (run.interrupt === undefined)
      return { verdict: 'deny', message: `${ruling.message} Nobody can be asked here.` };
    const resumed = run.interrupt(reviewOf(tool, ruling.approval) as never);
    return await calls.resume(here, answerOf(resumed, tool));
  }

  const refuse = (message: string, toolCall: ToolRequest['toolCall']): M =>
    new options.ToolMessage({
      content: message,
      tool_call_id: toolCall.id ?? '',
      name: toolCall.name,
      status: 'error',
    });

  /** A message holds text: other results are converted to JSON. */
  async function ranInside(inside: () => Promise<unknown>, toolCall: ToolRequest['toolCall']): Promise<M> {
    try {
      const result = await inside();
      return new options.ToolMessage({
        content: typeof result === 'string' ? result : JSON.stringify(result),
        tool_call_id: toolCall.id ?? '',
        name: toolCall.name,
        status: 'success',
      });
    } catch (error) {
      return refuse(messageOf(error), toolCall);
    }
  }

  const middleware: GateMiddleware<M> = {
    name: 'permesso',
    wrapToolCall: async (request, handler) => {
      const { toolCall, runtime } = request;
      const here = at(toolCall, runtime);
      const settled = await settleCall(here, toolCall.name, runtime);
      if (settled.verdict === 'deny') return refuse(settled.message, toolCall);
      runtime.signal?.throwIfAborted();
      const { input } = settled.call;
      const found = await here.gate();
      const inside = sandboxedRun(found, settled, runtime.signal);
      if (inside !== undefined) return await runTool(found, settled.call, () => ranInside(inside, toolCall));
      return await runTool(found, settled.call, () =>
        handler(input === toolCall.args ? request : { ...request, toolCall: { ...toolCall, args: input } }),
      );
    },
    wrapModelCall: async (request, handler) => {
      const isVisible = await app.visibleIn(request.runtime.context as C);
      const tools = request.tools.filter((tool) => {
        const name = toolNameOf(tool);
        if (!isInvokable(tool) && options.outside?.includes(name) !== true)
          throw new TypeError(outsideWords(name));
        return isVisible(name);
      });
      return await handler({ ...request, tools });
    },
  };

  const guardTools: LangChainGuard<M>['guardTools'] = (tools, more) => {
    checkAdapterOptions(more, namedOptions, 'guardTools');
    app.declare(
      tools.map(({ name }) => name),
      more,
    );
    return tools.map((tool) => {
      const run = async (input: unknown, config: RunConfig = {}): Promise<unknown> => {
        const toolCall = toolCallOf(tool.name, input);
        const here = at(toolCall, config, more);
        // A call that the middleware has just allowed may run; everything else is decided here.
        const cleared = await calls.take(here);
        let allowed = cleared;
        if (allowed === undefined) {
          const settled = await settleCall(here, tool.name, config);
          if (settled.verdict === 'deny' && isToolCall(input)) return refuse(settled.message, toolCall);
          if (settled.verdict === 'deny') throw new Error(settled.message);
          await calls.take(here);
          allowed = settled;
        }
        config.signal?.throwIfAborted();
        const { call } = allowed;
        const args = call.input;
        const inside = sandboxedRun(await here.gate(), allowed, config.signal);
        const invoke = (): Promise<unknown> =>
          inside === undefined
            ? tool.invoke((isToolCall(input) ? { ...input, args } : args) as never, config as never)
            : isToolCall(input)
              ? ranInside(inside, toolCall)
              : inside();
        // Behind the middleware, the middleware records the call.
        return cleared === undefined ? await runTool(await here.gate(), call, invoke) : await invoke();
      };
      // Every way to run the tool, not only the one that the SDK uses today.
      const doors: ReadonlySet<unknown> = new Set(['invoke', 'call', '_call', 'func']);
      return new Proxy(tool, {
        get: (target, property) => {
          if (doors.has(property)) return run;
          const value: unknown = Reflect.get(target, property);
          return value;
        },
      });
    });
  };

  return { pending: calls.pending, answer: calls.answer, middleware, guardTools };
}

/** Records start and end. An error that the graph has turned into a message still counts as an error. */
async function runTool<R>(gate: Gate, call: ToolCall, run: () => R | Promise<R>): Promise<R> {
  const started = gate.start(call);
  try {
    const result = await run();
    started.ended(isErrorMessage(result) ? { ok: false, error: 'the tool reported an error' } : { ok: true });
    return result;
  } catch (error) {
    started.ended({ ok: false, error: messageOf(error) });
    throw error;
  }
}

function isErrorMessage(result: unknown): boolean {
  return isRecord(result) && result['status'] === 'error';
}

interface GivenCall {
  readonly type: 'tool_call';
  readonly id?: string;
  readonly name: string;
  readonly args: Record<string, unknown>;
}

function isToolCall(input: unknown): input is GivenCall {
  return (
    typeof input === 'object' &&
    input !== null &&
    'type' in input &&
    input.type === 'tool_call' &&
    'args' in input
  );
}

function toolCallOf(name: string, input: unknown): ToolRequest['toolCall'] {
  if (!isToolCall(input)) return { name, args: input as Record<string, unknown> };
  return { name, args: input.args, ...definedFields({ id: input.id }) };
}

function isInvokable(tool: unknown): boolean {
  return typeof tool === 'object' && tool !== null && 'invoke' in tool && typeof tool.invoke === 'function';
}

function toolNameOf(tool: unknown): string {
  if (typeof tool !== 'object' || tool === null) return '';
  const { name, type }: { readonly name?: unknown; readonly type?: unknown } = tool;
  return typeof name === 'string' ? name : typeof type === 'string' ? type : '';
}
