import type { ToolCall } from '@permesso/engine/call';
import type { Tool } from '@permesso/engine/facts';
import type { Layer, Mode } from '@permesso/engine/policy';
import { fixedWorld } from '@permesso/engine/world';
import { createGate, type Gate } from '@permesso/gate/gate';

interface Given {
  readonly mode?: Mode;
  readonly tools?: readonly Tool[];
}

export const bash = (command: string): ToolCall => ({ tool: 'Bash', input: { command } });
export const file = (tool: 'Read' | 'Write' | 'Edit', path: string): ToolCall => ({
  tool,
  input: { file_path: path },
});

/** In the project `/w` of somebody whose home is `/home/u`. */
export function gateWith(policy: Layer, given: Given = {}): Gate {
  return createGate({ policy, ...given, world: () => fixedWorld({ cwd: '/w', home: '/home/u' }) });
}

export function verdictOf(call: ToolCall | string, policy: Layer = {}, given: Given = {}): string {
  return gateWith(policy, given).explain(typeof call === 'string' ? bash(call) : call).decision.verdict;
}

/** The calls that do not come to this verdict. */
export function otherThan(
  verdict: string,
  calls: readonly (ToolCall | string)[],
  policy: Layer = {},
): readonly string[] {
  return calls
    .map((call) => {
      const name = typeof call === 'string' ? call : `${call.tool} ${JSON.stringify(call.input)}`;
      return `${verdictOf(call, policy)}: ${name}`;
    })
    .filter((text) => !text.startsWith(`${verdict}: `));
}
