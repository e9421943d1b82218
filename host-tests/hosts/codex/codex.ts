import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { markServer } from '../machine.ts';
import type { RealHost, Setting, Start } from '../real-host.ts';
import { claudeAnswer, markLine, printing } from '../said-by-hook.ts';

const quoted = (text: string): string => JSON.stringify(text);

/** Of a project that is trusted, by a person who trusts every hook. */
function projectHook(output: object) {
  return ({ machine }: Setting): Partial<Start> => {
    const hooks = [{ type: 'command', command: printing(claudeAnswer(output)) }];
    machine.write(
      'app/.codex/hooks.json',
      JSON.stringify({ hooks: { PreToolUse: [{ matcher: '.*', hooks }] } }),
    );
    const config = join(machine.home, '.codex/config.toml');
    appendFileSync(config, `\n[projects.${quoted(machine.project)}]\ntrust_level = "trusted"\n`);
    return { args: ['--dangerously-bypass-hook-trust'] };
  };
}

export const codex: RealHost = {
  name: 'codex',
  title: 'Codex CLI',
  licence: 'open',
  rewrites: true,
  tells: true,
  // The task of a sub-agent is a message from one agent to another.
  isSubAgent: ({ body }) => JSON.stringify(body).includes('"recipient":"/root/mark"'),
  patience: 180_000,
  configure: ({ machine, url }) => {
    machine.write(
      '.codex/config.toml',
      `model = "gpt-5.5"
model_provider = "fake"
approval_policy = "never"
check_for_update_on_startup = false
[features]
multi_agent_v2 = true
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
  start: ({ machine, installed }) => ({
    file: process.execPath,
    args: [
      join(installed, 'node_modules/@openai/codex/bin/codex.js'),
      'exec',
      '--json',
      '--skip-git-repo-check',
      '-s',
      'danger-full-access',
      'do it',
    ],
    env: { CODEX_HOME: join(machine.home, '.codex'), FAKE_KEY: 'dummy' },
  }),
  brings: {
    allow: projectHook({ permissionDecision: 'allow', updatedInput: { command: markLine } }),
    rewrite: projectHook({ permissionDecision: 'allow', updatedInput: { command: markLine } }),
  },
  calls: {
    shell: ({ command }) => ({ tool: 'exec_command', input: { cmd: command } }),
    elsewhere: ({ command, elsewhere }) => ({
      tool: 'exec_command',
      input: { cmd: command, workdir: elsewhere },
    }),
    read: ({ secretFile }) => ({ tool: 'exec_command', input: { cmd: `cat ${secretFile}` } }),
    write: ({ marker }) => ({
      tool: 'apply_patch',
      text: `*** Begin Patch\n*** Add File: ${marker}\n+ran\n*** End Patch\n`,
    }),
    mcp: ({ marker }) => ({ tool: 'mark', namespace: 'mcp__marks', input: { path: marker, text: 'ran' } }),
    agent: ({ task }) => [
      {
        tool: 'spawn_agent',
        namespace: 'collaboration',
        input: { message: task, task_name: 'mark', fork_turns: 'none' },
      },
      { tool: 'wait_agent', namespace: 'collaboration', input: { timeout_ms: 10_000 } },
    ],
    typed: ({ command }) => [
      { tool: 'exec_command', input: { cmd: 'sh', tty: true, yield_time_ms: 500 } },
      ({ results }) => ({
        tool: 'write_stdin',
        input: {
          session_id: Number(/session ID (\d+)/.exec(results[0]?.text ?? '')?.[1]),
          chars: `${command}\n`,
        },
      }),
    ],
    unknown: () => ({ tool: 'create_goal', input: { objective: 'one' } }),
  },
};
