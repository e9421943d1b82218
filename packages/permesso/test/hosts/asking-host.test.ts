import { agentName } from '@permesso/protocol/text';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hookHosts } from '../../src/host-lists/hook-hosts.ts';
import type { HookHost, Reply } from '@permesso/gate/payloads';
import { answerHere } from './hook-in-process.ts';
import { machineWith, type Machine } from './hook-process.ts';
import { recordOf, type Fields } from './played-host.ts';
import { playedHosts } from './played-hosts.ts';

const base = new URL('../../src/hosts/', import.meta.url);
const everything = 'allow: [Bash, Read, Edit, WebFetch, mcp]\n';
const refusing = [
  'deny: [Bash, Read, Edit, WebFetch, mcp]\n',
  'allow: []\n',
  'ask: [Bash, Read, Edit, mcp]\n',
];

function newMachine(policy: string): Machine {
  const machine = machineWith(policy);
  onTestFinished(machine.remove);
  return machine;
}

function hostNamed(name: string): HookHost {
  const host = hookHosts.get(name);
  if (host === undefined) throw new Error(`${name} has no hook`);
  return host;
}

function sentBy(name: string, machine: Machine): readonly Fields[] {
  return readdirSync(new URL(`${name}/fixtures/`, base)).map((file) => {
    const text = readFileSync(fileURLToPath(new URL(`${name}/fixtures/${file}`, base)), 'utf8');
    return JSON.parse(text.replaceAll('$WS', machine.project).replaceAll('$HOME', machine.home)) as Fields;
  });
}

function shellCall(name: string, machine: Machine): Fields {
  const [payload] = sentBy(name, machine).filter((each) => JSON.stringify(each).includes('echo executed'));
  if (payload === undefined) throw new Error(`${name} has no fixture of a shell call`);
  return payload;
}

describe.each(playedHosts)('a hook of $name', ({ name: registered }) => {
  const host = hostNamed(registered);

  test.each(playedHosts.filter(({ name }) => name !== registered))(
    'Finding 8: a hook that was registered for another program never runs a call of $name unasked',
    async ({ name: sender, obeys }) => {
      for (const policy of refusing) {
        const machine = newMachine(policy);
        for (const payload of sentBy(sender, machine)) {
          const text = JSON.stringify(payload);
          const deed = obeys(await answerHere({ host, machine, text, ask: 'host' }));
          // What only reads runs without a question, and in its own hook too.
          const own = await answerHere({ host: hostNamed(sender), machine, text, ask: 'host' });
          expect([policy, text, deed === 'runs' && obeys(own) !== 'runs']).toEqual([policy, text, false]);
        }
      }
    },
  );

  test.each<[program: string, marks: object]>([
    ['Copilot CLI, by the settings of Claude Code', { timestamp: '2026-11-14T23:25:12.464Z' }],
    ['a program that keeps sessions of its own', { transcript_path: '/home/me/.factory/sessions/s.jsonl' }],
    ['VS Code', { hookEventName: 'PreToolUse', sessionId: 's', timestamp: 'now' }],
    ['nobody', {}],
  ])(
    'Finding 8: %s sends the shape of Claude Code, and is denied with a text that says so',
    async (_who, marks) => {
      const machine = newMachine(everything);
      const shape = {
        session_id: 's',
        cwd: machine.project,
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: { command: 'npm test' },
        ...marks,
      };
      const reply = await answerHere({ host, machine, text: JSON.stringify(shape) });
      const isDenied =
        host.ignoresExitCode === true ? reply.stdout.includes('"cancel":true') : reply.exitCode === 2;
      expect(isDenied).toBe(true);
      const isOwnShape = registered === 'kiro' && Object.keys(marks).length === 0;
      if (!isOwnShape)
        expect(`${reply.stdout}${reply.stderr}`).toContain(`registered for ${agentName(host.name)}`);
    },
  );

  const deedOf = async (text: string): Promise<string | undefined> => {
    const reply: Reply = await answerHere({ host, machine: newMachine(everything), text });
    return playedHosts.find(({ name }) => name === registered)?.obeys(reply);
  };

  test('Finding 9: a payload with duplicate keys is denied', async () => {
    const machine = newMachine(everything);
    const text = JSON.stringify(shellCall(registered, machine));
    expect(await deedOf(text)).toBe('runs');
    const command = /"(command|commands|command_line)":/.exec(text)?.[1] ?? '';
    const escaped = `\\u00${command.charCodeAt(0).toString(16)}${command.slice(1)}`;
    for (const name of [command, escaped])
      expect(await deedOf(text.replace(`"${command}":`, `"${name}":"rm -rf /",$&`))).toBe('blocked');
    expect(await deedOf(text.replace(/^\{/, '{"a":{"b":[{"c":1,"c":1}]},'))).toBe('blocked');
    for (const [name] of Object.entries(JSON.parse(text) as Fields))
      expect([name, await deedOf(text.replace(/\}$/, `,"${name}":null}`))]).toEqual([name, 'blocked']);
  });

  test('Finding 9: a field that would name a second call is denied', async () => {
    const machine = newMachine(everything);
    const payload = shellCall(registered, machine);
    const own = new Set(host.callFields);
    const names = ['tool_name', 'tool_input', 'toolName', 'toolInput', 'toolArgs', 'tool_args', 'tool_info'];
    const others = [...names, 'tool_call', 'tool', 'args', 'arguments', 'command_line', 'preToolUse'];
    for (const name of others.filter((each) => !own.has(each)))
      expect([name, await deedOf(JSON.stringify({ ...payload, [name]: { command: 'rm -rf /' } }))]).toEqual([
        name,
        'blocked',
      ]);
  });
});

const clineCalls: readonly (readonly [what: string, change: (copy: Fields) => unknown])[] = [
  ['another command', (copy) => ({ ...copy, parameters: { commands: '["rm -rf /"]' } })],
  ['another tool', (copy) => ({ ...copy, toolName: 'editor' })],
  ['one argument more', (copy) => ({ ...copy, parameters: { ...recordOf(copy['parameters']), cwd: '/' } })],
  ['no argument', (copy) => ({ ...copy, parameters: {} })],
  ['no arguments at all', ({ toolName }) => ({ toolName })],
  ['nothing', () => null],
];

test.each(clineCalls)(
  'Finding 9: copies of a call that disagree are denied: Cline, %s',
  async (_what, change) => {
    const machine = newMachine(everything);
    const payload = shellCall('cline', machine);
    const changed = { ...payload, preToolUse: change(recordOf(payload['preToolUse'])) };
    const text = JSON.stringify(changed);
    expect((await answerHere({ host: hostNamed('cline'), machine, text })).stdout).toContain('"cancel":true');
  },
);

test.each([
  ['pre_run_command', { command_line: 'npm test', command: 'rm -rf /' }],
  ['pre_run_command', { command_line: 'npm test', CommandLine: 'rm -rf /' }],
  ['pre_read_code', { file_path: 'a', path: '.env' }],
  ['pre_write_code', { file_path: 'a', edits: [], target_file: '.env' }],
  ['pre_mcp_tool_use', { mcp_server_name: 'a', mcp_tool_name: 'b', mcp_tool_arguments: {}, tool: 'c' }],
])('Finding 9: a field that Windsurf does not send with %s is denied', async (event, info) => {
  const machine = newMachine(everything);
  const payload = { agent_action_name: event, trajectory_id: 's', tool_info: info };
  const reply = await answerHere({ host: hostNamed('windsurf'), machine, text: JSON.stringify(payload) });
  expect([reply.exitCode, reply.stderr]).toEqual([2, expect.stringContaining('not known')]);
});
