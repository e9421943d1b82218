import type { McpTool } from '../../call/tool-call.ts';
import { fromClaudeShape } from '../claude-call.ts';
import type { Incoming, Payload } from '../host.ts';
import { recordIn, textIn } from '../read-payload.ts';
import { claudeTools } from './tools.ts';

export function toCall(payload: Payload): Incoming {
  return fromClaudeShape(payload, {
    host: 'claude-code',
    tools: claudeTools,
    event: 'PreToolUse',
    mcp: mcpOf,
  });
}

/** The payload names the server, so that `mcp__a__b__c` has one reading; unless the two contradict each other. */
function mcpOf(payload: Payload, tool: string): readonly McpTool[] {
  const server = textIn(recordIn(payload, 'mcp_server') ?? {}, 'name');
  const start = `mcp__${server}__`;
  return server !== undefined && tool.startsWith(start) && tool.length > start.length
    ? [{ server, tool: tool.slice(start.length) }]
    : [];
}
