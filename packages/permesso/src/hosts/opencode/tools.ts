import { tableOf, type ToolRow } from '../tool-table.ts';

export const opencodeTools: ReadonlyMap<string, ToolRow> = tableOf([
  { theirs: 'bash', ours: 'Bash', harmless: ['description', 'timeout'], directory: 'workdir' },
  { theirs: 'read', ours: 'Read', named: { filePath: 'file_path' }, harmless: ['offset', 'limit'] },
  { theirs: 'write', ours: 'Write', named: { filePath: 'file_path' } },
  { theirs: 'edit', ours: 'Edit', named: { filePath: 'file_path' } },
  { theirs: 'glob', ours: 'Glob' },
  { theirs: 'grep', ours: 'Grep', named: { include: 'glob' } },
  { theirs: 'webfetch', ours: 'WebFetch' },
  { theirs: 'apply_patch', ours: 'apply_patch', named: { patchText: 'patch' } },
]);
