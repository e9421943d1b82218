import { tableOf, type ToolRow } from '../tool-table.ts';

/** Codex tells its hooks of every shell tool as `Bash`, with the directory already in `cwd`. */
export const codexTools: ReadonlyMap<string, ToolRow> = tableOf([
  { theirs: 'Bash', ours: 'Bash' },
  { theirs: 'apply_patch', ours: 'apply_patch', named: { command: 'patch' } },
  { theirs: 'view_image', ours: 'Read', harmless: ['detail'] },
]);
