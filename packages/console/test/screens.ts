import { rmSync } from 'node:fs';
import { demoMachine } from './demo-machine.ts';
import { desktop, goTo, inEveryForm, loadingAndError, phone, shoot } from './picture.ts';
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
const entries = 50_000;

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
    if (page.viewportSize()?.width === desktop.width)
      await page.locator('.req', { hasText: 'git push' }).click();
    await page.locator('.detail-head h2').waitFor({ state: 'attached' });
  });
  await goTo(page, 'approvals');
  // A force push is allowed once only.
  await page.locator('.req', { hasText: 'npm install' }).click();
  await page.getByRole('radio', { name: 'Project' }).click();
  await page
    .getByText(/of last/)
    .first()
    .waitFor();
  await shoot(page, 'approvals-scope-light');
  await goTo(page, 'approvals');
  await page.setViewportSize(phone);
  await page.locator('.req', { hasText: 'git push' }).click();
  await page.getByRole('button', { name: 'Approvals' }).waitFor();
  await shoot(page, 'approvals-detail-phone');
  await page.setViewportSize(desktop);
  await goTo(page, 'approvals?show=answered');
  await page.locator('.req.answered').first().waitFor();
  await shoot(page, 'approvals-answered-light');

  await inEveryForm(page, 'agents', async () => {
    await goTo(page, 'agents');
    await page.getByRole('region', { name: 'Gemini CLI' }).waitFor();
  });
  await inEveryForm(page, 'activity', async () => {
    await goTo(page, 'activity?range=30d&verdict=');
    await page.locator('.entry-row').first().waitFor();
    await page.getByText('searching…').waitFor({ state: 'detached' });
  });
  const asked = page.locator('.entry-row').filter({ hasText: 'approved' });
  await goTo(page, 'activity?tool=Bash');
  await asked.first().click();
  await page.locator('.sheet .tree').waitFor();
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

  await loadingAndError(page, 'overview', /api\/(overview|asked-most|agents|rules)/);
  await goTo(page, 'activity');
  await loadingAndError(page, 'activity', /api\/activity\?/);
  await goTo(page, 'rules');
  await loadingAndError(page, 'rules', /api\/rules/);
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
  await goTo(page, 'activity');
  await page.getByText('No agent has called yet').waitFor();
  await shoot(page, 'activity-empty');
} finally {
  await console.close();
  fresh.remove();
  await browser.close();
  rmSync(pages, { recursive: true, force: true, maxRetries: 20 });
}
