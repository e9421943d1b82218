import { definedFields, type ToolCall } from '@permesso/engine/call';
import {
  type Answers,
  type Calls,
  type HookHost,
  hookHost,
  type Incoming,
  jsonReply,
  type Payload,
  argumentsIn,
  firstTextIn,
  hasTexts,
  isPayload,
  textIn,
  type ToolRow,
  translate,
} from '@permesso/gate/payloads';

/**
 * `ask` is documented for some hooks and was seen to be ignored, so it is never sent. Never silent: see `failClosed`.
 */
const answers: Answers = {
  allow: () => jsonReply({ permission: 'allow' }),
  deny: (reason) => jsonReply({ permission: 'deny', user_message: reason, agent_message: reason }),
  edit: (updated_input) => jsonReply({ permission: 'allow', updated_input }),
};

/** Follows the documentation; not tested with the real program. */
export const cursor: HookHost = hookHost({
  name: 'cursor',
  sends: (payload) => hasTexts(payload, 'conversation_id') && Array.isArray(payload['workspace_roots']),
  callFields: ['tool_name', 'tool_input', 'command', 'file_path'],
  // Only documented names: the meaning of any other field is unknown, so the call is asked about.
  tools: [
    { theirs: 'Shell', ours: 'Bash', harmless: ['timeout', 'description'], directory: 'working_directory' },
    { theirs: 'Read', ours: 'Read' },
    { theirs: 'Write', ours: 'Write' },
    { theirs: 'Grep', ours: 'Grep' },
  ],
  toCall: cursorToCall,
  answers,
});

type Tools = ReadonlyMap<string, ToolRow>;

const host = 'cursor';

/** One hook for every tool, and three older ones for some; each has its own format. */
function cursorToCall(payload: Payload, tools: Tools): Incoming {
  const event = textIn(payload, 'hook_event_name');
  const read = readers.get(event ?? '');
  if (read === undefined) return { malformed: `${host} sent the event ${event ?? '(none)'}` };
  const incoming = read(payload, cursorContext(payload), tools);
  // `cwd` belongs to the call; the workspace is what the person opened.
  const root = firstTextIn(payload, 'workspace_roots');
  return 'malformed' in incoming || root === undefined ? incoming : { ...incoming, root, from: root };
}

type CallContext = Pick<ToolCall, 'host' | 'session' | 'cwd'>;

function cursorContext(payload: Payload): CallContext {
  const cwd = textIn(payload, 'cwd') ?? firstTextIn(payload, 'workspace_roots');
  const session = textIn(payload, 'conversation_id');
  return { host, ...definedFields({ session, cwd }) };
}

type CallReader = (payload: Payload, about: CallContext, tools: Tools) => Incoming;

const readers: ReadonlyMap<string, CallReader> = new Map<string, CallReader>([
  ['preToolUse', anyTool],
  ['beforeShellExecution', shellCommand],
  ['beforeMCPExecution', mcpTool],
  ['beforeReadFile', fileToRead],
]);

function anyTool(payload: Payload, about: CallContext, tools: Tools): Incoming {
  const tool = textIn(payload, 'tool_name');
  if (tool === undefined) return { malformed: `${host} named no tool` };
  const input = argumentsIn(payload, 'tool_input');
  if (input === undefined) return { malformed: `${host} sent no input for ${tool}` };
  if (tool.startsWith('MCP:')) return { calls: [mcpCall(tool.slice('MCP:'.length), input, about)] };
  const cwd = about.cwd === undefined ? {} : { cwd: about.cwd };
  const { call, toInput } = translate(tools, { host, tool, input, ...cwd });
  return { calls: [{ ...about, ...call }], toInput };
}

function shellCommand(payload: Payload, about: CallContext): Incoming {
  const command = textIn(payload, 'command');
  if (command === undefined) return { malformed: `${host} sent no command` };
  return { calls: [{ ...about, tool: 'Bash', input: { command } }] };
}

function mcpTool(payload: Payload, about: CallContext): Incoming {
  const tool = textIn(payload, 'tool_name');
  if (tool === undefined) return { malformed: `${host} named no tool` };
  const input = argumentsIn(payload, 'tool_input');
  if (input === undefined) return { malformed: `${host} sent no input for ${tool}` };
  return { calls: [mcpCall(tool, input, about)] };
}

/** Cursor does not name the server. */
function mcpCall(tool: string, input: Payload, about: CallContext): ToolCall {
  return { ...about, tool: `MCP:${tool}`, input, mcp: { server: '', tool } };
}

/** Attachments go to the model together with the file. */
function fileToRead(payload: Payload, about: CallContext): Incoming {
  const path = textIn(payload, 'file_path');
  if (path === undefined) return { malformed: `${host} named no file` };
  const attached: readonly unknown[] = Array.isArray(payload['attachments']) ? payload['attachments'] : [];
  const read = (input: Payload): ToolCall => ({ ...about, tool: 'Read', input });
  const more = attached.map((one) => read(isPayload(one) ? pathOf(one) : {}));
  return { calls: [read({ file_path: path }), ...more] satisfies Calls['calls'] };
}

/** Both spellings are documented; an attachment with neither may be any file. */
function pathOf(attachment: Payload): Payload {
  const path = textIn(attachment, 'file_path') ?? textIn(attachment, 'filePath');
  return path === undefined ? {} : { file_path: path };
}
