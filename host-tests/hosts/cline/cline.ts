import { join } from 'node:path';
import { markServer } from '../machine.ts';
import type { RealHost } from '../real-host.ts';

export const cline: RealHost = {
  name: 'cline',
  title: 'Cline CLI',
  licence: 'open',
  rewrites: true,
  // A call that is refused ends the run, and nothing reaches the model.
  tells: false,
  patience: 180_000,
  configure: ({ machine }) => {
    const servers = { mcpServers: { marks: { command: process.execPath, args: [markServer] } } };
    machine.write('.cline/data/settings/cline_mcp_settings.json', JSON.stringify(servers));
  },
  start: ({ installed, url }) => ({
    file: '/bin/sh',
    args: [
      '-c',
      '"$1" auth -p openai-compatible -k dummy -m fake-model -b "$2/v1" >/dev/null && exec "$1" --json -t 170 "do it"',
      'sh',
      join(installed, `node_modules/@cline/cli-linux-${process.arch}/bin/cline`),
      url,
    ],
    env: { CLINE_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', CI: '1' },
  }),
  calls: {
    shell: ({ command }) => ({ tool: 'run_commands', input: { commands: [command] } }),
    elsewhere: ({ command, elsewhere }) => ({
      tool: 'run_commands',
      input: { commands: [`cd ${elsewhere} && ${command}`] },
    }),
    read: ({ secretFile }) => ({ tool: 'read_files', input: { files: [{ path: secretFile }] } }),
    write: ({ marker }) => ({ tool: 'editor', input: { path: marker, new_text: 'ran' } }),
    mcp: ({ marker }) => ({ tool: 'marks__mark', input: { path: marker, text: 'ran' } }),
    agent: ({ task }) => ({ tool: 'spawn_agent', input: { systemPrompt: 'You leave marks.', task } }),
    unknown: () => ({ tool: 'team_status', input: {} }),
  },
};
