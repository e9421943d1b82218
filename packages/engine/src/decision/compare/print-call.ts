import type { ToolCall } from '../../call/tool-call.ts';

/** Prints a call as a person would write it: the command, `Read(src/a.ts)`, or the tool with its arguments. */
export function printCall({ tool, input, agent }: ToolCall): string {
  const by =
    agent === undefined ? '' : ` (by ${[agent.name, ...(agent.parents ?? [])].join(', started by ')})`;
  return `${printed(tool, input)}${by}`;
}

function printed(tool: string, input: ToolCall['input']): string {
  const names = Object.keys(input);
  const only = names.length === 1 ? input[names[0] ?? ''] : undefined;
  if (typeof only === 'string') {
    if (tool === 'Bash' && names[0] === 'command') return only;
    if (['file_path', 'path', 'url', 'query'].includes(names[0] ?? '')) return `${tool}(${only})`;
  }
  return names.length === 0 ? tool : `${tool}(${JSON.stringify(input)})`;
}
