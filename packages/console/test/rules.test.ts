import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createPolicyGate } from '../../permesso/src/gate/policy-gate.ts';
import { scriptedApprover } from '../../permesso/src/approval/channels/scripted-approver.ts';
import { fileLog } from '../../permesso/src/log/file/file-log.ts';
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
  await page.getByText(/^whole, \d+ entries$/).waitFor(patient);
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
  await expect
    .poll(() => row(page, 'Bash(npm run:*)').textContent(), patient)
    .toMatch(/2 times, last 20\d\d-/);
  expect(await row(page, 'Bash(npm run:*)').textContent()).toContain(
    'user, line 2~/.config/permesso/policy.yaml',
  );
  expect(await row(page, 'Bash(npm run build)').textContent()).toContain('a wider rule of the same verdict');
  expect(await row(page, 'Bash(make:*)').textContent()).toMatch(/until 2099-01-31.*never/);
  expect(await row(page, 'Bash(git push:*)').textContent()).toContain(
    'tells the person: Publishes your work.',
  );
  expect(await row(page, 'Bash(sudo:*)').textContent()).toMatch(
    /tells the agent: Ask a person\..*1 time, last/,
  );
  await page.getByRole('heading', { name: 'Hidden from agents' }).waitFor();
  await page.getByText('mcp__legacy__*').waitFor();
});

test('rules are found by layer, by what is never used and by what does nothing', async () => {
  const { page, goTo } = await open(
    'allow:\n  - Bash(npm run:*)\n  - Bash(npm run build)\n  - Read\n',
    async (machine) => {
      machine.write('app/.permesso/policy.yaml', 'deny:\n  - Bash(sudo:*)\n');
      await lived(machine, ['sudo ls']);
    },
  );
  await goTo('rules');
  const shown = () => page.locator('tbody tr').count();
  await expect.poll(shown, patient).toBe(4);
  await page.getByLabel(/^Layer /).selectOption('project');
  await expect.poll(shown, patient).toBe(1);
  await page.getByLabel(/^Layer /).selectOption('');
  await page.getByLabel(/^Rules /).selectOption('never');
  await expect.poll(shown, patient).toBe(3);
  await page.getByLabel(/^Rules /).selectOption('findings');
  await expect.poll(shown, patient).toBe(1);
  await row(page, 'Bash(npm run build)').waitFor();
});

test('a rule is edited where it stands: its verdict, its text, its words and its end', async () => {
  const { page, goTo, userPolicy } = await open('# mine\nallow:\n  - Read # all\n  - Bash(make:*)\n');
  await goTo('rules');
  await page.getByRole('button', { name: 'Edit Bash(make:*)' }).click();
  const form = page.locator('td form');
  await form.getByLabel('Rule', { exact: true }).fill('Bash(make deploy:*)');
  await form.getByLabel(/^Verdict/).selectOption('ask');
  await form.getByLabel(/^until/).fill('2099-12-31');
  await form.getByText('Words that go with it').click();
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
  await expect.poll(() => page.getByRole('alert').first().textContent(), patient).not.toBe('');
  expect(userPolicy()).toBe(before);
  await form.getByRole('button', { name: 'Leave it' }).click();
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
  await expect
    .poll(async () => {
      await page.reload();
      return page.getByLabel(/^In /).locator('option').allTextContents();
    }, patient)
    .toEqual([machine.project, other]);
  await page.getByLabel(/^In /).selectOption(other);
  await row(page, 'Bash(terraform:*)').waitFor();
  await page.getByLabel('New rule').fill('Bash(make:*)');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
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
