import { compileCode, type Layer, type Verdict } from '@permesso/engine/policy';
import type { ToolCall } from '@permesso/engine/call';
import { createGate } from '@permesso/gate/gate';
import { fixedWorld } from '@permesso/engine/world';

/** What the engine decides with one layer, as if it were trusted. */
export function verdictOf(layer: Layer, call: ToolCall): Verdict {
  return createGate({
    policy: compileCode([{ ...layer, trusted: true }]),
    world: () => fixedWorld(),
  }).explain(call).decision.verdict;
}

/** `Bash(git push)`, `Read(a.ts)`, `WebFetch(https://...)`, `tool({"json": 1})`. */
export function callFrom(text: string): ToolCall {
  const [, tool = text, inside = ''] = /^([^(]+)\(([\s\S]*)\)$/u.exec(text) ?? [];
  switch (tool) {
    case 'Bash':
      return { tool, input: { command: inside } };
    case 'Read':
    case 'Write':
    case 'Edit':
      return { tool, input: { file_path: inside } };
    case 'WebFetch':
      return { tool, input: { url: inside } };
    default:
      return { tool, input: JSON.parse(inside === '' ? '{}' : inside) as Record<string, unknown> };
  }
}
