import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { hookHosts } from '../../src/host-lists/hook-hosts.ts';
import { answerHere } from './hook-in-process.ts';
import { machineWith, runHook } from './hook-process.ts';
import { playedHosts } from './played-hosts.ts';

/** Hosts whose shell tool takes a directory, with the name of that argument. */
test.each([
  ['gemini-cli', 'tool_input', 'dir_path'],
  ['qwen-code', 'tool_input', 'directory'],
  ['cursor', 'tool_input', 'working_directory'],
  ['kiro', 'tool_input', 'working_dir'],
  ['opencode', 'args', 'workdir'],
])('%s: the rules of a project bind what its agent starts elsewhere', async (name, field, argument) => {
  const machine = machineWith('allow: [Bash]\n');
  onTestFinished(machine.remove);
  machine.write('app/.permesso/policy.yaml', 'deny: ["Bash(npm test)"]\n');
  const fixture = new URL(`../../src/hosts/${name}/fixtures/shell.json`, import.meta.url);
  const text = readFileSync(fileURLToPath(fixture), 'utf8')
    .replaceAll('echo executed > marker.txt', 'npm test')
    .replaceAll('$WS', machine.project);
  const payload = JSON.parse(text) as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  const elsewhere = { ...payload, [field]: { ...payload[field], [argument]: machine.home } };
  const host = hookHosts.get(name);
  const obeys = playedHosts.find((played) => played.name === name)?.obeys;
  if (host === undefined || obeys === undefined) throw new Error(`${name} is not played`);
  expect(obeys(await answerHere({ host, machine, text: JSON.stringify(elsewhere) }))).toBe('blocked');
});

/** The marks by which each program is recognised. */
const events: Readonly<Record<string, object>> = {
  codex: { session_id: 's', turn_id: 't', model: 'm' },
  windsurf: { trajectory_id: 's' },
  cursor: { conversation_id: 's' },
};

/** The agent chooses where its command starts; the program itself is started in the session's project. */
test.each<[string, (elsewhere: string, project: string) => object]>([
  [
    'codex',
    (cwd) => ({
      hook_event_name: 'PreToolUse',
      cwd,
      tool_name: 'Bash',
      tool_input: { command: 'npm test' },
    }),
  ],
  [
    'windsurf',
    (cwd) => ({ agent_action_name: 'pre_run_command', tool_info: { command_line: 'npm test', cwd } }),
  ],
  [
    'cursor',
    (cwd, project) => ({
      hook_event_name: 'beforeShellExecution',
      workspace_roots: [project],
      command: 'npm test',
      cwd,
    }),
  ],
])('%s: so do they where only the directory of the call is told', async (host, payload) => {
  const machine = machineWith('allow: [Bash]\n');
  onTestFinished(machine.remove);
  machine.write('app/.permesso/policy.yaml', 'deny: ["Bash(npm test)"]\n');
  const stdin = JSON.stringify({ ...events[host], ...payload(machine.home, machine.project) });
  const ended = await runHook(host, { machine, stdin });
  expect(playedHosts.find(({ name }) => name === host)?.obeys(ended)).toBe('blocked');
  expect(`${ended.stdout}${ended.stderr}`).toContain('Bash(npm test)');
});
