import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { onStage, patient } from './on-stage.ts';

const stage = onStage();

async function open(policy: string) {
  const opened = await stage.open(stage.machine(policy));
  await opened.goTo('playground');
  await opened.page.getByRole('heading', { name: 'Parts' }).waitFor();
  return opened;
}

const link = (page: Page) => page.getByLabel('As a link, to copy or to paste');
const outcome = (page: Page) => page.locator('.outcome .verdict').textContent();

test('a command is drawn with its verdicts, its effects, every rule considered and the row of the mode', async () => {
  const { page } = await open('allow: [Bash(npm run:*)]\ndeny: [Bash(sudo:*)]\n');
  await page.getByRole('textbox', { name: 'Command' }).fill('npm run build && rm -rf dist');
  await expect.poll(() => page.locator('.picture .piece.allow').textContent(), patient).toBe('npm run build');
  expect(await page.locator('.picture .piece.ask').textContent()).toBe('rm -rf dist');
  await page.getByText(/deletes .*dist and everything in it/).waitFor();
  await page.getByText('1 of 2 speak about it').click();
  await page
    .getByText(/Bash\(sudo:\*\)/)
    .first()
    .waitFor();
  await page.getByRole('heading', { name: 'Mode default' }).waitFor();
  expect(await page.locator('tr.used th').allTextContents()).toEqual([
    'an allow rule covers it',
    'no earlier step decided',
  ]);
  await page.getByLabel(/^Mode/).selectOption('explore');
  await page.getByRole('heading', { name: 'Mode explore' }).waitFor();
  await expect.poll(() => outcome(page), patient).toBe('deny');
});

test('any call, and another policy than the one that counts here', async () => {
  const { page } = await open('allow: [Read]\n');
  await page.getByLabel('Tool').fill('refund');
  await page.getByLabel('Input, as JSON').fill('{ "amount": 500 }');
  await page.getByText("Another policy than this machine's").click();
  await page
    .getByLabel('Policy, as YAML')
    .fill('deny:\n  - rule: refund\n    when: { amount: { gt: 100 } }\n');
  await expect.poll(() => outcome(page), patient).toBe('deny');
  await page.getByLabel('Policy, as YAML').fill('deny:\n  - Bash(\n');
  await expect.poll(() => page.getByRole('alert').textContent(), patient).not.toBe('');
});

test('the link holds what was typed and nothing else: no address, no key, no room', async () => {
  const { page, served } = await open('allow: [Read]\n');
  await page.getByRole('textbox', { name: 'Command' }).fill('git push --force # ünï');
  await page.getByLabel(/^Mode/).selectOption('dontAsk');
  await expect.poll(() => link(page).inputValue(), patient).toContain('dontAsk');
  const shared = await link(page).inputValue();
  expect(Object.fromEntries(new URLSearchParams(shared.replace('#playground?', '')))).toEqual({
    tool: 'Bash',
    text: 'git push --force # ünï',
    mode: 'dontAsk',
  });
  expect(shared).not.toContain(String(served.port));
  expect(shared).not.toContain(new URL(page.url()).pathname.slice(1, -1));

  const other = await open('allow: [Read]\n');
  await link(other.page).fill(`https://elsewhere.example/${shared}`);
  expect(await other.page.getByRole('textbox', { name: 'Command' }).inputValue()).toBe(
    'git push --force # ünï',
  );
  await expect.poll(() => other.page.getByRole('heading', { name: 'Mode dontAsk' }).count(), patient).toBe(1);
});

test('a link in the address is read whenever it changes, and only as text', async () => {
  const { page, goTo } = await open('allow: [Read]\n');
  for (const text of ['echo one', 'echo two <img src=x onerror=alert(1)>']) {
    await goTo(`playground?${new URLSearchParams({ text })}`);
    await expect.poll(() => page.getByRole('textbox', { name: 'Command' }).inputValue(), patient).toBe(text);
  }
  expect(await page.locator('img').count()).toBe(0);
});
