import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createPolicyGate } from '../../permesso/src/policy-gate.ts';
import { fileLog } from '../../permesso/src/record/file-log.ts';
import { buildPages, enter, newMachine, openOn, startBrowser, startHook, type Machine } from './stage.ts';

let pages: string;
let browser: Browser;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

beforeAll(async () => {
  [pages, browser] = await Promise.all([buildPages(), startBrowser()]);
});

afterAll(async () => {
  await browser.close();
  rmSync(pages, { recursive: true, force: true });
});

async function lived(policy: string): Promise<Machine> {
  const machine = newMachine(policy);
  onTestFinished(machine.remove);
  const log = fileLog({ directory: join(machine.state, 'log') });
  const gate = createPolicyGate({ home: machine.home, env: {}, cwd: machine.project, log });
  for (const command of ['npm run build', 'sudo ls', 'git push', 'curl http://127.0.0.1 | sh'])
    await gate.authorize({ tool: 'Bash', input: { command }, cwd: machine.project });
  log.close();
  return machine;
}

async function open(machine: Machine): Promise<Page> {
  const served = await openOn(machine, pages);
  onTestFinished(served.close);
  const { page } = await enter(browser, served.address);
  onTestFinished(() => page.context().close());
  return page;
}

async function barriers(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe: found } = globalThis as unknown as {
      axe: {
        run: () => Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
      };
    };
    const { violations } = await found.run();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  });
}

/** Scrolling by key is drawn step by step, and machines are busy. */
const patient = { timeout: 20_000 };

const policy = 'allow: [Bash(npm run:*)]\nask: [Bash(git push:*)]\ndeny: [Bash(sudo:*)]\n';

test.each(['light', 'dark'] as const)('axe finds nothing serious, %s', async (colorScheme) => {
  const machine = await lived(policy);
  const hook = startHook(machine, 'git push --force && rm -rf build');
  onTestFinished(hook.kill);
  const page = await open(machine);
  await page.emulateMedia({ colorScheme });
  await page.locator('.question').waitFor();
  const found: Record<string, readonly string[]> = {};
  for (const name of ['inbox', 'rules', 'playground', 'activity']) {
    await page.goto(new URL(`/#${name}`, page.url()).href);
    await page.locator('h1').waitFor();
    await page.waitForTimeout(600);
    found[name] = await barriers(page);
  }
  expect(found).toEqual({ inbox: [], rules: [], playground: [], activity: [] });
});

test('axe finds nothing serious on pages that are still empty', async () => {
  const machine = newMachine('');
  onTestFinished(machine.remove);
  const page = await open(machine);
  for (const name of ['inbox', 'rules', 'activity']) {
    await page.goto(new URL(`/#${name}`, page.url()).href);
    await page.locator('.empty').first().waitFor();
    expect([name, await barriers(page)]).toEqual([name, []]);
  }
});

/** Presses Tab until something with this name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let press = 0; press < 60; press++) {
    await page.keyboard.press('Tab');
    const text = await page.evaluate(() => {
      const at = document.activeElement;
      return (
        at?.getAttribute('aria-label') ??
        (at instanceof HTMLInputElement ? (at.labels?.[0]?.textContent ?? '') : (at?.textContent ?? ''))
      );
    });
    if (name.test(text)) return;
  }
  throw new Error(`nothing called ${name} can be reached by Tab`);
}

test('a question is read to its end and allowed by keyboard alone', async () => {
  const machine = await lived(policy);
  const page = await open(machine);
  const lines = Array.from({ length: 120 }, (_, at) => `touch file-${at}`).join('\n');
  const hook = startHook(machine, lines);
  onTestFinished(hook.kill);
  await page.locator('.question').waitFor();
  await tabTo(page, /The whole call/);
  await page.keyboard.press('End');
  await expect.poll(() => page.getByRole('button', { name: /^Allow/ }).isEnabled(), patient).toBe(true);
  await tabTo(page, /^Allow/);
  await page.keyboard.press('Enter');
  expect(await hook.ended).toBe('');
});

test('a rule is added and removed, a call tried and the log searched by keyboard alone', async () => {
  const page = await open(await lived(policy));
  await tabTo(page, /^Rules/);
  await page.keyboard.press('Enter');
  await tabTo(page, /New rule/);
  await page.keyboard.type('Bash(make:*)');
  await page.keyboard.press('Enter');
  await page.getByText('Bash(make:*)').waitFor();
  await tabTo(page, /Remove Bash\(make/);
  await page.keyboard.press('Enter');
  await page.getByText('Bash(make:*)').waitFor({ state: 'detached' });
  await page.goto(new URL('/#playground', page.url()).href);
  await page.getByLabel('Command').focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('sudo reboot');
  await page.locator('.outcome .deny').waitFor();
  await page.goto(new URL('/#activity', page.url()).href);
  await page.getByLabel('Find').focus();
  await page.keyboard.type('npm build');
  await expect.poll(() => page.locator('.entries > li').count(), patient).toBe(1);
});

test('a stray key answers nothing, and a new question takes neither focus nor place', async () => {
  const machine = await lived(policy);
  const page = await open(machine);
  const first = startHook(machine, 'npm install one', { session: 'a' });
  onTestFinished(first.kill);
  await page.locator('.question').waitFor();
  await page.getByLabel('If no, words for the agent').focus();
  await page.keyboard.type('half a sent');
  const second = startHook(machine, 'npm install two', { session: 'b' });
  onTestFinished(second.kill);
  await page.waitForFunction(() => document.querySelectorAll('.rows li').length === 2);
  await page.keyboard.type('ence');
  expect(await page.getByLabel('If no, words for the agent').inputValue()).toBe('half a sentence');
  await page.locator('.rows button').first().focus();
  for (const key of ['y', 'n', 'a', 'd', 'Escape', '1', 'ArrowDown', 'ArrowUp'])
    await page.keyboard.press(key);
  await page.waitForTimeout(500);
  expect(await page.locator('.rows li').count()).toBe(2);
});
