import type { McpTool, ToolCall } from '@permesso/engine/call';
import {
  type Answers,
  hasTexts,
  type HookHost,
  hookHost,
  type Incoming,
  jsonReply,
  type Payload,
  type ProcessFacts,
  readCall,
  readingsOf,
  recordIn,
  responseOutcome,
  terminalOf,
  textIn,
  type ToolRow,
} from '@permesso/gate/payloads';
import { urlsInPrompt } from './urls-in-prompt.ts';

/**
 * `ask` hangs forever unless somebody is at the terminal, so only then is it left to the program. A deny in Claude's
 * format is ignored, and the tool runs. Of an ask only `systemMessage` is shown.
 */
const answers: Answers = {
  allow: () => jsonReply({ decision: 'allow' }),
  deny: (reason) => jsonReply({ decision: 'deny', reason }),
  ask: (reason) => jsonReply({ decision: 'ask', reason, systemMessage: reason }),
  edit: (tool_input) =>
    jsonReply({ decision: 'allow', hookSpecificOutput: { hookEventName: 'BeforeTool', tool_input } }),
};

const event = { field: 'hook_event_name', is: ['BeforeTool'] } as const;

export const geminiCli: HookHost = hookHost({
  name: 'gemini-cli',
  asksWhere: (program) => terminalOf(program.pid) !== undefined && !isHeadless(program),
  // It prompts for most calls, whatever a hook allows, unless it was started to ask nothing.
  hidesWindows: (program) => isHeadless(program) || !isYolo(program),
  runsSandboxed: true,
  shell: { always: 'bash' },
  windowsShell: 'powershell',
  sends: (payload) =>
    payload['hook_event_name'] === 'BeforeTool' && hasTexts(payload, 'session_id', 'timestamp'),
  fields: { event },
  // `web_fetch` has no row: its URLs are in free text.
  tools: [
    {
      theirs: 'run_shell_command',
      ours: 'Bash',
      harmless: ['description', 'is_background', 'delay_ms'],
      directory: 'dir_path',
    },
    { theirs: 'read_file', ours: 'Read', harmless: ['start_line', 'end_line'] },
    { theirs: 'write_file', ours: 'Write' },
    { theirs: 'replace', ours: 'Edit' },
    { theirs: 'list_directory', ours: 'Glob', named: { dir_path: 'path' } },
    { theirs: 'glob', ours: 'Glob', named: { dir_path: 'path' } },
    { theirs: 'grep_search', ours: 'Grep', named: { dir_path: 'path', include_pattern: 'glob' } },
    { theirs: 'google_web_search', ours: 'WebSearch' },
  ],
  toCall: geminiCliToCall,
  answers,
  after: { outcome: responseOutcome, unattended: [] },
  prompts: { event: 'BeforeAgent', isHeadless },
});

/** Started with a prompt, to work unattended. */
function isHeadless({ commandLine }: ProcessFacts): boolean {
  return /\s(?:-p|--prompt)(?:[ =]|$)/.test(commandLine);
}

function isYolo({ commandLine }: ProcessFacts): boolean {
  return /\s(?:-y|--yolo)(?:\s|$)|\s--approval-mode[ =]yolo\b/.test(commandLine);
}

function geminiCliToCall(payload: Payload, tools: ReadonlyMap<string, ToolRow>): Incoming {
  const incoming = readCall(payload, { host: 'gemini-cli', tools, fields: { event }, mcp: geminiMcpTools });
  if ('malformed' in incoming || textIn(payload, 'tool_name') !== 'web_fetch') return incoming;
  const [first, ...rest] = fetchesOf(incoming.calls[0]);
  const { toInput: _ofOneUrl, ...about } = incoming;
  return first === undefined ? incoming : { ...about, calls: [first, ...rest] };
}

/** More addresses than a person would read: beyond this, it may be any. */
const mostUrls = 32;

function fetchesOf(call: ToolCall): readonly ToolCall[] {
  const { prompt, ...rest } = call.input;
  const inText = typeof prompt === 'string' ? urlsInPrompt(prompt) : [undefined];
  // With an option of its own the tool takes one URL instead, and the prompt is only read to the model.
  const given = Object.hasOwn(rest, 'url') ? [rest['url']] : [];
  const urls: readonly unknown[] =
    [...given, ...inText].length > mostUrls ? [undefined] : [...given, ...inText];
  return urls.map((url) => ({
    ...call,
    tool: 'WebFetch',
    input: { ...call.input, ...(url === undefined ? { url: null } : { url }) },
  }));
}

/** Gemini joins with `_` and names the server; where it does not, every possible split counts. */
function geminiMcpTools(payload: Payload, tool: string): readonly McpTool[] {
  const context = recordIn(payload, 'mcp_context');
  const server = context && textIn(context, 'server_name');
  const name = context && textIn(context, 'tool_name');
  if (server !== undefined && name !== undefined) return [{ server, tool: name }];
  if (context !== undefined) return [{ server: '', tool: '' }];
  return tool.startsWith('mcp_') && !tool.startsWith('mcp__')
    ? readingsOf(tool.slice('mcp_'.length), '_')
    : [];
}
