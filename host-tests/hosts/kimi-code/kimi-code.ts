import { join } from 'node:path';
import { kimiConfig } from '../../../packages/permesso/src/hosts/kimi-code/setup.ts';
import { markServer } from '../machine.ts';
import type { RealHost } from '../real-host.ts';

export const kimiCode: RealHost = {
  name: 'kimi-code',
  title: 'Kimi Code',
  licence: 'open',
  rewrites: false,
  tells: true,
  patience: 180_000,
  configure: ({ machine, url }) => {
    machine.write('.kimi-code/config.toml', kimiConfig(url));
    const servers = { mcpServers: { marks: { command: process.execPath, args: [markServer] } } };
    machine.write('.kimi-code/mcp.json', JSON.stringify(servers));
  },
  start: ({ installed }) => ({
    file: process.execPath,
    args: [join(installed, 'node_modules/@moonshot-ai/kimi-code/dist/main.mjs'), '-p', 'do it'],
    env: { KIMI_DISABLE_TELEMETRY: '1' },
  }),
  calls: {
    shell: ({ command }) => ({ tool: 'Bash', input: { command } }),
    elsewhere: ({ command, elsewhere }) => ({ tool: 'Bash', input: { command, cwd: elsewhere } }),
    read: ({ secretFile }) => ({ tool: 'Read', input: { path: secretFile } }),
    write: ({ marker }) => ({ tool: 'Write', input: { path: marker, content: 'ran' } }),
    mcp: ({ marker }) => ({ tool: 'mcp__marks__mark', input: { path: marker, text: 'ran' } }),
    agent: ({ task }) => ({
      tool: 'Agent',
      input: { description: 'leaves a mark', prompt: task, subagent_type: 'coder' },
    }),
    unknown: () => ({ tool: 'CronList', input: {} }),
  },
};
