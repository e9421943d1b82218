import { join } from 'node:path';
import { markServer } from '../machine.ts';
import type { RealHost } from '../real-host.ts';

export const qwenCode: RealHost = {
  name: 'qwen-code',
  title: 'Qwen Code',
  licence: 'open',
  rewrites: false,
  tells: true,
  patience: 180_000,
  configure: ({ machine }) => {
    const settings = {
      security: { auth: { selectedType: 'openai' } },
      general: { enableAutoUpdate: false },
      telemetry: { enabled: false },
      privacy: { usageStatisticsEnabled: false },
      mcpServers: { marks: { command: process.execPath, args: [markServer] } },
    };
    machine.write('.qwen/settings.json', JSON.stringify(settings));
  },
  start: ({ installed, url }) => ({
    file: process.execPath,
    args: [
      join(installed, 'node_modules/@qwen-code/qwen-code/cli.js'),
      '-p',
      'do it',
      '--approval-mode',
      'yolo',
    ],
    env: {
      OPENAI_API_KEY: 'dummy',
      OPENAI_BASE_URL: `${url}/v1`,
      OPENAI_MODEL: 'fake-model',
      QWEN_CODE_DISABLE_TELEMETRY: '1',
    },
  }),
  calls: {
    shell: ({ command }) => ({
      tool: 'run_shell_command',
      input: { command, description: 'leaves a mark', is_background: false },
    }),
    elsewhere: ({ command, elsewhere }) => ({
      tool: 'run_shell_command',
      input: { command, description: 'leaves a mark', is_background: false, directory: elsewhere },
    }),
    read: ({ secretFile }) => ({ tool: 'read_file', input: { file_path: secretFile } }),
    write: ({ marker }) => ({ tool: 'write_file', input: { file_path: marker, content: 'ran' } }),
    mcp: ({ marker }) => ({ tool: 'mcp__marks__mark', input: { path: marker, text: 'ran' } }),
    agent: ({ task }) => ({
      tool: 'agent',
      input: { description: 'leaves a mark', prompt: task, subagent_type: 'general-purpose' },
    }),
    unknown: () => ({ tool: 'list_agents', input: {} }),
  },
};
