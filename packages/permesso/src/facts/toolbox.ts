import type { ToolCall } from '../call/tool-call.ts';
import type { Tool } from './tool.ts';
import { builtInFileTools } from './tools/file-tools.ts';
import { isMcpCall, mcpTool } from './tools/mcp-tool.ts';
import { shellTool } from './tools/shell-tool.ts';
import { unknownTool } from './tools/unknown-tool.ts';
import { builtInWebTools } from './tools/web-tools.ts';

/** The tools a gate knows, by name. A map and not an object: `__proto__` is a name like any other. */
export type Toolbox = ReadonlyMap<string, Tool>;

/** Own tools win over built-in ones of the same name. */
export function toolboxOf(own: readonly Tool[] = []): Toolbox {
  return new Map(
    [shellTool, ...builtInFileTools, ...builtInWebTools, ...own].map((tool) => [tool.name, tool]),
  );
}

export function toolFor(toolbox: Toolbox, call: ToolCall): Tool {
  return toolbox.get(call.tool) ?? (isMcpCall(call) ? mcpTool : unknownTool);
}
