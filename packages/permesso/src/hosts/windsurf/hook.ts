import type { ToolCall } from '@permesso/engine/internal/call/tool-call';
import { exitCodeReply } from '../hook/exit-code-reply.ts';
import type { HookHost, Incoming, Payload } from '../hook/host.ts';
import { argumentsIn, recordIn, textIn } from '../hook/read-payload.ts';

/** Written from the documentation, never run. */
export const windsurf: HookHost = {
  name: 'windsurf',
  title: 'Windsurf',
  asks: 'ours',
  rewrites: false,
  tellsOnlyCallDirectory: true,
  toCall: windsurfToCall,
  toReply: exitCodeReply,
};

/** Windsurf has a hook for each kind of tool, and tells what matters in one field. */
interface EventRow {
  readonly event: string;
  readonly ours: string;
  readonly field: string;
  readonly as: string;
}

const rows: readonly EventRow[] = [
  { event: 'pre_run_command', ours: 'Bash', field: 'command_line', as: 'command' },
  { event: 'pre_read_code', ours: 'Read', field: 'file_path', as: 'file_path' },
  { event: 'pre_write_code', ours: 'Edit', field: 'file_path', as: 'file_path' },
];

const windsurfTools: ReadonlyMap<string, EventRow> = new Map(rows.map((row) => [row.event, row]));

const host = 'windsurf';

function windsurfToCall(payload: Payload): Incoming {
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
