import { outsideWords } from '../not-permitted.ts';
import { definedFields } from '@permesso/engine/call';
import type { Gate } from '../../gate/gate.ts';
import { callOf, ruleName, viewOf, type Caller, callerOptions, checkAdapterOptions } from '../app-tools.ts';
import {
  suspendedCalls,
  type HostCall,
  type PendingApprovals,
  type SuspensionOptions,
  suspensionOptions,
} from '../suspended-calls.ts';
import { answerIn } from './approval-parts.ts';
import { guardTool, type AiTool } from './guard-tools.ts';

export { NotPermitted } from '../not-permitted.ts';

/** Whose conversation this is, how people are asked, and which tools the provider runs. */
export interface AiSdkOptions extends SuspensionOptions, Caller {
  /**
   * Tools that the provider runs, so their calls never reach the gate. Listed, so that this is a deliberate choice.
   */
  readonly outside?: readonly string[];
}

/** What to pass to the AI SDK so that its calls go through the gate, and the pending approvals. */
export interface AiSdkGuard extends PendingApprovals {
  /** AI SDK 6 and 7: the same tools, each behind the gate, without the hidden ones. */
  readonly guardTools: <T extends Readonly<Record<string, AiTool>>>(tools: T, more?: Caller) => T;
  /**
   * AI SDK 7: `generateText({ toolApproval: guard.toolApproval })`. A denied call then becomes part of the messages.
   */
  readonly toolApproval: (about: ToolApprovalQuestion) => Promise<ToolApprovalAnswer>;
  /**
   * Settles each request that the messages show as denied. The SDK does not run a denied call, so the gate would not
   * otherwise learn of the denial.
   */
  readonly observe: (messages: readonly unknown[]) => Promise<void>;
  /** For `wrapLanguageModel`: removes hidden tools, wherever they come from. `v4` for AI SDK 7, `v3` for 6. */
  readonly middleware: <V extends 'v3' | 'v4'>(specificationVersion: V) => ToolMiddleware<V>;
}

/** What the AI SDK passes about a tool call when it asks whether the call is approved. */
export interface ToolApprovalQuestion {
  readonly toolCall: { readonly toolName: string; readonly toolCallId: string; readonly input: unknown };
  readonly tools?: unknown;
  readonly messages: readonly unknown[];
}

/** The SDK runs a tool on any status that it does not know, so this type contains only statuses that it knows. */
export interface ToolApprovalAnswer {
  readonly type: 'approved' | 'denied' | 'user-approval';
  readonly reason: string;
}

/** A middleware for the AI SDK's `wrapLanguageModel` that removes hidden tools. */
export interface ToolMiddleware<V extends string> {
  readonly specificationVersion: V;
  readonly transformParams: <P extends ModelParams>(given: { readonly params: P }) => Promise<P>;
}

interface ModelParams {
  readonly tools?: readonly { readonly name: string }[] | undefined;
  readonly toolChoice?: { readonly type: string; readonly toolName?: string } | undefined;
}

const optionNames: Readonly<Record<keyof AiSdkOptions, true>> = {
  ...suspensionOptions,
  ...callerOptions,
  outside: true,
};

/**
 * Puts the tools of a `generateText`, a `streamText` or an agent behind a gate. Create one per conversation.
 *
 * @example
 * ```ts
 * import { generateText } from 'ai';
 * import { createGate } from '@permesso/gate';
 * import { aiSdk } from '@permesso/gate/ai-sdk';
 * const guard = aiSdk(createGate({ policy: { allow: ['weather'] } }), { session: 'chat-7' });
 * const tools = guard.guardTools({ weather: { execute: async () => 'sunny' } });
 * await generateText({ model: 'openai/gpt-5', prompt: 'Shall I take a coat?', tools, toolApproval: guard.toolApproval });
 * ```
 */
export function aiSdk(gate: Gate, options: AiSdkOptions = {}): AiSdkGuard {
  checkAdapterOptions(options, optionNames, 'aiSdk');
  const { approvals } = gate.stores;
  const calls = suspendedCalls({ ...definedFields({ approvals }), ...options }, viewOf(options), gate);
  /** The rule name of each guarded tool; the adapter can run a changed input. */
  const guarded = new WeakMap<object, Caller>();

  function hostCallOf(
    toolCall: ToolApprovalQuestion['toolCall'],
    how: { caller: Caller; editable: boolean },
  ): HostCall {
    return {
      id: toolCall.toolCallId,
      call: callOf({ host: 'ai-sdk', tool: toolCall.toolName, input: toolCall.input, ...how.caller }),
      gate: () => gate,
      editable: how.editable,
    };
  }

  function isVisible(tool: string, caller: Caller): boolean {
    const name = ruleName(tool, caller);
    return gate.visibleTools([name]).length > 0;
  }

  const guardTools: AiSdkGuard['guardTools'] = (tools, more) => {
    checkAdapterOptions(more, callerOptions, 'guardTools');
    const caller = { ...options, ...more };
    gate.declareTools(Object.keys(tools).map((name) => ruleName(name, caller)));
    const kept = Object.entries(tools).filter(([name]) => isVisible(name, caller));
    const entries = kept.map(([name, tool]) => {
      if (isOutside(tool) && options.outside?.includes(name) === true) return [name, tool] as const;
      if (isOutside(tool)) throw new TypeError(outsideWords(name));
      const editable = tool.execute !== undefined;
      const behind = guardTool(
        tool,
        (input, toolCallId) => hostCallOf({ toolName: name, toolCallId, input }, { caller, editable }),
        calls,
      );
      guarded.set(behind, caller);
      return [name, behind] as const;
    });
    return Object.fromEntries(entries) as typeof tools;
  };

  return {
    pending: calls.pending,
    answer: calls.answer,
    guardTools,
    toolApproval: async ({ toolCall, tools, messages }) => {
      const tool = ownTool(tools, toolCall.toolName);
      const caller = tool === undefined ? undefined : guarded.get(tool);
      const call = hostCallOf(toolCall, {
        caller: caller ?? options,
        editable: caller !== undefined && Object.hasOwn(tool ?? {}, 'execute'),
      });
      const said = answerIn(messages, toolCall.toolCallId);
      const { verdict, message } = await (said === undefined
        ? calls.present(call, { askLater: call.editable })
        : calls.resume(call, said));
      return { type: statusOf[verdict], reason: message };
    },
    observe: async (messages) => {
      for (const { id, request } of await calls.pending()) {
        const said = answerIn(messages, request.id);
        if (said?.verdict === 'deny') await calls.answer(id, said);
      }
    },
    middleware: (specificationVersion) => ({
      specificationVersion,
      transformParams: ({ params }) =>
        Promise.resolve(withoutHidden(params, (name) => isVisible(name, options))),
    }),
  };
}

const statusOf = { allow: 'approved', deny: 'denied', ask: 'user-approval' } as const;

/** Without `execute`: the provider runs it and sends the result. Browser tools have no type. */
function isOutside({ type, execute }: AiTool): boolean {
  return execute === undefined && (type === 'provider' || type === 'provider-defined');
}

function ownTool(tools: unknown, name: string): object | undefined {
  if (typeof tools !== 'object' || tools === null || !Object.hasOwn(tools, name)) return undefined;
  const tool: unknown = Object.entries(tools).find(([key]) => key === name)?.[1];
  return typeof tool === 'object' && tool !== null ? tool : undefined;
}

function withoutHidden<P extends ModelParams>(params: P, isVisible: (name: string) => boolean): P {
  const { tools, toolChoice } = params;
  if (tools === undefined) return params;
  const left = { ...params, tools: tools.filter(({ name }) => isVisible(name)) };
  // A provider rejects a tool choice that is not among the tools.
  if (toolChoice?.toolName === undefined || isVisible(toolChoice.toolName)) return left;
  return { ...left, toolChoice: { type: 'auto' } };
}
