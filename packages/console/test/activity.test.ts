import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Approver } from '@permesso/protocol/approval/approver';
import { createPolicyGate } from '../../permesso/src/gate/policy-gate.ts';
import { fileLog } from '../../permesso/src/log/file/file-log.ts';
import { onStage, patient } from './on-stage.ts';
import type { Machine } from './stage.ts';

const stage = onStage();

const commands = [
  'npm run build',
  'sudo ls',
  'git push origin a',
  'git push origin b',
  'make test',
  'npm run lint',
];

async function live(machine: Machine, some: readonly string[] = commands): Promise<void> {
  const log = fileLog({ directory: join(machine.state, 'log') });
  const approver: Approver = ({ call }) =>
    Promise.resolve({ verdict: call.input['command'] === 'make test' ? 'deny' : 'allow' });
  const gate = createPolicyGate({ home: machine.home, env: {}, cwd: machine.project, log, approver });
  for (const command of some)
    await gate.authorize({ tool: 'Bash', input: { command }, cwd: machine.project, session: 's' });
  log.close();
}

async function open(change?: (machine: Machine) => void) {
  const machine = stage.machine('allow: [Bash(npm run:*)]\nask: [Bash(git push:*)]\ndeny: [Bash(sudo:*)]\n');
  await live(machine);
  change?.(machine);
  const opened = await stage.open(machine);
  await opened.goTo('activity');
  return { ...opened, machine };
}

test('numbers, what was asked most, and what happened, the newest first', async () => {
  const { page } = await open();
  const number = (name: string) =>
    page.locator('.numbers div').filter({ hasText: name }).locator('dd').textContent();
  await expect.poll(() => number('calls'), patient).toBe('6');
  expect(await Promise.all(['asked about', 'denied', 'said yes'].map(number))).toEqual(['3', '1', '67 %']);
  await page.getByText('What you are asked about most').click();
  await page.getByText('git push: 2 times, 2 allowed, 0 denied').waitFor();
  expect(await page.locator('.entries > li').first().textContent()).toContain('npm run lint');
  expect(await page.getByRole('img', { name: '3 prompts in 1 hours' }).count()).toBe(1);
});

test('entries are filtered by verdict, by kind and by time, and searched', async () => {
  const { page } = await open();
  const shown = () => page.locator('.entries > li').count();
  await expect.poll(shown, patient).toBe(9);
  await page.getByLabel(/^Verdict/).selectOption('deny');
  await expect.poll(shown, patient).toBe(2);
  await page.getByLabel(/^What/).selectOption('answer');
  await expect.poll(shown, patient).toBe(1);
  await page.getByLabel(/^Verdict/).selectOption('');
  await expect.poll(shown, patient).toBe(3);
  await page.getByLabel(/^What/).selectOption('');
  await page.getByLabel(/^Since/).selectOption('1h');
  await expect.poll(shown, patient).toBe(9);
  await page.getByLabel('Find').fill('PUSH origin');
  await expect.poll(shown, patient).toBe(4);
  await page.getByLabel('Find').fill('nothing like that');
  await page.getByText('Nothing in the log is like that.').waitFor();
});

test('what comes in while somebody reads is offered, and moves nothing by itself', async () => {
  const { page, machine } = await open();
  await page.getByText('All entries are counted.').waitFor();
  await page.getByLabel(/^Verdict/).selectOption('deny');
  await expect.poll(() => page.locator('.entries > li').count(), patient).toBe(2);
  await live(machine, ['sudo reboot', 'npm run more']);
  await page.getByRole('button', { name: 'Show 2 new entries' }).click();
  await expect.poll(() => page.locator('.entries > li').count(), patient).toBe(3);
  expect(await page.locator('.entries > li').first().textContent()).toContain('sudo reboot');
});

test('a whole log is said to be whole', async () => {
  const { page } = await open();
  await expect
    .poll(() => page.locator('.integrity p').textContent(), patient)
    .toMatch(/whole, 9 entries, checked at \d\d:\d\d/);
});

test('a log in which somebody changed a line says so, and where', async () => {
  const { page } = await open(({ state }) => {
    const file = join(state, 'log/log.jsonl');
    writeFileSync(file, readFileSync(file, 'utf8').replace('sudo ls', 'sudo rm'));
  });
  await expect
    .poll(() => page.locator('.integrity').textContent(), patient)
    .toMatch(/not whole, checked at .*log\.jsonl, line \d/);
});
