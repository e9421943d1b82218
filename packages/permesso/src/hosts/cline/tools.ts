import { tableOf, type ToolRow } from '../tool-table.ts';

/** Most tools take lists, and the program also takes looser spellings of them: those are not guessed at. */
export const clineTools: ReadonlyMap<string, ToolRow> = tableOf([
  { theirs: 'run_commands', ours: 'Bash', each: { of: 'commands', as: 'command' } },
  { theirs: 'read_files', ours: 'Read', each: { of: 'files', as: 'path', spread: true } },
  { theirs: 'search_codebase', ours: 'Grep', each: { of: 'queries', as: 'pattern' } },
  { theirs: 'fetch_web_content', ours: 'WebFetch', each: { of: 'requests', as: 'url', spread: true } },
  { theirs: 'editor', ours: 'Edit' },
  { theirs: 'apply_patch', ours: 'apply_patch', named: { input: 'patch' } },
]);
