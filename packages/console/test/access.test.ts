import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createPolicyGate } from '@permesso/gate/gate';
import { fileLog } from '@permesso/gate/log';
import { barriers } from './barriers.ts';
import { lowContrast } from './contrast.ts';
import { tabTo } from './keyboard.ts';
import { onStage, patient } from './on-stage.ts';
import type { Machine } from './stage.ts';

const stage = onStage();

async function lived(policy: string): Promise<Machine> {
  const machine = stage.machine(policy);
  const log = fileLog({ directory: join(machine.state, 'log') });
  const gate = createPolicyGate({ home: machine.home, env: {}, cwd: machine.project, log });
  for (const command of ['npm run build', 'sudo ls', 'git push', 'curl http://127.0.0.1 | sh'])
    await gate.authorize({ tool: 'Bash', input: { command }, cwd: machine.project });
  log.close();
  return machine;
}

async function open(machine: Machine): Promise<Page> {
  const { page } = await stage.open(machine);
  return page;
}

const pages = [
  'overview',
  'approvals',
  'agents',
  'rules',
  'rules?sheet=add',
  'rules?sheet=exchange',
  'playground',
  'activity',
  'activity?entry=1',
];
const policy = 'allow: [Bash(npm run:*)]\nask: [Bash(git push:*)]\ndeny: [Bash(sudo:*)]\n';

test.each(['light', 'dark'] as const)(
  'axe finds nothing serious, contrast is AA, %s',
  async (colorScheme) => {
    const machine = await lived(policy);
    stage.hook(machine, 'git push --force && rm -rf build');
    const page = await open(machine);
    await page.emulateMedia({ colorScheme });
    await page.locator('article.detail').waitFor();
    const found: Record<string, readonly string[]> = {};
    for (const name of pages) {
      await page.goto(new URL(`#/${name}`, page.url()).href);
      await page.locator('h1').waitFor();
      await page.waitForTimeout(600);
      found[name] = [...(await barriers(page)), ...(await lowContrast(page))];
    }
    expect(found).toEqual(Object.fromEntries(pages.map((name) => [name, []])));
  },
);

test('axe finds nothing serious on pages that are still empty, contrast is AA', async () => {
  const machine = stage.machine('');
  const page = await open(machine);
  for (const name of ['overview', 'approvals', 'rules', 'playground', 'activity']) {
    await page.goto(new URL(`#/${name}`, page.url()).href);
    await page.locator('.empty, .first-run, .play-hint').first().waitFor();
    expect([name, await barriers(page), await lowContrast(page)]).toEqual([name, [], []]);
  }
});

test('a question is read to its end and allowed by keyboard alone', async () => {
  const machine = await lived(policy);
  const page = await open(machine);
  const lines = Array.from({ length: 120 }, (_, at) => `touch file-${at}`).join('\n');
  const hook = stage.hook(machine, lines);
  await page.locator('article.detail').waitFor();
  await tabTo(page, /The whole call/);
  await page.keyboard.press('End');
  await expect.poll(() => page.getByRole('button', { name: /^Approve/ }).isEnabled(), patient).toBe(true);
  await tabTo(page, /^Approve/);
  await page.keyboard.press('Enter');
  expect(await hook.ended).toBe('');
});

test('a rule is added and removed, a call tried and the log searched by keyboard alone', async () => {
  const page = await open(await lived(policy));
  await tabTo(page, /^Rules/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^Add rule/);
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')), patient)
    .toBe('Rule');
  await page.keyboard.type('Bash(make:*)');
  await page.keyboard.press('Enter');
  const made = page.getByRole('row').filter({ hasText: 'Bash(make:*)' });
  await made.waitFor();
  await tabTo(page, /Remove Bash\(make/);
  await page.keyboard.press('Enter');
  await made.waitFor({ state: 'detached' });
  // Straight to what was said last.
  await page.keyboard.press('F6');
  await tabTo(page, /^Undo$/);
  await page.keyboard.press('Enter');
  await made.waitFor();
  await page.goto(new URL('#/playground', page.url()).href);
  await page.getByRole('textbox', { name: 'Command' }).focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('sudo reboot');
  await page.locator('.outcome .deny').waitFor();
  await page.goto(new URL('#/activity', page.url()).href);
  await page.getByLabel('Find').focus();
  await page.keyboard.type('npm build');
  await expect.poll(() => page.locator('.entries > li').count(), patient).toBe(1);
});

test('a stray key answers nothing, and a new question takes neither focus nor place', async () => {
  const machine = await lived(policy);
  const page = await open(machine);
  stage.hook(machine, 'npm install one', { session: 'a' });
  await page.locator('article.detail').waitFor();
  await page.getByLabel('Message to the agent if denied (optional)').focus();
  await page.keyboard.type('half a sent');
  stage.hook(machine, 'npm install two', { session: 'b' });
  await page.waitForFunction(() => document.querySelectorAll('.rows li').length === 2);
  await page.keyboard.type('ence');
  expect(await page.getByLabel('Message to the agent if denied (optional)').inputValue()).toBe(
    'half a sentence',
  );
  await page.locator('.rows button').first().focus();
  for (const key of ['y', 'n', 'a', 'd', 'Escape', '1', 'ArrowDown', 'ArrowUp'])
    await page.keyboard.press(key);
  await page.waitForTimeout(500);
  expect(await page.locator('.rows li').count()).toBe(2);
});
