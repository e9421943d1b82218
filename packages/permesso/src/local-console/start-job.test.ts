import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FoundAgents, foundAgents, shapeProblem } from '@permesso/protocol/console';
import { expect, test } from 'vitest';
import { makeMachine } from '../../../gate/test/policy-files/machine.ts';
import { createGate } from '@permesso/gate/gate';
import { fileLog } from '@permesso/gate/log';
import { runJob } from './jobs.ts';
import { startJob } from './start-job.ts';

test('the log is verified, a change in it is found', async () => {
  using machine = makeMachine();
  const log = machine.path('log');
  const file = fileLog({ directory: log });
  await createGate({ policy: {}, log: file }).authorize({ tool: 'Bash', input: { command: 'ls' } });
  file.close();
  expect(await startJob({ is: 'verify', log })).toMatchObject({ ok: true, entries: 1 });
  const [name = ''] = readdirSync(log).filter((each) => each.endsWith('.jsonl'));
  machine.write(`log/${name}`, readFileSync(join(log, name), 'utf8').replace('"ls"', '"rm"'));
  expect(await startJob({ is: 'verify', log })).toMatchObject({ ok: false });
});

test('duplicates are removed from the policy of the place that is named', async () => {
  using machine = makeMachine();
  const policy = machine.write(
    '.config/permesso/policy.yaml',
    'allow:\n  - Bash(make:*)\n  # kept\n  - Bash(make:*)\n',
  );
  const place = { ...machine.options, cwd: machine.home };
  expect(await startJob({ is: 'tidy', place })).toMatchObject({ fixed: [{ rule: 'Bash(make:*)' }] });
  expect(readFileSync(policy, 'utf8').match(/make/g)).toHaveLength(1);
  expect(await startJob({ is: 'tidy', place })).toMatchObject({ fixed: [] });
});

test('a job that fails says why', async () => {
  using machine = makeMachine();
  machine.write('.config/permesso/policy.yaml', 'allow: {');
  const place = { ...machine.options, cwd: machine.home };
  expect(await startJob({ is: 'suggest', log: machine.path('log'), place })).toEqual({
    problem: expect.stringContaining('policy.yaml') as string,
  });
});

test('agent programs are found and examined in the place that is named', async () => {
  using machine = makeMachine();
  machine.write('.config/permesso/policy.yaml', 'allow: [');
  chmodSync(machine.write('bin/claude', '#!/bin/sh\nexit 1\n'), 0o755);
  const env = { PATH: machine.path('bin') };
  const place = { ...machine.options, env, cwd: machine.home };
  const found = await startJob({ is: 'doctor', place });
  expect(found).toMatchObject({
    hosts: [
      {
        name: 'claude-code',
        program: '~/bin/claude',
        checks: [{ name: 'registered', is: 'wrong', fix: 'permesso init --host claude-code' }],
        canary: { result: 'unproven' },
      },
    ],
  });
  expect(shapeProblem(foundAgents, found)).toBeUndefined();
  const policyIs = async (): Promise<unknown> =>
    ((await runJob({ is: 'doctor', place })) as FoundAgents).machine.find(({ name }) => name === 'policy')
      ?.is;
  expect(await policyIs()).toBe('wrong');
  machine.write('.config/permesso/policy.yaml', 'allow: []');
  expect(await policyIs()).toBe('ok');
  // A program that only ends has not tried anything: that proves nothing.
  expect(await runJob({ is: 'doctor', place, canary: 'claude-code' })).toMatchObject({
    hosts: [{ name: 'claude-code', canary: { result: expect.not.stringMatching('^proven$') as string } }],
  });
  expect(await runJob({ is: 'doctor', place, canary: 'codex' })).toMatchObject({ hosts: [] });
});

test('no file of the console starts a process but the browser', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const starting = files.filter((name) =>
    readFileSync(join(import.meta.dirname, name), 'utf8').includes('node:child_process'),
  );
  expect(starting).toEqual(['open-browser.ts']);
});
