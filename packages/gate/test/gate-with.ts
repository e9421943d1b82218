import type { ToolCall } from '@permesso/engine/call';
import { fixedWorld } from '@permesso/engine/world';
import type { Allowing } from '@permesso/protocol/approval';
import { plainShell } from '../../engine/test/plain-shell.ts';
import { createGate, type Gate, type GateOptions } from '../src/gate/gate.ts';

/** A gate with a shell and a fixed world, for tests. */
export function gateWith(options: Partial<GateOptions> = {}): Gate {
  return createGate({ policy: {}, tools: [plainShell()], world: () => fixedWorld(), ...options });
}

export function sh(command: string, more: Partial<ToolCall> = {}): ToolCall {
  return { tool: 'Bash', input: { command }, ...more };
}

export const yes: Allowing = { verdict: 'allow' };
export const pushAsks: Partial<GateOptions> = { policy: { allow: ['Bash'], ask: ['Bash(git push:*)'] } };
