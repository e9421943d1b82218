import { definedFields, type McpTool, type ToolCall } from '@permesso/engine/call';
import type { Calls, Incoming, Payload } from './host.ts';
import { translateEach } from './listed-calls.ts';
import { asEach, readingsOf } from './mcp-name.ts';
import { agentIn, argumentsIn, recordIn, textIn } from './read-payload.ts';
import type { ToolRow } from './tool-table.ts';

/** Where a payload says what. Claude Code's names where none is given: many programs took them over. */
export interface PayloadFields {
  /** Says which hook is called, and by which names the one before a call. */
  readonly event?: { readonly field: string; readonly is: readonly [string, ...string[]] } | 'untold';
  readonly tool?: string;
  readonly input?: string;
  /** Set where the input is an object or JSON text that holds one. */
  readonly inputAsText?: true;
  readonly session?: string;
  readonly cwd?: string;
  readonly agent?: { readonly type: string; readonly id: string };
  /** What the person sees and changes in the window as its mode. */
  readonly mode?: string;
}

/**
 * How the name of an MCP tool tells its server. `joined`: by this text, which server and tool may both hold, so that every cut
 * counts; a function where the payload says more. Absent where such a name reads as in rules: `mcp__server__tool`.
 */
export type McpNaming =
  | { readonly joined: string }
  | ((payload: Payload, tool: string) => readonly McpTool[]);

export interface CallReading {
  readonly host: string;
  readonly tools: ReadonlyMap<string, ToolRow>;
  readonly fields: PayloadFields;
  readonly mcp?: McpNaming;
}

const noTools: ReadonlyMap<string, ToolRow> = new Map();

export const claudeEvent = { field: 'hook_event_name', is: ['PreToolUse'] } as const;

/** One payload of a program as the calls that it asks about. */
export function readCall(payload: Payload, { host, tools, fields, mcp }: CallReading): Incoming {
  const wrong = wrongEvent(payload, { host, fields });
  if (wrong !== undefined) return { malformed: wrong };
  const tool = textIn(payload, fields.tool ?? 'tool_name');
  if (tool === undefined) return { malformed: `${host} named no tool` };
  const name = fields.input ?? 'tool_input';
  const input = fields.inputAsText === true ? argumentsIn(payload, name) : recordIn(payload, name);
  if (input === undefined) return { malformed: `${host} sent no input for ${tool}` };
  const { cwd, session, mode } = contextIn(payload, fields);
  const about = { host, ...session, ...agentIn(payload, fields.agent) };
  const readings = mcpReadings(payload, tool, { tools, mcp });
  return {
    ...translateAll({ host, tool, input, ...cwd }, { tools, readings, about }),
    ...definedFields({ from: cwd.cwd }),
    ...mode,
  };
}

function wrongEvent(
  payload: Payload,
  { host, fields: { event = claudeEvent } }: Pick<CallReading, 'host' | 'fields'>,
): string | undefined {
  if (event === 'untold') return undefined;
  const said = textIn(payload, event.field);
  return said !== undefined && event.is.includes(said)
    ? undefined
    : `${host} sent the event ${said ?? '(none)'} instead of ${event.is[0]}`;
}

interface Context {
  readonly cwd: { readonly cwd?: string };
  readonly session: { readonly session?: string };
  readonly mode: { readonly mode?: string };
}

function contextIn(payload: Payload, fields: PayloadFields): Context {
  const cwd = textIn(payload, fields.cwd ?? 'cwd');
  const session = textIn(payload, fields.session ?? 'session_id');
  const mode = fields.mode === undefined ? undefined : textIn(payload, fields.mode);
  return {
    cwd: cwd === undefined ? {} : { cwd },
    session: session === undefined ? {} : { session },
    mode: mode === undefined ? {} : { mode },
  };
}

function mcpReadings(
  payload: Payload,
  tool: string,
  { tools, mcp }: { readonly tools: CallReading['tools']; readonly mcp: McpNaming | undefined },
): readonly McpTool[] {
  if (typeof mcp === 'function') return mcp(payload, tool);
  return mcp === undefined || tools.has(tool) ? [] : readingsOf(tool, mcp.joined);
}

type Theirs = Parameters<typeof translateEach>[1];

export interface About {
  readonly tools: ReadonlyMap<string, ToolRow>;
  readonly readings: readonly McpTool[];
  readonly about: Pick<ToolCall, 'host' | 'session' | 'agent'>;
}

/** A server's tool is not one of the program's own, whatever its name. */
export function translateAll(theirs: Theirs, { tools, readings, about }: About): Calls {
  const { calls, ...rest } = translateEach(readings.length === 0 ? tools : noTools, theirs);
  const [first, ...more] = calls;
  const whole = (call: typeof first): ToolCall => ({ ...call, ...about });
  return {
    ...rest,
    calls: readings.length === 0 ? [whole(first), ...more.map(whole)] : asEach(whole(first), readings),
  };
}
