import { isMcpCall } from '../call/is-mcp-call.ts';
import type { ToolCall } from '../call/tool-call.ts';
import type { Tool } from './tool.ts';
import { builtInFileTools } from './tools/file-tools.ts';
import { fitsName } from './described-tool.ts';
import { mcpTool } from './tools/mcp-tool.ts';
import { patchTool } from './tools/patch-tool.ts';
import { powerShellTool, shellTool } from './tools/shell-tool.ts';
import { unknownTool } from './tools/unknown-tool.ts';
import { unreadableTool } from './tools/unreadable-tool.ts';
import { builtInWebTools } from './tools/web-tools.ts';

export interface Toolbox {
  /** By name. A map rather than an object, because `__proto__` is a name like any other. */
  readonly named: ReadonlyMap<string, Tool>;
  /** Tools for every name with a given prefix: `mcp__files__*`. */
  readonly beginning: readonly Tool[];
  /** The app's own tools: nothing else knows their effects. */
  readonly own: ReadonlySet<Tool>;
}

/** The built-in tools alone, shared by all gates without tools of their own. */
let plain: Toolbox | undefined;

/** Custom tools win over built-in ones of the same name. */
export function toolboxOf(own: readonly Tool[] = []): Toolbox {
  if (own.length > 0) return makeToolbox(own);
  plain ??= makeToolbox([]);
  return plain;
}

function makeToolbox(own: readonly Tool[]): Toolbox {
  const find = (call: ToolCall): Tool => toolFor(toolbox, call);
  const able = (tool: Tool): Tool => tool.among?.(find) ?? tool;
  const builtIn = [
    shellTool,
    powerShellTool,
    patchTool,
    unreadableTool,
    ...builtInFileTools,
    ...builtInWebTools,
  ].map(able);
  const given = own.map(able);
  const tools = [...builtIn, ...given];
  const toolbox: Toolbox = {
    named: new Map(tools.map((tool) => [tool.name, tool])),
    beginning: tools.filter(({ name }) => name.endsWith('*')),
    own: new Set(given),
  };
  return toolbox;
}

export function toolFor({ named, beginning }: Toolbox, call: ToolCall): Tool {
  if (!isMcpCall(call)) return named.get(call.tool) ?? unknownTool;
  const names = mcpNamesOf(call);
  const exact = names.map((name) => named.get(name)).find((tool) => tool !== undefined);
  if (exact !== undefined) return exact;
  return beginning.find(({ name }) => fitsName(name, call)) ?? mcpTool;
}

/** The host's name, and the one joined from server and tool. */
function mcpNamesOf({ tool, mcp }: ToolCall): readonly string[] {
  return mcp === undefined ? [tool] : [tool, `mcp__${mcp.server}__${mcp.tool}`];
}
