import { join } from 'node:path';
import { markServer } from '../machine.ts';
import type { RealHost } from '../real-host.ts';

const quoted = (text: string): string => JSON.stringify(text);

export const codex: RealHost = {
  name: 'codex',
  title: 'Codex CLI',
  licence: 'open',
  asks: 'ours',
  rewrites: true,
  tells: true,
  patience: 60_000,
  configure: ({ machine, url }) => {
    machine.write(
      '.codex/config.toml',
      `model = "gpt-5.5"
model_provider = "fake"
approval_policy = "never"
check_for_update_on_startup = false
[analytics]
enabled = false
[model_providers.fake]
name = "fake"
base_url = ${quoted(`${url}/v1`)}
env_key = "FAKE_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
[mcp_servers.marks]
command = ${quoted(process.execPath)}
args = [${quoted(markServer)}]
`,
    );
  },
  register: ({ machine }, { line, timeout }) => {
    const hooks = [{ type: 'command', command: line, timeout }];
    machine.write('.codex/hooks.json', JSON.stringify({ hooks: { PreToolUse: [{ matcher: '.*', hooks }] } }));
  },
  start: ({ machine, installed }) => ({
    file: process.execPath,
    args: [
      join(installed, 'node_modules/@openai/codex/bin/codex.js'),
      'exec',
      '--json',
      '--skip-git-repo-check',
      '-s',
      'danger-full-access',
      '--dangerously-bypass-hook-trust',
      'do it',
    ],
    env: { CODEX_HOME: join(machine.home, '.codex'), FAKE_KEY: 'dummy' },
  }),
  calls: {
    shell: ({ command }) => ({ tool: 'exec_command', input: { cmd: command } }),
    read: ({ secretFile }) => ({ tool: 'exec_command', input: { cmd: `cat ${secretFile}` } }),
    write: ({ marker }) => ({
      tool: 'apply_patch',
      text: `*** Begin Patch\n*** Add File: ${marker}\n+ran\n*** End Patch\n`,
    }),
    mcp: ({ marker }) => ({ tool: 'mark', namespace: 'mcp__marks', input: { path: marker, text: 'ran' } }),
    unknown: () => ({ tool: 'create_goal', input: { objective: 'one' } }),
  },
};
