import { tableOf, type ToolRow } from '../tool-table.ts';

export const qwenTools: ReadonlyMap<string, ToolRow> = tableOf([
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
