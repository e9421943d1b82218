import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { changeTrustedCode, codeProject, findPlaces } from '@permesso/gate/disk';
import { hookHosts } from '../host-lists/hook-hosts.ts';
import { answerHere } from '../../test/hosts/hook-in-process.ts';
import { machineWith, type Machine } from '../../test/hosts/hook-process.ts';

const policy = 'use: [balanced]\n';

function newMachine(): Machine {
  const machine = machineWith(policy);
  onTestFinished(machine.remove);
  execFileSync('git', ['init', '-q', machine.project]);
  machine.write('app/package.json', '{ "scripts": { "test": "vitest" } }\n');
  return machine;
}

async function asked(machine: Machine, command: string): Promise<string> {
  const host = hookHosts.get('claude-code');
  if (host === undefined) throw new Error('there is no hook for Claude Code');
  const text = JSON.stringify({
    session_id: 's',
    transcript_path: join(machine.home, '.claude/projects/-app/s.jsonl'),
    prompt_id: 'p',
    tool_use_id: 'toolu_1',
    cwd: machine.project,
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command },
  });
  return (await answerHere({ host, machine, text, ask: 'host', patience: 5000 })).stdout;
}

test('the first question that trust in the project would have answered offers it, and no other does', async () => {
  const machine = newMachine();
  const answers = [];
  for (const command of ['npm publish', './deploy.sh --prod', 'npm test', 'npm test', 'ls'])
    answers.push(await asked(machine, command));
  expect(answers.map((text) => text.includes('permesso trust code'))).toEqual([
    false,
    false,
    true,
    false,
    false,
  ]);
  expect(answers[2]).toContain('"ask"');
});

test('a project whose code is trusted is not offered it, nor is a folder without a repository', async () => {
  const machine = newMachine();
  const project = codeProject(machine.project);
  if (project === undefined) throw new Error('there is no repository');
  const { identity, directory: path } = project;
  await changeTrustedCode(findPlaces({ home: machine.home, env: {} }), () => [
    { identity, path, groups: ['project-code'], at: '2026-01-01T00:00:00Z' },
  ]);
  expect(await asked(machine, 'npm test')).not.toContain('trust code');
  const other = machineWith(policy);
  onTestFinished(other.remove);
  other.write('app/package.json', '{}\n');
  const text = await asked(other, 'npm test');
  expect([text.includes('"ask"'), text.includes('trust code')]).toEqual([true, false]);
});

/** Held against: a state that cannot be written turns a question into a refusal. */
test('where it cannot be remembered it is offered again', async () => {
  const machine = newMachine();
  const { state } = findPlaces({ home: machine.home, env: {} });
  mkdirSync(state, { recursive: true });
  machine.write('.local/state/permesso/trust-offered', 'a file, and no folder');
  chmodSync(join(state, 'trust-offered'), 0o444);
  for (let times = 0; times < 2; times++) expect(await asked(machine, 'npm test')).toContain('trust code');
});
