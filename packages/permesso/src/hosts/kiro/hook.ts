import type { McpTool } from '@permesso/engine/call';
import {
  exitCodeAnswers,
  type HookHost,
  hookHost,
  type Payload,
  type ToolRow,
} from '@permesso/gate/payloads';

/** Follows the documentation; not tested with the real program. */
export const kiro: HookHost = hookHost({
  name: 'kiro',
  sends: (payload) => Object.keys(payload).every((name) => kiroFields.has(name)),
  unmarked: true,
  // The event is spelt `preToolUse` in agent files and `PreToolUse` in hook files.
  fields: { event: { field: 'hook_event_name', is: ['preToolUse', 'PreToolUse'] } },
  mcp: serverAndTool,
  tools: [
    ...bothNames('execute_bash shell', { ours: 'Bash', harmless: ['summary'], directory: 'working_dir' }),
    ...bothNames('fs_read read', {
      ours: 'Read',
      each: { of: 'operations', as: 'path', spread: true, optional: true },
    }),
    ...bothNames('fs_write write', { ours: 'Write', harmless: ['command', 'summary'] }),
  ],
  answers: exitCodeAnswers,
});

/** All documented payload fields. */
const kiroFields: ReadonlySet<string> = new Set(
  'hook_event_name cwd session_id tool_name tool_input agent_id agent_type'.split(' '),
);

/** Every built-in tool has an old and a new name. */
function bothNames(names: string, row: Omit<ToolRow, 'theirs'>): readonly ToolRow[] {
  return names.split(' ').map((theirs) => ({ theirs, ...row }));
}

/** `@server/tool`; server names contain no slash. */
function serverAndTool(_payload: Payload, name: string): readonly McpTool[] {
  if (!name.startsWith('@')) return [];
  const at = name.indexOf('/');
  return at === -1
    ? [{ server: name.slice(1), tool: '' }]
    : [{ server: name.slice(1, at), tool: name.slice(at + 1) }];
}
