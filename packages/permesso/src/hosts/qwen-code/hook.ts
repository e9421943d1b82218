import {
  claudeAnswers,
  claudeOutcome,
  hasTexts,
  type HookHost,
  hookHost,
  type ProcessFacts,
  textIn,
} from '@permesso/gate/payloads';

// It runs the original input, whatever input the answer has.
const { edit: _ignored, ...answers } = claudeAnswers;

/** Claude's format with different tool names; MCP tools are `mcp__server__tool`. */
export const qwenCode: HookHost = hookHost({
  name: 'qwen-code',
  hidesWindows: isHeadless,
  shell: { always: 'bash' },
  sends: (payload) =>
    payload['hook_event_name'] === 'PreToolUse' &&
    hasTexts(payload, 'session_id', 'timestamp', 'permission_mode') &&
    textIn(payload, 'transcript_path')?.includes('/chats/') === true,
  fields: { mode: 'permission_mode' },
  tools: [
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
  ],
  answers,
  after: { outcome: claudeOutcome, unattended: ['auto', 'auto-edit', 'yolo'] },
  prompts: { event: 'UserPromptSubmit', isHeadless },
});

/** Started with a prompt, to work unattended. */
function isHeadless({ commandLine }: ProcessFacts): boolean {
  return /\s(?:-p|--prompt)(?:[ =]|$)/.test(commandLine);
}
