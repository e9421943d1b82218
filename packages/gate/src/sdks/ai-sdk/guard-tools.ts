import type { Answer } from '@permesso/protocol/approval';
import { messageOf } from '@permesso/engine/call';
import type { CallOutcome, Gate } from '../../gate/gate.ts';
import { runAllowed, sandboxedRun, type AllowedCall } from '../run-allowed.ts';
import { NotPermitted } from '../not-permitted.ts';
import { failureText } from '../../payloads/refusal.ts';
import type { HostCall, SuspendedCalls } from '../suspended-calls.ts';
import { answerIn } from './approval-parts.ts';

/** The parts of an AI SDK tool that the gate needs. */
export interface AiTool {
  readonly type?: string | undefined;
  readonly execute?: ((input: never, options: never) => unknown) | undefined;
  readonly needsApproval?: unknown;
}

/** What the SDK passes to `execute` and `needsApproval`. */
export interface CallOptions {
  readonly toolCallId: string;
  readonly messages?: readonly unknown[];
  readonly abortSignal?: AbortSignal;
}

export type Execute = (input: unknown, options: CallOptions) => unknown;

export type CallAt = (input: unknown, toolCallId: string) => HostCall;

/** The tool behind a gate, whichever way the SDK calls it. */
export function guardTool<T extends AiTool>(tool: T, at: CallAt, calls: SuspendedCalls): T {
  return {
    ...tool,
    needsApproval: async (input: unknown, { toolCallId, messages = [] }: CallOptions): Promise<boolean> => {
      // Asked again about a call that comes back with an answer: whether it counts is decided where the tool runs.
      if (answerIn(messages, toolCallId) !== undefined) return true;
      // A denial needs no approval: it is given where the tool would run, as a text that the model receives.
      const askLater = tool.execute !== undefined;
      return (await calls.present(at(input, toolCallId), { askLater })).verdict === 'ask';
    },
    ...(tool.execute === undefined ? {} : { execute: guardedExecute(tool, at, calls) }),
  };
}

function guardedExecute(tool: AiTool, at: CallAt, calls: SuspendedCalls): Execute {
  const run = ((input, options) => tool.execute?.(input as never, options as never)) as Execute;
  const enter = async (input: unknown, options: CallOptions): Promise<Entered> => {
    const said: Answer | undefined = answerIn(options.messages ?? [], options.toolCallId);
    const here = at(input, options.toolCallId);
    const settled = await calls
      .enter(here, { said, signal: options.abortSignal })
      .catch((error: unknown) => ({ verdict: 'deny' as const, message: failureText(error) }));
    // Reaches the model as the text of a tool error.
    if (settled.verdict === 'deny') throw new NotPermitted(settled.message);
    options.abortSignal?.throwIfAborted();
    return { allowed: settled, gate: await here.gate() };
  };
  // The SDK inspects what `execute` returns before awaiting it: only a generator streams.
  if (isGenerator(tool.execute))
    return async function* (input, options) {
      const { allowed, gate } = await enter(input, options);
      const inside = sandboxedRun(gate, allowed, options.abortSignal);
      const started = gate.start(allowed.call);
      // The outcome if the reader stops before the end.
      let outcome: CallOutcome = { ok: false, error: 'it was stopped' };
      try {
        if (inside === undefined) yield* run(allowed.call.input, options) as AsyncIterable<unknown>;
        else yield await inside();
        outcome = { ok: true };
      } catch (error) {
        outcome = { ok: false, error: messageOf(error) };
        throw error;
      } finally {
        started.ended(outcome);
      }
    };
  return async (input, options) => {
    const { allowed, gate } = await enter(input, options);
    return await runAllowed(gate, allowed, {
      signal: options.abortSignal,
      run: async () => {
        const output: unknown = await run(allowed.call.input, options);
        return isIterable(output) ? await lastOf(output) : output;
      },
    });
  };
}

interface Entered {
  readonly allowed: AllowedCall;
  readonly gate: Gate;
}

function isGenerator(execute: AiTool['execute']): boolean {
  return Object.prototype.toString.call(execute) === '[object AsyncGeneratorFunction]';
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

async function lastOf(values: AsyncIterable<unknown>): Promise<unknown> {
  let last: unknown;
  for await (const value of values) last = value;
  return last;
}
