import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { durableApprover } from '@permesso/gate/approval';
import { diskApprovals, createPolicyGate } from '@permesso/gate/gate';
import { onStage, patient } from './on-stage.ts';
import type { HookOptions, Machine } from './stage.ts';

const stage = onStage();
const machineFor = (): Machine => stage.machine('allow: [Read]\n');
const hookFor = (machine: Machine, command: string, options?: HookOptions) =>
  stage.hook(machine, command, options);
const consoleFor = (machine: Machine) => stage.open(machine);

async function waiting(page: Page, count: number): Promise<void> {
  // By the clock: a page behind another draws no frames.
  await page.waitForFunction((wanted) => document.querySelectorAll('.rows li').length === wanted, count, {
    polling: 100,
  });
}

const allow = (page: Page) => page.getByRole('button', { name: /^Approve/ });
const blocked = '"permissionDecision":"deny"';

test('a hook asks, the page shows it, a click answers, and the hook gets the answer', async () => {
  const machine = machineFor();
  const { page, problems } = await consoleFor(machine);
  const hook = hookFor(machine, 'npm install left-pad');
  await waiting(page, 1);
  await page
    .getByRole('heading', { name: 'Codex CLI wants to install left-pad from the npm registry' })
    .waitFor();
  await expect.poll(() => allow(page).isEnabled(), patient).toBe(true);
  await allow(page).click();
  expect(await hook.ended).toBe('');
  await waiting(page, 0);
  expect(problems).toEqual([]);
});

test('a no carries its words to the agent', async () => {
  const machine = machineFor();
  const { page } = await consoleFor(machine);
  const hook = hookFor(machine, 'npm install left-pad');
  await waiting(page, 1);
  await page.getByLabel('Message to the agent if denied (optional)').fill('Use pnpm, please.');
  await page.getByRole('button', { name: 'Deny', exact: true }).click();
  const said = await hook.ended;
  expect(said).toContain(blocked);
  expect(said).toContain('Use pnpm, please.');
});

test('yes is locked until the end of the text was on the screen', async () => {
  const machine = machineFor();
  const { page } = await consoleFor(machine);
  const lines = Array.from({ length: 300 }, (_, at) => `touch file-${at}`).join('\n');
  hookFor(machine, lines);
  await waiting(page, 1);
  await page.waitForTimeout(1500);
  expect(await allow(page).isDisabled()).toBe(true);
  await page.getByRole('region', { name: 'The whole call' }).evaluate((box) => {
    box.scrollTop = box.scrollHeight;
    box.scrollIntoView();
  });
  await expect.poll(() => allow(page).isEnabled(), patient).toBe(true);
});

test('of two pages that answer at once one wins, and the other is told', async () => {
  const machine = machineFor();
  const { page } = await consoleFor(machine);
  const other = await page.context().newPage();
  await other.goto(page.url());
  const hook = hookFor(machine, 'npm install left-pad');
  await Promise.all([waiting(page, 1), waiting(other, 1)]);
  const answers = await Promise.all([sayDirectly(page, 'allow'), sayDirectly(other, 'deny')]);
  expect(answers.filter((status) => status === 200)).toHaveLength(1);
  const said = await hook.ended;
  expect(said === '').toBe(answers[0] === 200);
});

/** As the page itself says it, without waiting for anything. */
function sayDirectly(page: Page, verdict: 'allow' | 'deny'): Promise<number> {
  return page.evaluate(async (said) => {
    const { items } = (await (await fetch('./api/inbox')).json()) as {
      items: { id: string; digest: string }[];
    };
    const [item] = items;
    const response = await fetch('./api/answer', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: item?.id, digest: item?.digest, answer: { verdict: said } }),
    });
    return response.status;
  }, verdict);
}

test('a question is still there after a reload, and after the console was started again', async () => {
  const machine = machineFor();
  const { page, served } = await consoleFor(machine);
  const hook = hookFor(machine, 'npm install left-pad');
  await waiting(page, 1);
  await page.reload();
  await waiting(page, 1);
  await served.close();
  await page.getByText('disconnected').waitFor();
  const again = await consoleFor(machine);
  await waiting(again.page, 1);
  await expect.poll(() => allow(again.page).isEnabled(), patient).toBe(true);
  await allow(again.page).click();
  expect(await hook.ended).toBe('');
});

test('a question whose time is over goes away, and an answer to it does not count', async () => {
  const machine = machineFor();
  const { page } = await consoleFor(machine);
  const hook = hookFor(machine, 'npm install left-pad', { deadline: 4 });
  await waiting(page, 1);
  expect(await hook.ended).toContain(blocked);
  await waiting(page, 0);
  expect(await sayDirectly(page, 'allow')).toBe(400);
});

test('an answer about something else than what was shown does not count', async () => {
  const machine = machineFor();
  const { page } = await consoleFor(machine);
  hookFor(machine, 'npm install left-pad');
  await waiting(page, 1);
  const said = await page.evaluate(async () => {
    const { items } = (await (await fetch('./api/inbox')).json()) as { items: { id: string }[] };
    const response = await fetch('./api/answer', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: items[0]?.id, digest: 'x', answer: { verdict: 'allow' } }),
    });
    return (await response.json()) as unknown;
  });
  expect(said).toMatchObject({ status: 400, detail: 'The question has changed: look again.' });
});

test('a changed call is what runs, after it was decided again', async () => {
  const machine = stage.machine('allow: [Bash(npm ci)]\n');
  const { page } = await consoleFor(machine);
  const hook = hookFor(machine, 'npm install left-pad', { host: 'claude-code' });
  await waiting(page, 1);
  await page.getByRole('button', { name: /^Edit the call before it runs/ }).click();
  await page.getByRole('textbox', { name: 'The command' }).fill('npm ci');
  await expect.poll(() => allow(page).isEnabled(), patient).toBe(true);
  await allow(page).click();
  const said = JSON.parse(await hook.ended) as { hookSpecificOutput: object };
  expect(said.hookSpecificOutput).toMatchObject({
    permissionDecision: 'allow',
    updatedInput: { command: 'npm ci' },
  });
});

test('a changed call that a rule denies does not run', async () => {
  const machine = stage.machine('deny: [Bash(sudo:*)]\n');
  const { page } = await consoleFor(machine);
  const hook = hookFor(machine, 'npm install left-pad', { host: 'claude-code' });
  await waiting(page, 1);
  await page.getByRole('button', { name: /^Edit the call before it runs/ }).click();
  await page.getByRole('textbox', { name: 'The command' }).fill('sudo npm install');
  await expect.poll(() => allow(page).isEnabled(), patient).toBe(true);
  await allow(page).click();
  const said = await hook.ended;
  expect(said).toContain(blocked);
  expect(said).not.toContain('updatedInput');
});

test('a yes for the session lets the same through without asking, and says what else it would have matched', async () => {
  const machine = machineFor();
  const { page } = await consoleFor(machine);
  const first = hookFor(machine, 'npm run build');
  await waiting(page, 1);
  await page.locator('.facts').getByText('session s').waitFor();
  await page.getByText('expires in').waitFor();
  await expect.poll(() => allow(page).isEnabled(), patient).toBe(true);
  await allow(page).click();
  expect(await first.ended).toBe('');
  await waiting(page, 0);
  const second = hookFor(machine, 'npm run build');
  await waiting(page, 1);
  await page.getByRole('radio', { name: 'Session' }).click();
  await page.getByText(/Would have matched [1-9]\d* of your last \d+ call/).waitFor();
  await page.getByRole('button', { name: /^Would have matched/ }).click();
  await page.locator('.examples code').getByText('npm run build').waitFor();
  await page.getByRole('radio', { name: 'In one hour' }).click();
  await expect.poll(() => allow(page).isEnabled(), patient).toBe(true);
  await allow(page).click();
  expect(await second.ended).toBe('');
  expect(await hookFor(machine, 'npm run build').ended).toBe('');
  await waiting(page, 0);
});

test('a rule that would be forgotten is refused before the answer is given', async () => {
  const machine = machineFor();
  const { page } = await consoleFor(machine);
  const hook = hookFor(machine, 'npm run build');
  await waiting(page, 1);
  await page.getByRole('radio', { name: 'Session' }).click();
  await page.getByLabel('Rule to keep').fill('Bash(npm install:*)');
  await expect.poll(() => allow(page).isEnabled(), patient).toBe(true);
  await allow(page).click();
  await page.getByText('This would not be remembered: the rule would not allow this call').waitFor();
  await waiting(page, 1);
  await page.getByLabel('Rule to keep').fill('Bash(npm run:*)');
  await allow(page).click();
  expect(await hook.ended).toBe('');
  expect(await hookFor(machine, 'npm run lint').ended).toBe('');
});

test('a yes for the session stands among the rules with its uses, and can be taken back there', async () => {
  const machine = machineFor();
  const { page, goTo } = await consoleFor(machine);
  const hook = hookFor(machine, 'npm run build');
  await waiting(page, 1);
  await page.getByRole('radio', { name: 'Session' }).click();
  await expect.poll(() => allow(page).isEnabled(), patient).toBe(true);
  await allow(page).click();
  expect(await hook.ended).toBe('');
  expect(await hookFor(machine, 'npm run build').ended).toBe('');
  await goTo('rules');
  await page.getByRole('heading', { name: 'Remembered answers' }).waitFor();
  await page.getByText('for the session s, used 1 time').waitFor();
  await page.getByRole('button', { name: /^Revoke/ }).click();
  await page.getByRole('heading', { name: 'Remembered answers' }).waitFor({ state: 'detached' });
  await goTo('approvals');
  const again = hookFor(machine, 'npm run build');
  await waiting(page, 1);
  await page.getByRole('button', { name: 'Deny', exact: true }).click();
  expect(await again.ended).toContain(blocked);
});

test('a no that lasts refuses the same without asking again', async () => {
  const machine = machineFor();
  const { page } = await consoleFor(machine);
  const first = hookFor(machine, 'npm install left-pad');
  await waiting(page, 1);
  await page.getByRole('button', { name: 'Deny for how long' }).click();
  await page.getByRole('menuitem', { name: 'Deny for this session' }).click();
  expect(await first.ended).toContain(blocked);
  expect(await hookFor(machine, 'npm install left-pad').ended).toContain(blocked);
  await waiting(page, 0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Forgotten. The next').waitFor();
  hookFor(machine, 'npm install left-pad');
  await waiting(page, 1);
});

test('the call is drawn in its parts, each with its verdict, and with what it does in plain words', async () => {
  const machine = stage.machine('allow: [Read, Bash(npm run:*)]\n');
  machine.write('app/notes/kept.txt', 'x');
  const { page } = await consoleFor(machine);
  hookFor(machine, 'npm run build && rm -rf notes');
  await waiting(page, 1);
  const picture = page.getByLabel('The command with the verdict of each part');
  expect((await picture.locator('code').allTextContents()).slice(0, 3)).toEqual([
    'npm run build',
    '&&',
    'rm -rf notes',
  ]);
  expect(await picture.locator('.u.allow').textContent()).toBe('npm run build');
  expect(await picture.locator('.u.ask').textContent()).toBe('rm -rf notes');
  const effect = page.locator('.effects li', { hasText: 'Deletes' });
  expect(await effect.textContent()).toMatch(/Deletes.*notes and everything in it.*1 file/);
});

test('a source of what the session read is trusted by a button, and asks no more in that session', async () => {
  const machine = stage.machine(
    'allow: [Effect(fetch), Effect(edit)]\nask: [{ rule: Effect(edit), after: untrusted }]\n',
  );
  const { page, problems } = await consoleFor(machine);
  const places = { home: machine.home, env: {}, managed: `${machine.home}/none`, cwd: machine.project };
  const approver = durableApprover({ store: diskApprovals({ ...places, session: 's' }), every: 100 });
  const gate = createPolicyGate({ ...places, approver });
  const about = { cwd: machine.project, session: 's' };
  await gate.authorize({ ...about, tool: 'WebFetch', input: { url: 'https://a.example/x' } });
  const editing = { ...about, tool: 'Bash', input: { command: 'touch notes.txt' } };
  const settled = gate.authorize(editing);
  await waiting(page, 1);
  const trust = page.getByRole('button', { name: 'Allow once, and trust a.example' });
  await expect.poll(() => trust.isEnabled(), patient).toBe(true);
  await trust.click();
  expect((await settled).verdict).toBe('allow');
  expect((await gate.authorize(editing)).verdict).toBe('allow');
  await waiting(page, 0);
  expect(problems).toEqual([]);
});

test('a host that a call lacks is opened by a button, and the call runs sandboxed', async () => {
  const machine = stage.machine('sandbox: on\n');
  const { page, problems } = await consoleFor(machine);
  const places = { home: machine.home, env: {}, managed: `${machine.home}/none`, cwd: machine.project };
  const gate = createPolicyGate({
    ...places,
    sandbox: { engine: 'sandbox-runtime', version: '0.0.83', proven: true },
    approver: durableApprover({ store: diskApprovals({ ...places, session: 's' }), every: 100 }),
  });
  const input = { command: './fetch.sh https://api.example.com/x' };
  const call = { tool: 'Bash', input, cwd: machine.project, session: 's' };
  const settled = gate.authorize(call);
  await waiting(page, 1);
  const open = page.getByRole('button', { name: 'Open api.example.com for 8 h' });
  await expect.poll(() => open.isEnabled(), patient).toBe(true);
  await open.click();
  const { verdict, decision } = await settled;
  expect([verdict, decision.sandbox?.profile.hosts]).toEqual(['allow', ['api.example.com']]);
  expect((await gate.check(call)).verdict).toBe('allow');
  await waiting(page, 0);
  expect(problems).toEqual([]);
});
