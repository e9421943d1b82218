import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { opencode } from '../opencode/opencode.ts';
import type { RealHost, Setting } from '../real-host.ts';

const editor = fileURLToPath(new URL('editor.ts', import.meta.url));
const permesso = fileURLToPath(new URL('../../../packages/permesso/src/cli/main.ts', import.meta.url));

function agentOf({ installed }: Setting): readonly string[] {
  return [join(installed, `node_modules/opencode-linux-${process.arch}/bin/opencode`), 'acp'];
}

/** An editor, our proxy and an agent that asks its editor before it does anything. */
export const acp: RealHost = {
  ...opencode,
  name: 'acp',
  title: 'ACP (OpenCode)',
  pinnedBy: 'opencode',
  rewrites: false,
  // The protocol has no room for a reason.
  tells: false,
  // A question goes to the editor, and this one approves.
  cases: [
    'no hook',
    'allow',
    'deny',
    'write, allow',
    'write, deny',
    'policy broken',
    'policy bytes',
    'policy unreadable',
    'state is a file',
    'disk full, deny',
    'disk full, allow',
    'denials corrupt',
    'shell, zsh',
    'shell, bash',
    'shell, sh',
    'shell, unset',
  ],
  configure: (setting) => {
    opencode.configure(setting);
    setting.machine.write('app/opencode.json', JSON.stringify({ permission: { bash: 'ask', edit: 'ask' } }));
    setting.machine.write('agent.json', JSON.stringify(agentOf(setting)));
  },
  register: (setting) => {
    const proxied = [process.execPath, permesso, 'acp', '--', ...agentOf(setting)];
    setting.machine.write('agent.json', JSON.stringify(proxied));
  },
  start: (setting) => ({
    file: process.execPath,
    args: [editor, join(setting.machine.home, 'agent.json')],
    env: opencode.start(setting).env,
  }),
};
