import { tableOf, type ToolRow } from '../tool-table.ts';

/** Only what the documentation names: of a field with another name nothing is known, so the call is asked about. */
export const cursorTools: ReadonlyMap<string, ToolRow> = tableOf([
  { theirs: 'Shell', ours: 'Bash', harmless: ['timeout', 'description'], directory: 'working_directory' },
  { theirs: 'Read', ours: 'Read' },
  { theirs: 'Write', ours: 'Write' },
  { theirs: 'Grep', ours: 'Grep' },
]);
