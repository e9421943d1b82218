import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { askTeam, startTeam, teamLife } from './server-stage.ts';
import { buildPages, startBrowser } from './stage.ts';

/**
 * Draws the pages of a team server as `docs/console.md` shows them:
 * `node --conditions=@permesso/source packages/console/test/server-screens.ts`.
 */
const target = fileURLToPath(new URL('../../../docs/console/team/', import.meta.url));

const names = ['inbox', 'rules', 'playground', 'activity', 'policy'];

async function draw(page: Page, name: string): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForTimeout(900);
  await page.screenshot({ path: join(target, `${name}.png`) });
}

async function drawAll(page: Page, kind: string): Promise<void> {
  for (const name of names) {
    await page.goto(new URL(`/#${name}`, page.url()).href);
    await draw(page, `${name}-${kind}`);
  }
}

/** Whatever waits is allowed, by somebody else. */
async function answered(token: string): Promise<void> {
  for (;;) {
    const { approvals } = await team.ask('GET /v1/approvals?state=pending', undefined, token);
    const [question] = approvals;
    if (question !== undefined) {
      const body = { digest: question.digest, verdict: 'allow' };
      await team.ask(`POST /v1/approvals/${question.id}/answer`, body, token);
      return;
    }
    await wait(200);
  }
}

const pages = await buildPages();
const browser = await startBrowser();
const team = await startTeam({ browser, pages });
try {
  mkdirSync(target, { recursive: true });
  const machine = await team.machine('build machine');
  const other = await team.machine('laptop of ida');
  await teamLife(team, machine);
  const approver = await team.token('carla', ['approver']);
  for (const command of ['git push origin docs', 'git push origin fix']) {
    const hook = askTeam(machine, command);
    await answered(approver);
    await hook.ended;
  }
  await team.sync(machine);
  const { page } = await team.person('anna', ['approver', 'author', 'admin']);
  const waiting = (count: number): Promise<unknown> =>
    page.waitForFunction((wanted) => document.querySelectorAll('.rows li').length === wanted, count);
  const hooks = [askTeam(machine, 'git push --force origin main && rm -rf build', { session: 'a' })];
  await waiting(1);
  hooks.push(askTeam(other, 'npm install left-pad', { session: 'b' }));
  await waiting(2);
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await drawAll(page, scheme);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 390, height: 844 });
  await drawAll(page, 'phone');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByLabel('Organisation').waitFor();
  await draw(page, 'sign-in-light');
  for (const hook of hooks) hook.kill();
} finally {
  await browser.close();
  await team.end();
  rmSync(pages, { recursive: true, force: true, maxRetries: 20 });
}
