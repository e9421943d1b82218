import { type HookHost, hookHost } from '@permesso/gate/payloads';
import { pluginRow } from '../../intercept/plugin-row.ts';

/** Our plug-in asks. Catalogue and MCP tools have prefixed names. */
export const openclaw: HookHost = hookHost({
  ...pluginRow('openclaw'),
  name: 'openclaw',
  // It answers in chats, or works through one message: nobody is at its terminal.
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
