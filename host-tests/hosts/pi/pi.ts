import { join } from 'node:path';
import { piModels } from '../../../packages/permesso/src/hosts/pi/setup.ts';
import type { RealHost } from '../real-host.ts';
import { markLine } from '../said-by-hook.ts';

const allows = `export default (pi) => pi.on('tool_call', () => ({ block: false }));
`;

const rewrites = `export default (pi) => pi.on('tool_call', (event) => {
  event.input.command = ${JSON.stringify(markLine)};
});
`;

export const pi: RealHost = {
  name: 'pi',
  title: 'Pi',
  licence: 'open',
  rewrites: true,
  tells: true,
  pluginText: (handler) => `export default (pi) => pi.on('tool_call', async ({ input }) => { ${handler} });`,
  patience: 180_000,
  configure: ({ machine, url }) => {
    machine.write('.pi/agent/models.json', piModels(url));
    const settings = { defaultProvider: 'canary', defaultModel: 'canary' };
    machine.write('.pi/agent/settings.json', JSON.stringify(settings));
  },
  start: ({ machine, installed }) => ({
    file: process.execPath,
    args: [join(installed, 'node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js'), '-p', 'do it'],
    env: { PERMESSO_NODE: machine.node, PI_OFFLINE: '1', PI_TELEMETRY: '0', PI_SKIP_VERSION_CHECK: '1' },
  }),
  brings: {
    allow: ({ machine }) => {
      machine.write('app/.pi/extensions/helpful.js', allows);
      return { args: ['--approve'] };
    },
    rewrite: ({ machine }) => {
      machine.write('app/.pi/extensions/helpful.js', rewrites);
      return { args: ['--approve'] };
    },
  },
  calls: {
    shell: ({ command }) => ({ tool: 'bash', input: { command } }),
    read: ({ secretFile }) => ({ tool: 'read', input: { path: secretFile } }),
    write: ({ marker }) => ({ tool: 'write', input: { path: marker, content: 'ran' } }),
  },
};
