import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createPolicyGate } from '@permesso/gate/gate';
import { scriptedApprover } from '@permesso/gate/approval';
import { fileLog } from '@permesso/gate/log';
import { onStage, patient } from './on-stage.ts';
import type { Machine } from './stage.ts';

const stage = onStage();

async function open(policy: string, before?: (machine: Machine) => Promise<void>) {
  const machine = stage.machine(policy);
  await before?.(machine);
  const userPolicy = (): string => readFileSync(join(machine.home, '.config/permesso/policy.yaml'), 'utf8');
  const localPolicy = (): string =>
    readFileSync(join(machine.project, '.permesso/policy.local.yaml'), 'utf8');
  return { machine, ...(await stage.open(machine)), userPolicy, localPolicy };
}

/** Calls that a gate has decided there, and that stand in the log. */
async function lived(machine: Machine, commands: readonly string[], cwd = machine.project): Promise<void> {
  const log = fileLog({ directory: join(machine.state, 'log') });
  const gate = createPolicyGate({ home: machine.home, env: {}, cwd, log });
  for (const command of commands)
    await gate.authorize({ tool: 'Bash', input: { command }, cwd, session: 's' });
  log.close();
}

const row = (page: Page, rule: string) =>
  page.getByRole('row').filter({ has: page.getByText(rule, { exact: true }) });

const sheet = (page: Page, name: string) => page.getByRole('complementary', { name });

/** By the button above the list, and the form beside it. */
async function add(page: Page, rule: string): Promise<void> {
  await page.getByRole('button', { name: 'Add rule', exact: true }).first().click();
  const form = sheet(page, 'Add rule');
  await form.getByLabel('Rule', { exact: true }).fill(rule);
  await form.getByRole('button', { name: 'Add rule' }).click();
}

/** From a button that opens a menu. */
async function choose(page: Page, button: string | RegExp, option: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('menuitemradio', { name: option, exact: true }).click();
  await page.getByRole('menu').waitFor({ state: 'detached' });
}

test('a rule is added to a file, and removed from the one that it stands in, comments kept', async () => {
  const { page, goTo, userPolicy, localPolicy } = await open(
    '# mine\nallow:\n  - Read # all of it\n  - Bash(ls:*)\n',
  );
  await goTo('rules');
  await add(page, 'Bash(make:*)');
  await row(page, 'Bash(make:*)').waitFor();
  expect(localPolicy()).toContain('Bash(make:*)');
  await page.getByRole('button', { name: 'Remove Bash(ls:*)' }).click();
  await row(page, 'Bash(ls:*)').waitFor({ state: 'detached' });
  expect(userPolicy()).toBe('# mine\nallow:\n  - Read # all of it\n');
});

test('what was added or removed is undone as it was, and not over what somebody wrote since', async () => {
  const before = '# mine\nallow:\n  - Read # all of it\n  - rule: Bash(ls:*) # lists\n    why: harmless\n';
  const { page, goTo, machine, userPolicy, localPolicy } = await open(before);
  const undo = page.getByRole('button', { name: 'Undo' });
  await goTo('rules');
  await page.getByRole('button', { name: 'Remove Bash(ls:*)' }).click();
  await row(page, 'Bash(ls:*)').waitFor({ state: 'detached' });
  expect(userPolicy()).not.toContain('ls');
  await undo.click();
  await row(page, 'Bash(ls:*)').waitFor();
  expect(userPolicy()).toBe(before);
  await add(page, 'Bash(make:*)');
  await row(page, 'Bash(make:*)').waitFor();
  machine.write('app/.permesso/policy.local.yaml', 'allow: [Bash(mine)]\n');
  await undo.click();
  await page.getByText('it has changed meanwhile').waitFor();
  expect(localPolicy()).toBe('allow: [Bash(mine)]\n');
});

test('while a rule is typed, its meaning for the last calls and the word of the linter stand below', async () => {
  const { page, goTo, problems } = await open('ask: [Bash(git push:*)]\n', (on) =>
    lived(on, ['make a', 'make a', 'make b', 'git push', 'ls']),
  );
  await goTo('rules');
  await page.getByRole('button', { name: 'Add rule', exact: true }).first().click();
  const form = sheet(page, 'Add rule');
  await form.getByLabel('Rule', { exact: true }).fill('Bash(make:*)');
  const preview = form.getByRole('region', { name: 'Preview over your history' });
  await preview.getByText('Would have matched 3 calls').waitFor();
  await preview.getByText('of your last 5').waitFor();
  await preview.getByText('3 prompts saved').waitFor();
  await expect.poll(() => preview.locator('li').first().textContent(), patient).toBe('make a2 ×askallow');
  await form.getByRole('radio', { name: 'deny' }).click();
  await preview.getByText('3 stricter').waitFor();
  await form.getByRole('radio', { name: 'allow' }).click();
  // An ask rule is stricter than an allow rule: nothing is gained.
  await form.getByLabel('Rule', { exact: true }).fill('Bash(git push:*)');
  await preview.getByText('1 unchanged').waitFor();
  await form.getByLabel('Rule', { exact: true }).fill('Bash(');
  await form.getByText(/parenthesis/).waitFor();
  await form.getByLabel('Rule', { exact: true }).fill('Bash');
  await form.locator('.notice.ask').first().waitFor();
  expect(problems.filter((problem) => !problem.includes('400'))).toEqual([]);
});

test('on a phone a rule is added on a screen of its own, and nothing is wider than it', async () => {
  const { page, goTo, localPolicy } = await open('allow: [Read]\ndeny: [Bash(sudo:*)]\n');
  await page.setViewportSize({ width: 390, height: 844 });
  await goTo('rules');
  await row(page, 'Read').waitFor();
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await wide()).toBe(390);
  await page.getByRole('button', { name: 'Add rule', exact: true }).first().click();
  const form = sheet(page, 'Add rule');
  expect(await form.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
  await form.getByLabel('Rule', { exact: true }).fill('Bash(make:*)');
  await form.getByText('Would have matched').waitFor();
  expect(await wide()).toBe(390);
  await form.getByRole('button', { name: 'Add rule' }).click();
  await expect.poll(() => localPolicy(), patient).toContain('Bash(make:*)');
});

test('a rule that means nothing is refused with a reason, and nothing is written', async () => {
  const { page, goTo, userPolicy } = await open('allow: [Read]\n');
  await goTo('rules');
  await add(page, 'Bash(');
  await expect
    .poll(() => sheet(page, 'Add rule').getByRole('alert').textContent(), patient)
    .toContain('parenthesis');
  expect(userPolicy()).toBe('allow: [Read]\n');
});

test('duplicates are removed by one click, and are back with another', async () => {
  const policy = 'allow:\n  - Read\n  - Bash(ls:*)\n  - Bash(ls:*)\n';
  const { page, goTo, userPolicy } = await open(policy);
  await goTo('rules');
  await page.getByRole('button', { name: 'Remove duplicates and expired rules' }).click();
  await expect.poll(userPolicy, patient).toBe('allow:\n  - Read\n  - Bash(ls:*)\n');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(userPolicy, patient).toBe(policy);
});

test("another program's rules are read, shown with what is lost, and added one by one; ours are written for it", async () => {
  const { page, goTo, localPolicy } = await open('deny: [Bash(sudo:*)]\n');
  await goTo('rules');
  await page.getByRole('button', { name: 'Import or export' }).click();
  await page
    .getByLabel("The other program's configuration")
    .fill('{ "permissions": { "allow": ["Bash(npm run test:*)"], "deny": ["Read(./secrets/**)"] } }');
  await page.getByRole('button', { name: 'Import this text' }).click();
  await page.getByRole('button', { name: 'Add Bash(npm run test:*)' }).click();
  await expect.poll(() => localPolicy(), patient).toContain('Bash(npm run test:*)');
  await page.getByRole('button', { name: 'Export our rules' }).click();
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
  await goTo('rules');
  await page.getByRole('button', { name: 'Rules that would save you prompts' }).click();
  const offered = page.getByRole('button', { name: /^Add Bash\(npm run/ }).first();
  await offered.waitFor(patient);
  await offered.click();
  await expect.poll(() => localPolicy(), patient).toContain('Bash(npm run');
  await goTo('activity');
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByText(/^intact, \d+ entries$/).waitFor(patient);
  expect(problems).toEqual([]);
});

test('every rule says where it comes from, how often it was needed, how long it counts and why it does nothing', async () => {
  const policy = [
    'allow:',
    '  - Bash(npm run:*)',
    '  - Bash(npm run build)',
    '  - rule: Bash(make:*)',
    '    expires: 2099-01-31',
    'ask:',
    '  - rule: Bash(git push:*)',
    '    message: Publishes your work.',
    'deny:',
    '  - rule: Bash(sudo:*)',
    '    guidance: Ask a person.',
    'tools:',
    '  hidden: [mcp__legacy__*]',
    '',
  ].join('\n');
  const { page, goTo } = await open(policy, (on) => lived(on, ['npm run a', 'npm run b', 'sudo ls']));
  await goTo('rules');
  await expect.poll(() => row(page, 'Bash(npm run:*)').textContent(), patient).toMatch(/2 times in all/);
  expect(await row(page, 'Bash(npm run:*)').locator('time').getAttribute('datetime')).toMatch(/^20\d\d-/);
  expect(await row(page, 'Bash(npm run:*)').textContent()).toContain(
    'user, line 2~/.config/permesso/policy.yaml',
  );
  expect(await row(page, 'Bash(npm run build)').textContent()).toContain(
    'a wider rule with the same verdict',
  );
  expect(await row(page, 'Bash(make:*)').textContent()).toMatch(/expires 2099-01-31.*never/);
  expect(await row(page, 'Bash(git push:*)').textContent()).toContain(
    'tells the person: Publishes your work.',
  );
  expect(await row(page, 'Bash(sudo:*)').textContent()).toMatch(
    /tells the agent: Ask a person\..*1 time in all/,
  );
  await page.getByRole('heading', { name: 'Hidden from agents' }).waitFor();
  await page.getByText('mcp__legacy__*').waitFor();
});

test('after a default set-up the rules fit one screen: those of a preset are a line for each group', async () => {
  const { page, goTo } = await open('use: [balanced]\nallow:\n  - Bash(mytool:*)\n');
  await goTo('rules');
  await row(page, 'Bash(mytool:*)').waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });
  const height = await page.evaluate(() => document.querySelector('.rules .page')?.scrollHeight ?? 0);
  expect(height).toBeGreaterThan(100);
  expect(height).toBeLessThanOrEqual(900);
  const group = page.locator('details').filter({ hasText: 'no-home-secrets, 12 rules' });
  expect(await page.getByText('Read(~/.ssh/**)').isVisible()).toBe(false);
  await group.locator('summary').click();
  await page.getByText('Read(~/.ssh/**)').waitFor();
  await page.getByLabel('Find a rule').fill('.gnupg');
  await row(page, 'Read(~/.gnupg/**)').waitFor();
});

test('rules are found by layer, by what is never used and by what does nothing', async () => {
  const { page, goTo } = await open(
    'allow:\n  - Bash(mytool:*)\n  - Bash(mytool src)\n  - Read\n',
    async (machine) => {
      machine.write('app/.permesso/policy.yaml', 'deny:\n  - Bash(sudo:*)\n');
      await lived(machine, ['sudo ls']);
    },
  );
  await goTo('rules');
  const shown = () => page.locator('tbody tr').count();
  await expect.poll(shown, patient).toBe(4);
  await choose(page, 'Layer all', 'project');
  await expect.poll(shown, patient).toBe(1);
  await choose(page, 'Layer project', 'all');
  await page.getByRole('button', { name: /^Never used/ }).click();
  await expect.poll(shown, patient).toBe(3);
  await page.getByRole('button', { name: /^Problems/ }).click();
  await expect.poll(shown, patient).toBe(1);
  await row(page, 'Bash(mytool src)').waitFor();
});

test('a rule is edited where it stands: its verdict, its text, its words and its end', async () => {
  const { page, goTo, userPolicy } = await open('# mine\nallow:\n  - Read # all\n  - Bash(make:*)\n');
  await goTo('rules');
  await page.getByRole('button', { name: 'Edit Bash(make:*)' }).click();
  const form = sheet(page, 'Edit rule');
  await form.getByLabel('Rule', { exact: true }).fill('Bash(make deploy:*)');
  await form.getByRole('radio', { name: 'ask' }).click();
  await form.getByLabel('Expires').fill('2099-12-31');
  await form.getByText('Message, guidance and note').click();
  await form.getByLabel('For the person who is asked or refused').fill('Deploys.');
  await form.getByRole('button', { name: 'Save' }).click();
  await row(page, 'Bash(make deploy:*)').waitFor();
  expect(userPolicy()).toContain('# mine\nallow:\n  - Read # all\n');
  expect(userPolicy()).not.toContain('Bash(make:*)');
  expect(userPolicy()).toMatch(
    /ask:\n {2}- rule: Bash\(make deploy:\*\)\n {4}expires: .?2099-12-31.?\n {4}message: Deploys\./,
  );

  await page.getByRole('button', { name: 'Edit Bash(make deploy:*)' }).click();
  const before = userPolicy();
  await form.getByLabel('Rule', { exact: true }).fill('Bash(');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => form.getByRole('alert').textContent(), patient).toContain('parenthesis');
  expect(userPolicy()).toBe(before);
  await form.getByRole('button', { name: 'Cancel' }).click();
  await form.waitFor({ state: 'detached' });
  await row(page, 'Bash(make deploy:*)').waitFor();
});

test('twelve rules become one: those that it takes in, and those that it would reach beyond', async () => {
  const many = Array.from({ length: 12 }, (_, at) => `  - Bash(yarn workspace part-${at})\n`).join('');
  const { page, goTo, userPolicy } = await open(
    `allow:\n  - Bash(npm run:*)\n  - Bash(npm run build)\n${many}`,
  );
  await goTo('rules');
  await page.getByText(/^2 rules → one/).waitFor();
  await page.getByText('12 rules → one').waitFor();

  await page.getByRole('button', { name: 'Compare Bash(npm run:*)' }).click();
  await page.getByText('0 would become looser').waitFor();
  await page.getByRole('button', { name: 'Make it one rule' }).click();
  await expect.poll(userPolicy, patient).toBe(`allow:\n  - Bash(npm run:*)\n${many}`);
  await page.getByText(/^2 rules → one/).waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Compare Bash(yarn workspace:*)' }).click();
  await page.getByText(/Looser \(\d+\)/).waitFor();
  expect(userPolicy()).toContain('part-11');
  await page.getByRole('button', { name: 'Make it one rule' }).click();
  await expect.poll(userPolicy, patient).toBe('allow:\n  - Bash(npm run:*)\n  - Bash(yarn workspace:*)\n');
  await page.getByText('rules → one').first().waitFor({ state: 'detached' });
});

test('the rules of another project where agents worked are shown and changed; no other directory is', async () => {
  const { page, goTo, machine } = await open('allow: [Read]\n', async (on) => {
    const other = join(on.home, 'other');
    mkdirSync(other);
    on.write('other/.permesso/policy.yaml', 'deny:\n  - Bash(terraform:*)\n');
    mkdirSync(join(on.home, 'secret'));
    await lived(on, ['ls'], other);
  });
  const other = join(machine.home, 'other');
  await goTo('rules');
  // A page that is left before it stands has the address of the one before.
  await row(page, 'Read').waitFor();
  await expect
    .poll(async () => {
      await page.reload();
      // It stands before its rules have come, and where the log is not read yet there is nothing to choose from.
      await row(page, 'Read').waitFor();
      return page.getByRole('button', { name: `In ${machine.project}` }).count();
    }, patient)
    .toBe(1);
  await page.getByRole('button', { name: `In ${machine.project}` }).click();
  expect(await page.getByRole('menuitemradio').allTextContents()).toEqual([machine.project, other]);
  await page.getByRole('menuitemradio', { name: other }).click();
  await row(page, 'Bash(terraform:*)').waitFor();
  await add(page, 'Bash(make:*)');
  await row(page, 'Bash(make:*)').waitFor();
  expect(readFileSync(join(other, '.permesso/policy.local.yaml'), 'utf8')).toContain('Bash(make:*)');
  const status = await page.evaluate(
    async (path) => {
      const answer = await fetch(`./api/rules?${new URLSearchParams({ project: path })}`);
      return answer.status;
    },
    join(machine.home, 'secret'),
  );
  expect(status).toBe(400);
});
