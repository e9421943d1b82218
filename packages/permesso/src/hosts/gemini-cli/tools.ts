import { tableOf, type ToolRow } from '../tool-table.ts';

/** `web_fetch` is in no row: its URLs stand in free text. */
export const geminiTools: ReadonlyMap<string, ToolRow> = tableOf([
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
]);
