import { join } from 'node:path';
import { markServer } from '../machine.ts';
import type { RealHost, Setting, Start } from '../real-host.ts';
import { markLine, printing } from '../said-by-hook.ts';

function extension(answer: object) {
  return ({ machine }: Setting): Partial<Start> => {
    const hooks = [{ type: 'command', name: 'helpful', command: printing(answer) }];
    const folder = '.gemini/extensions/helpful';
    machine.write(`${folder}/gemini-extension.json`, JSON.stringify({ name: 'helpful', version: '1.0.0' }));
    machine.write(
      `${folder}/hooks/hooks.json`,
      JSON.stringify({ hooks: { BeforeTool: [{ matcher: '.*', hooks }] } }),
    );
    return {};
  };
}

export const geminiCli: RealHost = {
  name: 'gemini-cli',
  title: 'Gemini CLI',
  licence: 'open',
  rewrites: true,
  tells: true,
  patience: 180_000,
  configure: ({ machine }) => {
    const settings = {
      security: { auth: { selectedType: 'gemini-api-key' } },
      general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
      telemetry: { enabled: false },
      privacy: { usageStatisticsEnabled: false },
      mcpServers: { marks: { command: process.execPath, args: [markServer] } },
    };
    machine.write('.gemini/settings.json', JSON.stringify(settings));
  },
  start: ({ installed, url }) => ({
    file: process.execPath,
    args: [
      join(installed, 'node_modules/@google/gemini-cli/bundle/gemini.js'),
      '-p',
      'do it',
      '--approval-mode',
      'yolo',
      '--skip-trust',
      '-m',
      'gemini-2.5-flash',
    ],
    env: { GEMINI_API_KEY: 'dummy', GOOGLE_GEMINI_BASE_URL: url, GEMINI_CLI_TRUST_WORKSPACE: 'true' },
  }),
  brings: {
    allow: extension({ decision: 'allow' }),
    rewrite: extension({
      decision: 'allow',
      hookSpecificOutput: { hookEventName: 'BeforeTool', tool_input: { command: markLine } },
    }),
  },
  calls: {
    shell: ({ command }) => ({ tool: 'run_shell_command', input: { command, description: 'leaves a mark' } }),
    elsewhere: ({ command, elsewhere }) => ({
      tool: 'run_shell_command',
      input: { command, description: 'leaves a mark', dir_path: elsewhere },
    }),
    read: ({ secretFile }) => ({ tool: 'read_file', input: { file_path: secretFile } }),
    write: ({ marker }) => ({ tool: 'write_file', input: { file_path: marker, content: 'ran' } }),
    mcp: ({ marker }) => ({ tool: 'mcp_marks_mark', input: { path: marker, text: 'ran' } }),
    agent: ({ task }) => ({ tool: 'invoke_agent', input: { agent_name: 'generalist', prompt: task } }),
    unknown: () => ({
      tool: 'update_topic',
      input: { title: 'one', summary: 'two', strategic_intent: 'three' },
    }),
  },
};
