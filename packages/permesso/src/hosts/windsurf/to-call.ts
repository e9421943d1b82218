import type { ToolCall } from '../../call/tool-call.ts';
import type { Incoming, Payload } from '../host.ts';
import { argumentsIn, recordIn, textIn } from '../read-payload.ts';
import { windsurfTools } from './tools.ts';

const host = 'windsurf';

export function toCall(payload: Payload): Incoming {
  const event = textIn(payload, 'agent_action_name') ?? '(none)';
  const info = recordIn(payload, 'tool_info');
  if (info === undefined) return { malformed: `${host} sent no tool_info` };
  const session = textIn(payload, 'trajectory_id');
  const about = { host, ...(session === undefined ? {} : { session }) };
  if (event === 'pre_mcp_tool_use') return mcpCall(info, about);
  const row = windsurfTools.get(event);
  if (row === undefined) return { malformed: `${host} sent the event ${event}` };
  const value = textIn(info, row.field);
  if (value === undefined) return { malformed: `${host} sent no ${row.field} with ${event}` };
  const cwd = textIn(info, 'cwd');
  const call: ToolCall = { ...about, tool: row.ours, input: { [row.as]: value } };
  return { calls: [cwd === undefined ? call : { ...call, cwd }] };
}

function mcpCall(info: Payload, about: Pick<ToolCall, 'host' | 'session'>): Incoming {
  const server = textIn(info, 'mcp_server_name');
  const tool = textIn(info, 'mcp_tool_name');
  const input = argumentsIn(info, 'mcp_tool_arguments');
  if (server === undefined || tool === undefined || input === undefined)
    return { malformed: `${host} sent an MCP call without server, tool or arguments` };
  return { calls: [{ ...about, tool: `mcp__${server}__${tool}`, input, mcp: { server, tool } }] };
}
