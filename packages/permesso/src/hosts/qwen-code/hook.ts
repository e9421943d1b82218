import {
  type ClaudeAnswer,
  fromClaudeShape,
  type HookHost,
  type HostOutcome,
  type Incoming,
  jsonReply,
  type Payload,
  type ProcessFacts,
  type Reply,
  claudeOutcome,
  hasTexts,
  textIn,
  tableOf,
  type ToolRow,
} from '@permesso/gate/payloads';

export const qwenCode: HookHost = {
  name: 'qwen-code',
  title: 'Qwen Code',
  asks: 'host',
  hidesWindows: isHeadless,
  rewrites: false,
  shell: { always: 'bash' },
  sends: (payload) =>
    payload['hook_event_name'] === 'PreToolUse' &&
    hasTexts(payload, 'session_id', 'timestamp', 'permission_mode') &&
    textIn(payload, 'transcript_path')?.includes('/chats/') === true,
  callFields: ['tool_name', 'tool_input'],
  toCall: qwenCodeToCall,
  toReply: qwenCodeToReply,
  after: {
    before: (payload) => ({ ...payload, hook_event_name: 'PreToolUse' }),
    outcome: claudeOutcome,
    unattended: ['auto', 'auto-edit', 'yolo'],
  },
  prompts: { event: 'UserPromptSubmit', isHeadless },
};

/** Started with a prompt to work off alone. */
function isHeadless({ commandLine }: ProcessFacts): boolean {
  return /\s(?:-p|--prompt)(?:[ =]|$)/.test(commandLine);
}

const qwenTools: ReadonlyMap<string, ToolRow> = tableOf([
  {
    theirs: 'run_shell_command',
    ours: 'Bash',
    harmless: ['description', 'is_background', 'timeout'],
    directory: 'directory',
  },
  { theirs: 'read_file', ours: 'Read', harmless: ['offset', 'limit', 'pages'] },
  { theirs: 'write_file', ours: 'Write' },
  { theirs: 'edit', ours: 'Edit' },
  { theirs: 'notebook_edit', ours: 'NotebookEdit' },
  { theirs: 'list_directory', ours: 'Glob' },
  { theirs: 'glob', ours: 'Glob' },
  { theirs: 'grep_search', ours: 'Grep' },
  { theirs: 'web_fetch', ours: 'WebFetch' },
  { theirs: 'web_search', ours: 'WebSearch' },
  // Each runs other tools, or text, of its own choice.
  { theirs: 'tool_call', ours: 'unreadable' },
  { theirs: 'exec', ours: 'unreadable' },
]);

/** Claude's shape with names of its own; MCP tools are `mcp__server__tool`. */
function qwenCodeToCall(payload: Payload): Incoming {
  return fromClaudeShape(payload, {
    host: 'qwen-code',
    tools: qwenTools,
    event: 'PreToolUse',
    tellsMode: true,
  });
}

/** Claude's answer without the part that Qwen Code ignores: it runs what it sent, whatever input we name. */
interface QwenAnswer {
  readonly hookSpecificOutput: Omit<ClaudeAnswer['hookSpecificOutput'], 'updatedInput'>;
}

function qwenCodeToReply({ verdict, reason }: HostOutcome): Reply {
  const answer: QwenAnswer = {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: verdict,
      permissionDecisionReason: reason,
    },
  };
  return jsonReply(answer);
}
