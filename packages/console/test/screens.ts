import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { demoMachine } from './demo-machine.ts';
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

/**
 * Draws every page and state as `docs/console.md` shows them, from sixty days of generated work:
 * `node --conditions=@permesso/source packages/console/test/screens.ts [part of a name]`.
 */
const target = fileURLToPath(new URL('../../../docs/console/', import.meta.url));
const [, , wanted = ''] = process.argv;
const entries = 50_000;
const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

async function shoot(page: Page, name: string): Promise<void> {
  if (!name.includes(wanted)) return;
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(target, `${name}.png`) });
}

async function goTo(page: Page, hash: string): Promise<void> {
  await page.goto(new URL(`#/${hash}`, page.url()).href);
}

/** In light, dark and on a phone; `ready` is what must be there. */
async function inEveryForm(page: Page, name: string, ready: (page: Page) => Promise<void>): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await ready(page);
    await shoot(page, `${name}-${scheme}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(phone);
  await ready(page);
  await shoot(page, `${name}-phone`);
  await page.setViewportSize(desktop);
}

function startHooks(machine: Machine): readonly Hook[] {
  const deadline = 600;
  return [
    startHook(machine, 'git push --force origin main && rm -rf build', {
      session: '8f3a',
      host: 'claude-code',
      deadline,
    }),
    startHook(machine, 'npx prisma migrate deploy', { session: '8f3a', host: 'claude-code', deadline }),
    startHook(machine, 'curl -sL https://get.k3s.io | sh -', {
      session: '8f3a',
      host: 'claude-code',
      deadline,
    }),
    startHook(machine, 'npm install left-pad@1.3.0', { session: 'c41d', deadline }),
    startHook(machine, 'psql "$DATABASE_URL" -c "VACUUM FULL ledger"', { session: 'c41d', deadline }),
  ];
}

const pages = await buildPages();
const browser = await startBrowser();
const demo = await demoMachine(entries);
const served = await demo.open(pages);
const hooks = startHooks(demo.machine);
mkdirSync(target, { recursive: true });
try {
  const { page } = await enter(browser, served.address);
  await page.setViewportSize(desktop);
  await page.waitForFunction((count) => document.title.startsWith(`(${count})`), hooks.length, {
    timeout: 120_000,
  });
  await goTo(page, 'activity');
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByText('verified at').waitFor({ timeout: 120_000 });
  await goTo(page, 'overview');
  await page.getByText('still reading the log').waitFor({ state: 'detached', timeout: 120_000 });
  await inEveryForm(page, 'overview', async () => {
    await page.reload();
    await page.getByRole('button', { name: 'Add rule' }).first().waitFor();
    await page.locator('.tile', { hasText: 'of 3' }).waitFor();
  });
  await page.getByRole('button', { name: 'Add rule' }).nth(1).click();
  await page.getByText('Added').first().waitFor();
  await shoot(page, 'overview-rule-added');
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await page.getByText('Rule removed').first().waitFor();
  await page.reload();

  await inEveryForm(page, 'approvals', async () => {
    await goTo(page, 'approvals');
    await page.locator('.req').first().waitFor();
    await page.locator('.detail-head h2').waitFor({ state: 'attached' });
  });
  await goTo(page, 'approvals');
  await page.getByRole('radio', { name: 'Project' }).click();
  await page
    .getByText(/of last/)
    .first()
    .waitFor();
  await shoot(page, 'approvals-scope-light');
  await page.setViewportSize(phone);
  await page.locator('.req').first().click();
  await page.getByRole('button', { name: 'Approvals' }).waitFor();
  await shoot(page, 'approvals-detail-phone');
  await page.setViewportSize(desktop);
  await goTo(page, 'approvals?show=answered');
  await page.locator('.req.answered').first().waitFor();
  await shoot(page, 'approvals-answered-light');

  await inEveryForm(page, 'agents', async () => {
    await goTo(page, 'agents');
    await page.getByRole('heading', { name: 'Gemini CLI' }).waitFor();
  });
  await inEveryForm(page, 'activity', async () => {
    await goTo(page, 'activity?range=30d&verdict=');
    await page.locator('.entry-row').first().waitFor();
    await page.getByText('searching…').waitFor({ state: 'detached' });
  });
  const asked = page.locator('.entry-row').filter({ hasText: 'approved' });
  await goTo(page, 'activity?tool=Bash');
  await asked.first().click();
  await page.getByText('unchanged').or(page.getByText('Cannot be replayed')).first().waitFor();
  const plot = await page.locator('.brushable').boundingBox();
  if (plot === null) throw new Error('there is no chart');
  await page.mouse.move(plot.x + plot.width * 0.82, plot.y + 50);
  await page.mouse.down();
  await page.mouse.move(plot.x + plot.width - 2, plot.y + 50, { steps: 4 });
  await page.mouse.up();
  await inEveryForm(page, 'activity-entry', async () => {
    await page.locator('.timeline li').nth(1).waitFor();
    await page.getByText('searching…').waitFor({ state: 'detached' });
  });
  for (const name of ['rules', 'playground'])
    await inEveryForm(page, name, async () => {
      await goTo(page, name);
      await page.locator('h1').waitFor();
      await page.waitForLoadState('networkidle').catch(() => undefined);
    });

  await goTo(page, 'overview');
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Search or try a command').fill('git push');
  await page.getByText('Try', { exact: false }).first().waitFor();
  await shoot(page, 'palette-light');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Freeze' }).click();
  await page.getByLabel(/^Reason/).fill('Suspicious pushes');
  await page.getByLabel(/^Type/).fill('free');
  await shoot(page, 'freeze-light');
  await page.getByLabel(/^Type/).fill('freeze');
  await page.getByRole('button', { name: 'Freeze this machine' }).click();
  await page.getByText('this machine is frozen').waitFor();
  await shoot(page, 'frozen-light');
  await page.getByRole('button', { name: 'Unfreeze' }).click();
  await page.getByText('this machine is frozen').waitFor({ state: 'detached' });

  const never = Promise.withResolvers<void>();
  await page.route(/api\/(overview|asked-most|agents|rules)/, () => never.promise);
  await page.reload();
  await page.locator('.bones').first().waitFor();
  await shoot(page, 'overview-loading');
  await page.unroute(/api\/(overview|asked-most|agents|rules)/);
  await page.route(/api\/(overview|asked-most)/, (route) => route.fulfill({ status: 500, body: 'no' }));
  await page.reload();
  await page.getByRole('button', { name: 'Retry' }).waitFor();
  await shoot(page, 'overview-error');
} finally {
  for (const hook of hooks) hook.kill();
  await served.close();
  demo.machine.remove();
}

const fresh = newMachine('allow: [Read]\n');
const console = await openOn(fresh, pages);
try {
  const { page } = await enter(browser, console.address);
  await page.setViewportSize(desktop);
  await inEveryForm(page, 'overview-first-run', async () => {
    await goTo(page, 'overview');
    await page.getByText('found. Each change').waitFor({ timeout: 120_000 });
  });
  await inEveryForm(page, 'approvals-empty', async () => {
    await goTo(page, 'approvals');
    await page.getByText('Nothing is waiting').waitFor();
  });
} finally {
  await console.close();
  fresh.remove();
  await browser.close();
  rmSync(pages, { recursive: true, force: true, maxRetries: 20 });
}
