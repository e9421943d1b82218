import { fromClaudeShape } from '../claude-call.ts';
import type { Incoming, Payload } from '../host.ts';
import { qwenTools } from './tools.ts';

/** Claude's shape with names of its own; MCP tools are `mcp__server__tool`. */
export function toCall(payload: Payload): Incoming {
  return fromClaudeShape(payload, { host: 'qwen-code', tools: qwenTools, event: 'PreToolUse' });
}
