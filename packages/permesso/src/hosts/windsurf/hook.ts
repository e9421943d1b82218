import { definedFields, type ToolCall } from '@permesso/engine/call';
import {
  exitCodeAnswers,
  type HookHost,
  hookHost,
  type Incoming,
  type Payload,
  argumentsIn,
  hasTexts,
  recordIn,
  textIn,
} from '@permesso/gate/payloads';

/** Follows the documentation; not tested with the real program. */
export const windsurf: HookHost = hookHost({
  name: 'windsurf',
  sends: (payload) => hasTexts(payload, 'agent_action_name', 'trajectory_id'),
  callFields: ['tool_info'],
  tools: [],
  toCall: windsurfToCall,
  answers: exitCodeAnswers,
});

/** Windsurf has a hook for each kind of tool, with the relevant value in one field. */
interface EventRow {
  readonly event: string;
  readonly ours: string;
  readonly field: string;
  readonly as: string;
  /** Other documented fields; any further field may name another call. */
  readonly beside: readonly string[];
}

const rows: readonly EventRow[] = [
  { event: 'pre_run_command', ours: 'Bash', field: 'command_line', as: 'command', beside: ['cwd'] },
  { event: 'pre_read_code', ours: 'Read', field: 'file_path', as: 'file_path', beside: [] },
  { event: 'pre_write_code', ours: 'Edit', field: 'file_path', as: 'file_path', beside: ['edits'] },
];

const windsurfTools: ReadonlyMap<string, EventRow> = new Map(rows.map((row) => [row.event, row]));

const host = 'windsurf';

function windsurfToCall(payload: Payload): Incoming {
  const event = textIn(payload, 'agent_action_name') ?? '(none)';
  const info = recordIn(payload, 'tool_info');
  if (info === undefined) return { malformed: `${host} sent no tool_info` };
  const session = textIn(payload, 'trajectory_id');
  const about = { host, ...definedFields({ session }) };
  if (event === 'pre_mcp_tool_use') return mcpCall(info, about);
  const row = windsurfTools.get(event);
  if (row === undefined) return { malformed: `${host} sent the event ${event}` };
  const strange = strangeField(info, [row.field, ...row.beside]);
  if (strange !== undefined)
    return { malformed: `${host} sent ${strange} with ${event}, which is not known` };
  const value = textIn(info, row.field);
  if (value === undefined) return { malformed: `${host} sent no ${row.field} with ${event}` };
  const cwd = textIn(info, 'cwd');
  const call: ToolCall = { ...about, tool: row.ours, input: { [row.as]: value } };
  return { calls: [cwd === undefined ? call : { ...call, cwd }] };
}

function strangeField(info: Payload, known: readonly string[]): string | undefined {
  return Object.keys(info).find((name) => !known.includes(name));
}

const mcpFields = ['mcp_server_name', 'mcp_tool_name', 'mcp_tool_arguments'];

function mcpCall(info: Payload, about: Pick<ToolCall, 'host' | 'session'>): Incoming {
  const strange = strangeField(info, mcpFields);
  if (strange !== undefined)
    return { malformed: `${host} sent ${strange} with an MCP call, which is not known` };
  const server = textIn(info, 'mcp_server_name');
  const tool = textIn(info, 'mcp_tool_name');
  const input = argumentsIn(info, 'mcp_tool_arguments');
  if (server === undefined || tool === undefined || input === undefined)
    return { malformed: `${host} sent an MCP call without server, tool or arguments` };
  return { calls: [{ ...about, tool: `mcp__${server}__${tool}`, input, mcp: { server, tool } }] };
}
