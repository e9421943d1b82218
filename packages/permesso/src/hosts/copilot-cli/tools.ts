import { tableOf, type ToolRow } from '../tool-table.ts';

/** With `shellId` a command goes into a shell that has lived on, so that argument stays, as a doubt. */
export const copilotTools: ReadonlyMap<string, ToolRow> = tableOf([
  { theirs: 'bash', ours: 'Bash', harmless: ['description', 'mode', 'detach', 'initial_wait'] },
  { theirs: 'view', ours: 'Read', harmless: ['view_range', 'forceReadLargeFiles'] },
  { theirs: 'create', ours: 'Write' },
  { theirs: 'edit', ours: 'Edit' },
  { theirs: 'grep', ours: 'Grep', each: { of: 'paths', as: 'path', optional: true } },
  { theirs: 'glob', ours: 'Glob', each: { of: 'paths', as: 'path', optional: true } },
  { theirs: 'web_fetch', ours: 'WebFetch' },
  // Types into a program that is already running.
  { theirs: 'write_bash', ours: 'unreadable' },
]);
