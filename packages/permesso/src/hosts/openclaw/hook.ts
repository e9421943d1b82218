import { type HookHost, hookHost } from '@permesso/gate/payloads';
import { pluginRow } from '../../intercept/plugin-row.ts';

/** A plug-in of ours asks. Its tools of the catalogue and of MCP servers come under names of their own. */
export const openclaw: HookHost = hookHost({
  ...pluginRow('openclaw'),
  name: 'openclaw',
  // It answers into chats, or works off one message: its terminal is nobody's.
  hidesWindows: () => true,
  tools: [
    {
      theirs: 'exec',
      ours: 'Bash',
      harmless: ['title', 'yieldMs', 'background', 'timeoutSeconds', 'pty'],
      leaving: ['elevated'],
      directory: 'workdir',
    },
    { theirs: 'read', ours: 'Read', harmless: ['offset', 'limit', 'cursor', 'optional'] },
    { theirs: 'write', ours: 'Write' },
    { theirs: 'edit', ours: 'Edit' },
    { theirs: 'ls', ours: 'Glob', harmless: ['limit', 'after'] },
    { theirs: 'apply_patch', ours: 'apply_patch', named: { input: 'patch' } },
  ],
});
