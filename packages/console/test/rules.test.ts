import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createPolicyGate } from '../../permesso/src/policy-gate.ts';
import { scriptedApprover } from '../../permesso/src/approval/scripted-approver.ts';
import { fileLog } from '../../permesso/src/record/file-log.ts';
import { buildPages, enter, newMachine, openOn, startBrowser, type Machine } from './stage.ts';

let pages: string;
let browser: Browser;

beforeAll(async () => {
  [pages, browser] = await Promise.all([buildPages(), startBrowser()]);
});

afterAll(async () => {
  await browser.close();
  rmSync(pages, { recursive: true, force: true });
});

async function open(policy: string, before?: (machine: Machine) => Promise<void>) {
  const machine = newMachine(policy);
  onTestFinished(machine.remove);
  await before?.(machine);
  const served = await openOn(machine, pages);
  onTestFinished(served.close);
  const { page, problems } = await enter(browser, served.address);
  onTestFinished(() => page.context().close());
  const goTo = (name: string): Promise<unknown> => page.goto(new URL(`/#${name}`, page.url()).href);
  const userPolicy = (): string => readFileSync(join(machine.home, '.config/permesso/policy.yaml'), 'utf8');
  const localPolicy = (): string =>
    readFileSync(join(machine.project, '.permesso/policy.local.yaml'), 'utf8');
  return { machine, page, problems, goTo, userPolicy, localPolicy };
}

const row = (page: Page, rule: string) =>
  page.getByRole('row').filter({ has: page.getByText(rule, { exact: true }) });
const patient = { timeout: 20_000 };

test('a rule is added to a file, and removed from the one that it stands in, comments kept', async () => {
  const { page, goTo, userPolicy, localPolicy } = await open(
    '# mine\nallow:\n  - Read # all of it\n  - Bash(ls:*)\n',
  );
  await goTo('rules');
  await page.getByLabel('New rule').fill('Bash(make:*)');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await row(page, 'Bash(make:*)').waitFor();
  expect(localPolicy()).toContain('Bash(make:*)');
  await page.getByRole('button', { name: 'Remove Bash(ls:*)' }).click();
  await row(page, 'Bash(ls:*)').waitFor({ state: 'detached' });
  expect(userPolicy()).toBe('# mine\nallow:\n  - Read # all of it\n');
});

test('a rule that means nothing is refused with a reason, and nothing is written', async () => {
  const { page, goTo, userPolicy } = await open('allow: [Read]\n');
  await goTo('rules');
  await page.getByLabel('New rule').fill('Bash(');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.poll(() => page.getByRole('alert').first().textContent(), patient).not.toBe('');
  expect(userPolicy()).toBe('allow: [Read]\n');
});

test('duplicates are removed by one click', async () => {
  const { page, goTo, userPolicy } = await open('allow:\n  - Read\n  - Bash(ls:*)\n  - Bash(ls:*)\n');
  await goTo('rules');
  await page.getByRole('button', { name: 'Remove duplicates and expired rules' }).click();
  await expect.poll(userPolicy, patient).toBe('allow:\n  - Read\n  - Bash(ls:*)\n');
});

test("another program's rules are read, shown with what is lost, and added one by one; ours are written for it", async () => {
  const { page, goTo, localPolicy } = await open('deny: [Bash(sudo:*)]\n');
  await goTo('rules');
  await page.getByText('Import or export').click();
  await page
    .getByLabel("The other program's configuration")
    .fill('{ "permissions": { "allow": ["Bash(npm run test:*)"], "deny": ["Read(./secrets/**)"] } }');
  await page.getByRole('button', { name: 'Read the text below' }).click();
  await page.getByRole('button', { name: 'Add Bash(npm run test:*)' }).click();
  await expect.poll(() => localPolicy(), patient).toContain('Bash(npm run test:*)');
  await page.getByRole('button', { name: 'Write our rules below' }).click();
  await expect
    .poll(() => page.getByLabel("The other program's configuration").inputValue(), patient)
    .toContain('Bash(sudo:*)');
});

test('what is always approved is offered as a rule, with the prompts that it saves', async () => {
  const { page, goTo, localPolicy, problems } = await open('allow: [Read]\n', async (machine) => {
    const log = fileLog({ directory: join(machine.state, 'log') });
    const approver = scriptedApprover(Array.from({ length: 9 }, () => ({ verdict: 'allow' as const })));
    const gate = createPolicyGate({ home: machine.home, env: {}, cwd: machine.project, log, approver });
    for (let at = 0; at < 9; at++)
      await gate.authorize({
        tool: 'Bash',
        input: { command: 'npm run lint' },
        cwd: machine.project,
        session: `s${at}`,
      });
    log.close();
  });
  await goTo('activity');
  await page.getByText('Rules that would save you prompts').click();
  const add = page.getByRole('button', { name: /^Add Bash\(npm run/ }).first();
  await add.waitFor(patient);
  await add.click();
  await expect.poll(() => localPolicy(), patient).toContain('Bash(npm run');
  await page.getByRole('button', { name: 'Check that the log is whole' }).click();
  await page.getByText('whole', { exact: true }).waitFor(patient);
  expect(problems).toEqual([]);
});
