import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { announcePresence, approvalsIn, giveAnswer } from '@permesso/gate/approval';
import { codex } from './codex.ts';
import { machineWith, runHook, runProcess, type Machine } from './hook-process.ts';
import { builtCommandLine, builtHook } from '../built.ts';

/** What only a process can get wrong; the same for every host. */
test.each([
  ['nothing', ''],
  ['bytes', Buffer.from([0xff, 0xfe, 0x00, 0x7b])],
  ['far too much', `{"a":"${'x'.repeat(40 * 1024 * 1024)}"}`],
])('blocks when stdin holds %s', async (_what, stdin) => {
  const machine = machineWith('allow: [Bash]\n');
  onTestFinished(machine.remove);
  expect(codex.obeys(await runHook('codex', { machine, stdin }))).toBe('blocked');
});

test('blocks when stdin cannot be read', async () => {
  const machine = machineWith('allow: [Bash]\n');
  onTestFinished(machine.remove);
  const line = `exec '${process.execPath}' '${builtHook}' codex < /`;
  expect(codex.obeys(await runProcess(['/bin/sh', '-c', line], { machine, stdin: '' }))).toBe('blocked');
});

test.each([
  ['an unknown host', 'nobody', []],
  ['an unknown option', 'codex', ['--yes', 'please']],
  ['an unknown asker', 'codex', ['--ask', 'the cat']],
  ['no deadline', 'codex', ['--deadline', 'never']],
])('blocks when it is started with %s', async (_what, host, options) => {
  const machine = machineWith('allow: [Bash]\n');
  onTestFinished(machine.remove);
  expect(codex.obeys(await runHook(host, { machine, stdin: '{}' }, options))).toBe('blocked');
});

function asking(machine: Machine): string {
  return JSON.stringify({
    hook_event_name: 'PreToolUse',
    session_id: 's',
    turn_id: 't',
    model: 'm',
    cwd: machine.project,
    tool_name: 'Bash',
    tool_input: { command: 'npm test' },
  });
}

test('denies at once when it should ask on a terminal and there is none', async () => {
  const machine = machineWith('allow: []\n');
  onTestFinished(machine.remove);
  // A session of its own has no terminal, wherever the tests are started. The process is given 30 s, the question 300.
  const command = ['setsid', '--wait', process.execPath, builtHook, 'codex', '--ask', 'terminal'];
  const reply = await runProcess([...command, '--deadline', '300'], { machine, stdin: asking(machine) });
  expect(codex.obeys(reply)).toBe('blocked');
  expect(reply.stdout).toContain('nobody is available to give it. Ask the user.');
});

test('answers within its deadline when nobody does', async () => {
  const machine = machineWith('allow: []\n');
  onTestFinished(machine.remove);
  const started = performance.now();
  const options = ['--ask', 'pending', '--deadline', '2'];
  expect(codex.obeys(await runHook('codex', { machine, stdin: asking(machine) }, options))).toBe('blocked');
  expect(performance.now() - started).toBeLessThan(20_000);
});

test('does not wait for an answer where nobody is present', async () => {
  const machine = machineWith('allow: []\n');
  onTestFinished(machine.remove);
  const ended = await runHook('codex', { machine, stdin: asking(machine) }, ['--deadline', '600']);
  expect(codex.obeys(ended)).toBe('blocked');
  expect(codex.tells(ended)).toContain('nobody is available to give it. Ask the user.');
});

test('waits for a person who is present, and runs what they allow', async () => {
  const machine = machineWith('allow: []\n');
  onTestFinished(machine.remove);
  const state = join(machine.home, '.local/state/permesso');
  const leave = announcePresence(state);
  onTestFinished(leave);
  const ended = runHook('codex', { machine, stdin: asking(machine) }, ['--deadline', '30']);
  const question = await vi.waitFor(
    () => {
      const [open] = approvalsIn(state, Date.now());
      if (open === undefined) throw new Error('no question yet');
      return open;
    },
    { timeout: 120_000, interval: 50 },
  );
  expect(giveAnswer(question, { verdict: 'allow' })).toBeUndefined();
  expect(codex.obeys(await ended)).toBe('runs');
});

test('is a command too, to see what a host is told', async () => {
  const machine = machineWith('allow: [Bash(npm test)]\n');
  onTestFinished(machine.remove);
  const started = { machine, stdin: asking(machine) };
  expect(await runProcess([process.execPath, builtCommandLine, 'hook', 'codex'], started)).toMatchObject({
    stdout: '',
    exitCode: 0,
  });
  const refused = await runProcess(
    [process.execPath, builtCommandLine, 'hook', 'codex', '--ask', 'the cat'],
    started,
  );
  expect(codex.obeys(refused)).toBe('blocked');
});
