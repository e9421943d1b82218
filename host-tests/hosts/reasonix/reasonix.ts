import { join } from 'node:path';
import { reasonixConfig } from '../../../packages/permesso/src/hosts/reasonix/setup.ts';
import { markServer } from '../machine.ts';
import type { RealHost } from '../real-host.ts';

export const reasonix: RealHost = {
  name: 'reasonix',
  title: 'Reasonix',
  licence: 'open',
  rewrites: false,
  tells: true,
  patience: 180_000,
  configure: ({ machine, url }) => {
    const server = [
      '[[plugins]]',
      'name = "marks"',
      `command = ${JSON.stringify(process.execPath)}`,
      `args = [${JSON.stringify(markServer)}]`,
      '',
    ];
    machine.write('.reasonix/config.toml', `${reasonixConfig(url)}${server.join('\n')}`);
  },
  start: ({ installed }) => ({
    file: join(installed, `node_modules/@reasonix/cli-linux-${process.arch}/bin/reasonix`),
    args: ['run', 'do it'],
    env: { CANARY_KEY: 'dummy' },
  }),
  calls: {
    shell: ({ command }) => ({ tool: 'bash', input: { command } }),
    read: ({ secretFile }) => ({ tool: 'read_file', input: { path: secretFile } }),
    write: ({ marker }) => ({ tool: 'write_file', input: { path: marker, content: 'ran' } }),
    mcp: ({ marker }) => ({
      tool: 'use_capability',
      input: {
        action: 'call',
        capability_id: 'mcp-tool:marks/mark',
        arguments: { path: marker, text: 'ran' },
      },
    }),
    unknown: () => ({ tool: 'todo_write', input: { todos: [] } }),
  },
};
