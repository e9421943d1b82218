import type { McpTool } from '@permesso/engine/call';
import type { Incoming, Payload } from './host.ts';
import { asEach } from './mcp-name.ts';
import { agentIn, recordIn, textIn } from './read-payload.ts';
import { translate, type ToolRow } from './tool-table.ts';

export interface ClaudeShaped {
  readonly host: string;
  readonly tools: ReadonlyMap<string, ToolRow>;
  readonly event: string;
  /** Set where `permission_mode` is what the person sees and changes in the window. */
  readonly tellsMode?: true;
  /** Server and tool of an MCP call, in every way that the payload or its name allows. */
  readonly mcp?: (payload: Payload, tool: string) => readonly McpTool[];
}

const noTools: ReadonlyMap<string, ToolRow> = new Map();

/** The payload that Claude Code introduced and that others send with their own tool names. */
export function fromClaudeShape(
  payload: Payload,
  { host, tools, event, mcp, tellsMode }: ClaudeShaped,
): Incoming {
  const said = textIn(payload, 'hook_event_name');
  if (said !== event) return { malformed: `${host} sent the event ${said ?? '(none)'} instead of ${event}` };
  const tool = textIn(payload, 'tool_name');
  if (tool === undefined) return { malformed: `${host} named no tool` };
  const input = recordIn(payload, 'tool_input');
  if (input === undefined) return { malformed: `${host} sent no input for ${tool}` };
  const cwd = textIn(payload, 'cwd');
  const session = textIn(payload, 'session_id');
  const mode = tellsMode === true ? textIn(payload, 'permission_mode') : undefined;
  const readings = mcp?.(payload, tool) ?? [];
  // A server's tool is not one of the host's own, whatever its name.
  const rows = readings.length === 0 ? tools : noTools;
  const { call, toInput, leaving } = translate(rows, {
    host,
    tool,
    input,
    ...(cwd === undefined ? {} : { cwd }),
  });
  const whole = { ...call, host, ...(session === undefined ? {} : { session }), ...agentIn(payload) };
  return {
    calls: asEach(whole, readings),
    toInput,
    ...(leaving === undefined ? {} : { leaving }),
    ...(cwd === undefined ? {} : { from: cwd }),
    ...(mode === undefined ? {} : { mode }),
  };
}
