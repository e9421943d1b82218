import { tableOf, type ToolRow } from '../tool-table.ts';

/** Our own names are Claude Code's, so most rows say so. */
export const claudeTools: ReadonlyMap<string, ToolRow> = tableOf([
  { theirs: 'Bash', ours: 'Bash', harmless: ['timeout', 'description', 'run_in_background'] },
  { theirs: 'Read', ours: 'Read', harmless: ['offset', 'limit', 'pages', 'allow_large'] },
  { theirs: 'Write', ours: 'Write' },
  { theirs: 'Edit', ours: 'Edit' },
  { theirs: 'MultiEdit', ours: 'MultiEdit' },
  { theirs: 'NotebookEdit', ours: 'NotebookEdit' },
  { theirs: 'Glob', ours: 'Glob' },
  { theirs: 'Grep', ours: 'Grep' },
  { theirs: 'WebFetch', ours: 'WebFetch' },
  { theirs: 'WebSearch', ours: 'WebSearch' },
]);
