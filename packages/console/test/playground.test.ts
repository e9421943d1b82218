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

/** Behind a button. */
async function link(page: Page) {
  const field = page.getByLabel('As a link, to copy or to paste');
  if (!(await field.isVisible())) await page.getByRole('button', { name: 'Link', exact: true }).click();
  return field;
}

async function chooseMode(page: Page, mode: string): Promise<void> {
  await page.getByRole('button', { name: /^Mode / }).click();
  await page.getByRole('menuitemradio', { name: mode, exact: true }).click();
  await page.getByRole('menu').waitFor({ state: 'detached' });
}

const outcome = (page: Page) => page.locator('.outcome .verdict').textContent();

test('a command is drawn with its verdicts, its effects, every rule considered and the row of the mode', async () => {
  const { page } = await open('allow: [Bash(npm run:*)]\ndeny: [Bash(sudo:*)]\n');
  await page.getByRole('textbox', { name: 'Command' }).fill('npm run build && rm -rf dist');
  await expect.poll(() => page.locator('.picture .piece.allow').textContent(), patient).toBe('npm run build');
  expect(await page.locator('.picture .piece.ask').textContent()).toBe('rm -rf dist');
  await page
    .locator('.effects li[title*="deletes"]')
    .filter({ hasText: 'dist and everything in it' })
    .waitFor();
  await page.getByText('1 of 2 match').click();
  await page
    .getByText(/Bash\(sudo:\*\)/)
    .first()
    .waitFor();
  await page.getByRole('heading', { name: 'Mode default' }).waitFor();
  expect(await page.locator('tr.used th').allTextContents()).toEqual([
    'an allow rule covers it',
    'no earlier step decided',
  ]);
  await chooseMode(page, 'explore');
  await page.getByRole('heading', { name: 'Mode explore' }).waitFor();
  await expect.poll(() => outcome(page), patient).toBe('deny');
});

test('any call, and another policy than the one that counts here', async () => {
  const { page } = await open('allow: [Read]\n');
  await page.getByLabel('Tool', { exact: true }).fill('refund');
  await page.getByLabel('Input, as JSON').fill('{ "amount": 500 }');
  await page.getByRole('button', { name: 'Try another policy' }).click();
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
  await chooseMode(page, 'dontAsk');
  const field = await link(page);
  await expect.poll(() => field.inputValue(), patient).toContain('dontAsk');
  const shared = await field.inputValue();
  expect(Object.fromEntries(new URLSearchParams(shared.replace('#playground?', '')))).toEqual({
    tool: 'Bash',
    text: 'git push --force # ünï',
    mode: 'dontAsk',
  });
  expect(shared).not.toContain(String(served.port));
  expect(shared).not.toContain(new URL(page.url()).pathname.slice(1, -1));

  const other = await open('allow: [Read]\n');
  await (await link(other.page)).fill(`https://elsewhere.example/${shared}`);
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

test('on a phone the call, its verdict and the policy stand below each other, and nothing is wider than it', async () => {
  const { page, problems } = await open('allow: [Read]\n');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('textbox', { name: 'Command' }).fill('git push origin main && rm -rf build');
  await expect.poll(() => outcome(page), patient).toBe('ask');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const tops = await Promise.all(
    ['.call-editor', '.outcome', '.policy-bar'].map(
      async (part) => (await page.locator(part).boundingBox())?.y,
    ),
  );
  expect(tops).toEqual(tops.toSorted((a, b) => (a ?? 0) - (b ?? 0)));
  expect(problems).toEqual([]);
});

test('a typed policy is decided in the page while the server is silent, and as the server decides', async () => {
  const { page, problems } = await open('allow: [Read]\n');
  const here = page.getByText('Decided by this page');
  const silent = Promise.withResolvers<void>();
  await page.route('**/api/try', async (route) => {
    await silent.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Try another policy' }).click();
  await page.getByLabel('Policy, as YAML').fill('allow: [Bash(npm run:*)]\ndeny: [Bash(rm:*)]\n');
  const verdicts = ['npm run build && rm -rf dist', 'npm run build', 'git push'];
  const found: (string | null)[] = [];
  for (const command of verdicts) {
    await page.getByRole('textbox', { name: 'Command' }).fill(command);
    await here.waitFor(patient);
    found.push(await outcome(page));
  }
  expect(found).toEqual(['deny', 'allow', 'ask']);
  silent.resolve();
  await here.waitFor({ state: 'detached', ...patient });
  expect(await outcome(page)).toBe('ask');
  for (const [at, command] of verdicts.entries()) {
    await page.getByRole('textbox', { name: 'Command' }).fill(command);
    await here.waitFor({ state: 'detached', ...patient });
    await expect.poll(() => outcome(page), patient).toBe(found[at]);
  }
  // A policy with a mistake is explained by the server, and never decided here.
  await page.getByLabel('Policy, as YAML').fill('allow: [Bash(');
  await page.getByRole('alert').first().waitFor();
  expect(problems.filter((problem) => !problem.includes('422') && !problem.includes('400'))).toEqual([]);
});
