import { definedFields, type ToolCall } from '@permesso/engine/call';
import type { SandboxObligation } from '@permesso/engine/decision';
import { sandboxTexts } from '../messages/denials.ts';
import type { RunSandboxed } from '../gate/gate-state.ts';
import { runCall, type StartedCall } from '../gate/outcome.ts';

/** A call that may run, and how. */
export interface AllowedCall {
  readonly call: ToolCall;
  /** Must run in this sandbox, or not at all. */
  readonly sandbox?: SandboxObligation;
}

interface RunningGate {
  readonly start: (call: ToolCall) => StartedCall;
  readonly runSandboxed?: RunSandboxed;
}

interface ToolRun {
  /** Runs the tool itself, if the call needs no sandbox. */
  readonly run: () => unknown;
  readonly signal?: AbortSignal | undefined;
}

/** Runs the tool, or its command in the sandbox if the decision requires that. Records start and end. */
export async function runAllowed(
  gate: RunningGate,
  allowed: AllowedCall,
  { run, signal }: ToolRun,
): Promise<unknown> {
  return runCall(gate, allowed.call, () => sandboxedRun(gate, allowed, signal)?.() ?? run());
}

/** Undefined if the tool runs without a sandbox. */
export function sandboxedRun(
  { runSandboxed }: RunningGate,
  { call, sandbox }: AllowedCall,
  signal?: AbortSignal,
): (() => Promise<unknown>) | undefined {
  if (sandbox === undefined) return undefined;
  const { command } = call.input;
  if (runSandboxed === undefined || typeof command !== 'string')
    return () => Promise.reject(new Error(sandboxTexts.cannotRun));
  return () =>
    runSandboxed(command, {
      profile: sandbox.profile,
      profileDigest: sandbox.digest,
      cwd: call.cwd ?? process.cwd(),
      ...definedFields({ signal }),
    });
}
