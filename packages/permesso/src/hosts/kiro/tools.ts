import { tableOf, type ToolRow } from '../tool-table.ts';

/** Every built-in tool has an old and a new name. */
export const kiroTools: ReadonlyMap<string, ToolRow> = tableOf(
  [
    ['execute_bash', 'shell'].map((theirs) => ({
      theirs,
      ours: 'Bash',
      harmless: ['summary'],
      directory: 'working_dir',
    })),
    ['fs_read', 'read'].map((theirs) => ({
      theirs,
      ours: 'Read',
      each: { of: 'operations', as: 'path', spread: true as const, optional: true as const },
    })),
    ['fs_write', 'write'].map((theirs) => ({ theirs, ours: 'Write', harmless: ['command', 'summary'] })),
  ].flat(),
);
