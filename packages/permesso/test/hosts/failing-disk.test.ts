import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockFile, makeFolder } from '@permesso/gate/disk';
import { codex as codexHook } from '../../src/hosts/codex/hook.ts';
import { codex } from './codex.ts';
import { answerHere } from './hook-in-process.ts';
import { machineWith, runHook, type Machine } from './hook-process.ts';

const policy = `deny: ['Bash(rm:*)']
allow: [{ rule: 'Bash(npm:*)', limit: { calls: 5, per: hour, over: ask } }]
`;

const functions =
  'openSync readSync readFileSync writeFileSync writeSync readdirSync statSync lstatSync fstatSync closeSync linkSync renameSync rmSync';

function payload({ project: cwd }: Machine, command: string): string {
  const about = { hook_event_name: 'PreToolUse', session_id: 's', turn_id: 't', model: 'm', cwd };
  return JSON.stringify({ ...about, tool_name: 'Bash', tool_input: { command } });
}

/** What a hook prints, on a machine where this function fails for everything that Permesso keeps. */
async function hookWhere(failing: string, command: string): Promise<readonly [said: string, obeyed: string]> {
  const machine = machineWith(policy);
  onTestFinished(machine.remove);
  const env = {
    FAILING: failing,
    FAILING_BELOW: join(machine.home, '.local'),
    NODE_OPTIONS: `--no-warnings --import=${join(import.meta.dirname, '../failing-disk.ts')}`,
  };
  const options = ['--ask', 'pending', '--deadline', '3'];
  const reply = await runHook('codex', { machine, stdin: payload(machine, command), env }, options);
  // Some programs show their model what stands on stderr.
  return [reply.stdout + reply.stderr, codex.obeys(reply)];
}

test.each(functions.split(' '))(
  'Finding 23: a hook tells no model what a disk said whose %s fails, and runs nothing for it',
  async (failing) => {
    const started = performance.now();
    const commands = ['npm test', 'make x', 'rm a'];
    const replies = await Promise.all(commands.map((command) => hookWhere(failing, command)));
    // Each has 3 s.
    expect(performance.now() - started).toBeLessThan(30_000);
    for (const [said] of replies) expect(said).not.toContain('hunter2');
    expect(replies.slice(1).map(([, obeyed]) => obeyed)).toEqual(['blocked', 'blocked']);
  },
);

test('it names the kind of failure, and where to look', async () => {
  const [said] = await hookWhere('openSync', 'rm a');
  expect(said).toContain('a step it depends on failed (EIO). Ask the user to run `permesso doctor`.');
});

test('a log that another process holds is not waited for longer than the hook has', async () => {
  const machine = machineWith(policy);
  onTestFinished(machine.remove);
  const log = join(machine.home, '.local/state/permesso/log');
  makeFolder(log);
  expect(lockFile(join(log, 'lock')).take()).toBe(true);
  const started = performance.now();
  const text = payload(machine, 'make x');
  const reply = await answerHere({ host: codexHook, machine, text, ask: 'pending', patience: 100 });
  expect(codex.obeys(reply)).toBe('blocked');
  // One wait alone takes two seconds where nothing ends it.
  expect(performance.now() - started).toBeLessThan(1900);
});
