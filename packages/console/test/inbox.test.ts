import { rmSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  buildPages,
  enter,
  newMachine,
  openOn,
  startBrowser,
  startHook,
  type Hook,
  type Machine,
} from './stage.ts';

let pages: string;
let browser: Browser;

beforeAll(async () => {
  [pages, browser] = await Promise.all([buildPages(), startBrowser()]);
});

afterAll(async () => {
  await browser.close();
  rmSync(pages, { recursive: true, force: true });
});

const policy = 'allow: [Read]\n';

function machineFor(): Machine {
  const machine = newMachine(policy);
  onTestFinished(machine.remove);
  return machine;
}

function hookFor(
  machine: Machine,
  command: string,
  options: { deadline?: number; session?: string } = {},
): Hook {
  const hook = startHook(machine, command, options);
  onTestFinished(hook.kill);
  return hook;
}

async function consoleFor(machine: Machine, port?: number) {
  const served = await openOn(machine, pages, port);
  onTestFinished(served.close);
  const { page, problems } = await enter(browser, served.address);
  onTestFinished(() => page.context().close());
  return { served, page, problems };
}

async function waiting(page: Page, count: number): Promise<void> {
  await page.waitForFunction((wanted) => document.querySelectorAll('.rows li').length === wanted, count);
}

const allow = (page: Page) => page.getByRole('button', { name: /^Allow/ });
/** Machines are busy. */
const patient = { timeout: 20_000 };
const blocked = '"permissionDecision":"deny"';

test('a hook asks, the page shows it, a click answers, and the hook gets the answer', async () => {
  const machine = machineFor();
  const { page, problems } = await consoleFor(machine);
  const hook = hookFor(machine, 'npm install left-pad');
  await waiting(page, 1);
  await page.getByRole('heading', { name: 'codex wants to use Bash' }).waitFor();
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
  await page.getByLabel('If no, words for the agent').fill('Use pnpm, please.');
  await page.getByRole('button', { name: 'Deny' }).click();
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
    const { items } = (await (await fetch('/api/inbox')).json()) as {
      items: { id: string; digest: string }[];
    };
    const [item] = items;
    const response = await fetch('/api/answer', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: item?.id, digest: item?.digest, answer: { verdict: said } }),
    });
    return response.status;
  }, verdict);
}

test('a question is still there after a reload, and after the console was started anew', async () => {
  const machine = machineFor();
  const { page, served } = await consoleFor(machine);
  const hook = hookFor(machine, 'npm install left-pad');
  await waiting(page, 1);
  await page.reload();
  await waiting(page, 1);
  await served.close();
  await page.getByText('not connected').waitFor();
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
    const { items } = (await (await fetch('/api/inbox')).json()) as { items: { id: string }[] };
    const response = await fetch('/api/answer', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: items[0]?.id, digest: 'x', answer: { verdict: 'allow' } }),
    });
    return (await response.json()) as unknown;
  });
  expect(said).toEqual({ problem: 'The question has changed: look again.' });
});
