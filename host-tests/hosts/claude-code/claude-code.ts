import { join } from 'node:path';
import { markServer } from '../machine.ts';
import type { RealHost } from '../real-host.ts';
import { claudeOtherCode } from './other-code.ts';

/** Claude Code against the fake model, and nothing else. */
export function fakeModelEnvironment(url: string): Readonly<Record<string, string>> {
  return {
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'dummy',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
    IS_SANDBOX: '1',
  };
}

export const claudeCode: RealHost = {
  name: 'claude-code',
  title: 'Claude Code',
  licence: 'proprietary',
  rewrites: true,
  tells: true,
  patience: 180_000,
  configure: ({ machine }) => {
    machine.write(
      '.claude/settings.json',
      JSON.stringify({ permissions: { allow: ['Bash', 'Read', 'Write'] } }),
    );
    machine.write(
      'mcp.json',
      JSON.stringify({ mcpServers: { marks: { command: process.execPath, args: [markServer] } } }),
    );
  },
  start: ({ machine, installed, url }) => ({
    file: join(installed, `node_modules/@anthropic-ai/claude-code-linux-${process.arch}/claude`),
    args: [
      '-p',
      'do it',
      '--output-format',
      'stream-json',
      '--verbose',
      '--model',
      'claude-sonnet-4-5',
      '--dangerously-skip-permissions',
      '--strict-mcp-config',
      '--mcp-config',
      join(machine.home, 'mcp.json'),
    ],
    env: {
      CLAUDE_CONFIG_DIR: join(machine.home, '.claude'),
      ...fakeModelEnvironment(url),
    },
  }),
  brings: claudeOtherCode,
  calls: {
    shell: ({ command }) => ({ tool: 'Bash', input: { command, description: 'leaves a mark' } }),
    // The next command starts where the last one went.
    elsewhere: ({ command, elsewhere }) =>
      [`cd ${elsewhere}`, command].map((each) => ({
        tool: 'Bash',
        input: { command: each, description: 'leaves a mark' },
      })),
    read: ({ secretFile }) => ({ tool: 'Read', input: { file_path: secretFile } }),
    write: ({ marker }) => ({ tool: 'Write', input: { file_path: marker, content: 'ran' } }),
    mcp: ({ marker }) => ({ tool: 'mcp__marks__mark', input: { path: marker, text: 'ran' } }),
    agent: ({ task }) => ({
      tool: 'Agent',
      input: { description: 'leaves a mark', prompt: task, subagent_type: 'general-purpose' },
    }),
    unknown: () => ({ tool: 'ListAgents', input: {} }),
  },
};
