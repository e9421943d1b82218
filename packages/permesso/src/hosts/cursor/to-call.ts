import type { ToolCall } from '../../call/tool-call.ts';
import type { Calls, Incoming, Payload } from '../host.ts';
import { argumentsIn, firstTextIn, isPayload, textIn } from '../read-payload.ts';
import { translate } from '../tool-table.ts';
import { cursorTools } from './tools.ts';

const host = 'cursor';

/** One hook for every tool, and three older ones for some; each has a shape of its own. */
export function toCall(payload: Payload): Incoming {
  const event = textIn(payload, 'hook_event_name');
  const read = readers.get(event ?? '');
  if (read === undefined) return { malformed: `${host} sent the event ${event ?? '(none)'}` };
  const incoming = read(payload, aboutOf(payload));
  // `cwd` is that of the call; the session's project is the workspace.
  const from = firstTextIn(payload, 'workspace_roots') ?? textIn(payload, 'cwd');
  return 'malformed' in incoming || from === undefined ? incoming : { ...incoming, from };
}

type About = Pick<ToolCall, 'host' | 'session' | 'cwd'>;

function aboutOf(payload: Payload): About {
  const cwd = textIn(payload, 'cwd') ?? firstTextIn(payload, 'workspace_roots');
  const session = textIn(payload, 'conversation_id');
  return { host, ...(session === undefined ? {} : { session }), ...(cwd === undefined ? {} : { cwd }) };
}

const readers: ReadonlyMap<string, (payload: Payload, about: About) => Incoming> = new Map([
  ['preToolUse', anyTool],
  ['beforeShellExecution', shellCommand],
  ['beforeMCPExecution', mcpTool],
  ['beforeReadFile', fileToRead],
]);

function anyTool(payload: Payload, about: About): Incoming {
  const tool = textIn(payload, 'tool_name');
  if (tool === undefined) return { malformed: `${host} named no tool` };
  const input = argumentsIn(payload, 'tool_input');
  if (input === undefined) return { malformed: `${host} sent no input for ${tool}` };
  if (tool.startsWith('MCP:')) return { calls: [mcpCall(tool.slice('MCP:'.length), input, about)] };
  const cwd = about.cwd === undefined ? {} : { cwd: about.cwd };
  const { call, toInput } = translate(cursorTools, { host, tool, input, ...cwd });
  return { calls: [{ ...about, ...call }], toInput };
}

function shellCommand(payload: Payload, about: About): Incoming {
  const command = textIn(payload, 'command');
  if (command === undefined) return { malformed: `${host} sent no command` };
  return { calls: [{ ...about, tool: 'Bash', input: { command } }] };
}

function mcpTool(payload: Payload, about: About): Incoming {
  const tool = textIn(payload, 'tool_name');
  if (tool === undefined) return { malformed: `${host} named no tool` };
  const input = argumentsIn(payload, 'tool_input');
  if (input === undefined) return { malformed: `${host} sent no input for ${tool}` };
  return { calls: [mcpCall(tool, input, about)] };
}

/** Cursor does not say which server it is. */
function mcpCall(tool: string, input: Payload, about: About): ToolCall {
  return { ...about, tool: `MCP:${tool}`, input, mcp: { server: '', tool } };
}

/** What is attached goes to the model together with the file. */
function fileToRead(payload: Payload, about: About): Incoming {
  const path = textIn(payload, 'file_path');
  if (path === undefined) return { malformed: `${host} named no file` };
  const attached: readonly unknown[] = Array.isArray(payload['attachments']) ? payload['attachments'] : [];
  const read = (input: Payload): ToolCall => ({ ...about, tool: 'Read', input });
  const more = attached.map((one) => read(isPayload(one) ? pathOf(one) : {}));
  return { calls: [read({ file_path: path }), ...more] satisfies Calls['calls'] };
}

/** Both spellings are documented; a file that is named in neither may be any. */
function pathOf(attachment: Payload): Payload {
  const path = textIn(attachment, 'file_path') ?? textIn(attachment, 'filePath');
  return path === undefined ? {} : { file_path: path };
}
