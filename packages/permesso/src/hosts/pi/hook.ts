import { type HookHost, hookHost } from '@permesso/gate/payloads';
import { pluginRow } from '../../intercept/plugin-row.ts';

/** Our extension asks; Pi itself never does. It has no MCP and no sub-agents. */
export const pi: HookHost = hookHost({
  ...pluginRow('pi'),
  name: 'pi',
  // Prints one answer and exits.
  hidesWindows: ({ commandLine }) => /\s(?:-p|--print|--mode)(?:\s|=|$)/.test(commandLine),
  runsSandboxed: true,
  tools: [
    { theirs: 'bash', ours: 'Bash', harmless: ['timeout'] },
    { theirs: 'read', ours: 'Read', harmless: ['offset', 'limit'] },
    { theirs: 'write', ours: 'Write' },
    { theirs: 'edit', ours: 'Edit' },
    { theirs: 'grep', ours: 'Grep', harmless: ['ignoreCase', 'literal', 'context', 'limit'] },
    { theirs: 'find', ours: 'Glob', harmless: ['limit'] },
    { theirs: 'ls', ours: 'Glob', harmless: ['limit'] },
  ],
});
