import type { ToolCall } from './tool-call.ts';

export function isMcpCall(call: ToolCall): boolean {
  return call.mcp !== undefined || call.tool.startsWith('mcp__');
}
