import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { createPolicyGate } from '../../permesso/src/gate/policy-gate.ts';
import { fileLog } from '../../permesso/src/log/file/file-log.ts';
import { buildPages, enter, newMachine, openOn, startBrowser, startHook, type Machine } from './stage.ts';

/** Draws every page as `docs/console.md` shows it: `node packages/console/test/screens.ts`. */
const target = fileURLToPath(new URL('../../../docs/console/', import.meta.url));

const policy = `mode: default
allow:
  - Read
  - Bash(npm run:*)
  - Bash(npm run build)
ask:
  - rule: Bash(git push:*)
    message: Publishes your work.
deny:
  - rule: Read(**/.env*)
    guidance: Ask for the value you need instead.
  - Bash(sudo:*)
`;

async function live(machine: Machine): Promise<void> {
  const log = fileLog({ directory: join(machine.state, 'log') });
  const gate = createPolicyGate({ home: machine.home, env: {}, cwd: machine.project, log });
  const commands = [
    'npm run build',
    'git status',
    'sudo reboot',
    'git push',
    'ls -la',
    'make test',
    'npm install',
  ];
  for (const command of [...commands, ...commands.slice(0, 4)])
    await gate.authorize({
      tool: 'Bash',
      input: { command },
      cwd: machine.project,
      session: 's',
      host: 'codex',
    });
  log.close();
}

async function draw(page: Page, name: string): Promise<void> {
  await page.locator('h1').waitFor();
  await page.waitForTimeout(900);
  await page.screenshot({ path: join(target, `${name}.png`) });
}

const pages = await buildPages();
const machine = newMachine(policy);
await live(machine);
const served = await openOn(machine, pages);
const browser = await startBrowser();
const hooks = [startHook(machine, 'git push --force origin main && rm -rf build', { session: 'a' })];
try {
  mkdirSync(target, { recursive: true });
  const { page } = await enter(browser, served.address);
  await page.locator('.rows li').first().waitFor();
  hooks.push(startHook(machine, 'npm install left-pad', { session: 'b' }));
  await page.waitForFunction(() => document.querySelectorAll('.rows li').length === 2);
  const names = ['inbox', 'rules', 'playground', 'activity'];
  // The log is checked when the page is first looked at.
  await page.goto(new URL('#activity', page.url()).href);
  await page.getByText('checked at').waitFor();
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const name of names) {
      await page.goto(new URL(`#${name}`, page.url()).href);
      await draw(page, `${name}-${scheme}`);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(new URL('#rules', page.url()).href);
  await page.locator('.profiles > summary').click();
  await page.getByRole('button', { name: 'Compare balanced' }).click();
  await page.getByRole('button', { name: /^Write / }).waitFor();
  await page.locator('.profiles').evaluate((profiles) => profiles.scrollIntoView());
  await draw(page, 'profiles-light');
  await page.setViewportSize({ width: 390, height: 844 });
  for (const name of names) {
    await page.goto(new URL(`#${name}`, page.url()).href);
    await draw(page, `${name}-phone`);
  }
} finally {
  for (const hook of hooks) hook.kill();
  await browser.close();
  await served.close();
  machine.remove();
  rmSync(pages, { recursive: true, force: true });
}
