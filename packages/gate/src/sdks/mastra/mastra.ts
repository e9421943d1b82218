import { messageOf } from '@permesso/engine/call';
import { hiddenWords, refusalOf } from '../../payloads/refusal.ts';
import { runAllowed, type AllowedCall } from '../run-allowed.ts';
import type { Answer } from '@permesso/protocol/approval';
import { appCalls, type AppOptions } from '../app-calls.ts';
import { ruleName, type GateFor, callerOptions, checkAdapterOptions } from '../app-tools.ts';
import {
  type HostCall,
  type PendingApprovals,
  type SettledRuling,
  suspensionOptions,
} from '../suspended-calls.ts';

/** Whose runs these are, from their request context, and how people are asked. */
export interface MastraOptions extends AppOptions<RequestContext> {}

/** What an app passes along with a run. */
export interface RequestContext {
  get(key: string): unknown;
}

/** What to pass to Mastra so that its calls go through the gate, and the pending approvals. */
export interface MastraGuard extends PendingApprovals {
  /**
   * `new Agent({ ...guard.agentOptions, tools: guard.guardTools(tools) })`. Runs tool calls one after the other:
   * Mastra loses one of two calls that suspend at the same time.
   */
  readonly agentOptions: {
    readonly hooks: ToolHooks;
    readonly defaultOptions: { readonly toolCallConcurrency: 1 };
  };
  /** Sees every tool of a run, including those of MCP servers, workspaces and memory. */
  readonly hooks: ToolHooks;
  /** A second check, for runs that replace their agent's hooks. Hidden tools are removed. */
  readonly guardTools: <T extends Readonly<Record<string, MastraTool>>>(tools: T) => T;
}

/** The hook that Mastra calls before each tool call. */
export interface ToolHooks {
  readonly beforeToolCall: (about: {
    readonly toolName: string;
    readonly input: unknown;
    readonly context: unknown;
  }) => Promise<undefined | { readonly proceed: false; readonly output: unknown }>;
}

/** The parts of a Mastra tool that the gate needs. */
export interface MastraTool {
  readonly id?: string;
  readonly execute?: ((input: never, context: never) => unknown) | undefined;
  readonly requireApproval?: unknown;
}

/** Used in hooks, where every field is at the top level, and in tools, where some are below `agent`. */
interface Execution extends Suspending {
  readonly agent?: Suspending;
  readonly requestContext?: RequestContext;
  readonly abortSignal?: AbortSignal;
}

interface Suspending {
  readonly toolCallId?: string;
  readonly suspend?: (payload: unknown) => Promise<unknown>;
  readonly resumeData?: unknown;
}

/** Returned by a suspended call; discarded when the run is resumed. */
const stopped = Symbol('stopped');

const optionNames: Readonly<Record<keyof MastraOptions, true>> = { ...suspensionOptions, ...callerOptions };

/**
 * Puts the tools of an agent behind a gate. An approval request suspends the run, which needs a storage.
 *
 * @example
 * ```ts
 * import { Agent } from '@mastra/core/agent';
 * import { createGate } from '@permesso/gate';
 * import { mastra } from '@permesso/gate/mastra';
 * const guard = mastra(createGate({ policy: { allow: ['weather'] } }));
 * const tools = guard.guardTools({ weather: { id: 'weather', execute: async () => 'sunny' } });
 * const agent = new Agent({ ...guard.agentOptions, name: 'helper', model: 'openai/gpt-5', tools });
 * ```
 */
export function mastra(gate: GateFor<RequestContext>, options: MastraOptions = {}): MastraGuard {
  checkAdapterOptions(options, optionNames, 'mastra');
  const app = appCalls('mastra', gate, options);
  const { calls } = app;
  const at = (tool: string, input: unknown, run: Execution): HostCall =>
    app.at({
      id: run.toolCallId ?? run.agent?.toolCallId,
      tool,
      input,
      context: run.requestContext ?? noContext,
    });

  async function settleCall(
    here: HostCall,
    tool: string,
    run: Execution,
  ): Promise<SettledRuling | typeof stopped> {
    const hidden = hiddenWords(await here.gate(), here.call, tool);
    if (hidden !== undefined) return { verdict: 'deny', message: hidden };
    const said = answerIn(run);
    if (said !== undefined) return await calls.resume(here, said);
    const ruling = await calls.present(here, { signal: run.abortSignal });
    if (ruling.verdict !== 'ask') return ruling;
    const suspend = run.suspend ?? run.agent?.suspend;
    if (suspend === undefined)
      return {
        verdict: 'deny',
        message: refusalOf({ message: ruling.message, guidance: 'Nobody can be asked here.' }),
      };
    await suspend({ approval: ruling.approval });
    return stopped;
  }

  async function runHere(here: HostCall, allowed: AllowedCall, signal?: AbortSignal): Promise<unknown> {
    const run = (): never => {
      throw new TypeError('only what is allowed sandboxed runs here');
    };
    return await runAllowed(await here.gate(), allowed, { run, signal });
  }

  const hooks: ToolHooks = {
    beforeToolCall: async ({ toolName, input, context }) => {
      const run = (context ?? {}) as Execution;
      const here = at(toolName, input, run);
      const settled = await settleCall(here, toolName, run);
      if (settled === stopped) return { proceed: false, output: undefined };
      if (settled.verdict === 'deny') return { proceed: false, output: settled.message };
      run.abortSignal?.throwIfAborted();
      // Mastra would run the tool itself, so it gets the sandbox's result instead.
      if (settled.sandbox !== undefined)
        return { proceed: false, output: await runHere(here, settled, run.abortSignal).catch(messageOf) };
      // The tool must not take our answer as one to a request of its own, nor skip the check of its input because of
      // it.
      if (answerIn(run) !== undefined) Reflect.deleteProperty(run, 'resumeData');
      if (settled.call !== here.call && !replaceInput(input, settled.call.input))
        return { proceed: false, output: 'The changed call could not be handed to the tool.' };
      return undefined;
    },
  };

  function guardTool(name: string, tool: MastraTool): MastraTool {
    const run = tool.execute as ((input: unknown, context: unknown) => unknown) | undefined;
    if (run === undefined) return tool;
    const execute = async (input: unknown, context: Execution = {}): Promise<unknown> => {
      const here = at(name, input, context);
      let allowed = await calls.take(here);
      if (allowed === undefined) {
        const settled = await settleCall(here, name, context);
        if (settled === stopped) return undefined;
        if (settled.verdict === 'deny') return settled.message;
        await calls.take(here);
        allowed = settled;
      }
      context.abortSignal?.throwIfAborted();
      const { input: toRun } = allowed.call;
      return await runAllowed(await here.gate(), allowed, {
        run: () => run.call(tool, toRun, withoutAnswer(context)),
        signal: context.abortSignal,
      });
    };
    // A tool is a branded instance: everything but the two methods that run it is unchanged.
    return new Proxy(tool, {
      get: (target, property) => {
        if (property === 'execute') return execute;
        if (property === 'requireApproval') return false;
        if (property === 'needsApprovalFn') return undefined;
        const value: unknown = Reflect.get(target, property);
        return value;
      },
    });
  }

  const guardTools: MastraGuard['guardTools'] = (tools) => {
    app.declare(Object.keys(tools));
    const isVisible = ([name]: readonly [string, MastraTool]): boolean =>
      typeof gate === 'function' || gate.visibleTools([ruleName(name, options)]).length > 0;
    const entries = Object.entries(tools)
      .filter(isVisible)
      .map(([name, tool]) => [name, guardTool(name, tool)] as const);
    return Object.fromEntries(entries) as typeof tools;
  };

  return {
    pending: calls.pending,
    answer: calls.answer,
    agentOptions: { hooks, defaultOptions: { toolCallConcurrency: 1 } },
    hooks,
    guardTools,
  };
}

const noContext: RequestContext = { get: () => undefined };

/**
 * The value with which `approveToolCall` and `declineToolCall` resume a run. Anything else is not an answer for us.
 */
function answerIn({ resumeData, agent }: Execution): Answer | undefined {
  const data: unknown = resumeData ?? agent?.resumeData;
  if (typeof data !== 'object' || data === null || !('approved' in data)) return undefined;
  if (data.approved === true) return { verdict: 'allow', from: 'mastra' };
  const reason: unknown = 'reason' in data ? data.reason : undefined;
  return { verdict: 'deny', from: 'mastra', ...(typeof reason === 'string' ? { comment: reason } : {}) };
}

function withoutAnswer(context: Execution): Execution {
  if (answerIn(context) === undefined) return context;
  const { resumeData: _own, agent, ...rest } = context;
  if (agent === undefined) return rest;
  const { resumeData: _agents, ...other } = agent;
  return { ...rest, agent: other };
}

/** Changed in place: the hook has no other way to change the tool's input. */
function replaceInput(input: unknown, changed: Readonly<Record<string, unknown>>): boolean {
  if (typeof input !== 'object' || input === null || Object.isFrozen(input)) return false;
  for (const key of Object.keys(input)) Reflect.deleteProperty(input, key);
  Object.assign(input, changed);
  return true;
}
