import { rmSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { demoTeam } from './demo-team.ts';
import { drawAdministration } from './draw-administration.ts';
import { desktop, goTo, inEveryForm, isAnyWanted, loadingAndError, phone, shoot } from './picture.ts';
import { askTeam, startTeam } from './server-stage.ts';
import { buildPages, startBrowser } from './stage.ts';

/**
 * Draws the pages of a team server as `docs/console.md` shows them, from thirty days of 12 people with 40 machines:
 * `node --conditions=@permesso/source packages/console/test/server-screens.ts [parts of names, with commas]`.
 */
const entries = 50_000;
const patient = { timeout: 120_000 };

async function drawPolicy(page: Page): Promise<void> {
  await inEveryForm(page, 'team/policy', async () => {
    await goTo(page, 'policy?version=5');
    await page.locator('.rate-bars').first().waitFor(patient);
    await page.locator('.changes').waitFor();
  });
  await inEveryForm(page, 'team/policy-review', async () => {
    await goTo(page, 'policy?version=6&tab=review');
    await page.getByRole('button', { name: /^Approve version/ }).waitFor(patient);
  });
  await goTo(page, 'policy?version=6&tab=tests');
  await page.getByRole('tab', { name: /^Tests/, selected: true }).waitFor();
  await page.getByRole('heading', { name: /^Version 6/ }).waitFor(patient);
  await shoot(page, 'team/policy-tests-light');
  await goTo(page, 'policy?version=6&sheet=new');
  await page.waitForFunction(() => document.querySelector('textarea')?.value !== '');
  await shoot(page, 'team/policy-add-light');
  await goTo(page, 'policy?version=5&sheet=brakes');
  await page.getByText(/^\d+ agents/).waitFor(patient);
  await shoot(page, 'team/policy-brakes-light');
  await goTo(page, 'policy?version=6');
  await page.getByRole('heading', { name: /^Version 6/ }).waitFor(patient);
  await page.getByRole('button', { name: 'Start in shadow' }).waitFor();
  await shoot(page, 'team/policy-draft-light');
  await loadingAndError(page, 'team/policy', /v1\/projects\/.*\/policies/);
}

const pages = await buildPages();
const browser = await startBrowser();
const team = await startTeam({ browser, pages, host: 'localhost' });
try {
  const machine = await team.machine('mbp-root');
  const other = await team.machine('lnx-ida');
  const { page } = await team.person('anna', ['approver', 'author', 'admin']);
  await page.setViewportSize(desktop);
  const empty = {
    overview: 'No agent has sent anything yet',
    policy: 'There is no version yet',
    activity: 'Nothing in this period',
    rules: 'No published policy for this project yet',
  };
  for (const [name, words] of Object.entries(empty)) {
    await goTo(page, name);
    await page.getByText(words).waitFor(patient);
    await shoot(page, `team/${name}-empty`);
  }
  await demoTeam(team, entries);
  await team.sync(machine);
  const waiting = (count: number): Promise<unknown> =>
    page.waitForFunction((wanted) => document.title.startsWith(`(${wanted})`), count, patient);
  const deadline = 600;
  const hooks = [
    askTeam(machine, 'git push --force origin main && rm -rf build', { session: '8f3a', deadline }),
  ];
  await waiting(1);
  hooks.push(askTeam(other, 'npm install left-pad', { session: 'c41d', deadline }));
  await waiting(2);
  if (isAnyWanted('team/approvals')) {
    await inEveryForm(page, 'team/approvals', async () => {
      await goTo(page, 'approvals');
      await page.locator('.req').first().waitFor(patient);
      await page.locator('.detail-head h2').waitFor({ state: 'attached' });
    });
    await page.setViewportSize(phone);
    await page.locator('.req').first().click();
    await page.getByRole('button', { name: 'Approvals' }).waitFor();
    await shoot(page, 'team/approvals-detail-phone');
    await page.setViewportSize(desktop);
  }
  if (isAnyWanted('team/overview')) {
    await inEveryForm(page, 'team/overview', async () => {
      await goTo(page, 'overview');
      await page.locator('.verdict-chart path').first().waitFor(patient);
      await page.locator('.attention li').first().waitFor(patient);
      await page.locator('.asked tbody tr').first().waitFor(patient);
    });
    await loadingAndError(page, 'team/overview', /api\/overview/);
  }
  await drawAdministration(team, page);
  if (isAnyWanted('team/policy')) {
    await drawPolicy(page);
  }
  if (isAnyWanted('team/rules')) {
    await inEveryForm(page, 'team/rules', async () => {
      await goTo(page, 'rules');
      await page.locator('.rules-table').waitFor(patient);
    });
  }
  if (isAnyWanted('team/activity')) {
    await inEveryForm(page, 'team/activity', async () => {
      await goTo(page, 'activity');
      await page.locator('.entry-row').first().waitFor(patient);
      await page.locator('.histo rect').first().waitFor(patient);
    });
    await goTo(page, 'activity?verdict=ask');
    await page.locator('.entry-row').first().click(patient);
    await inEveryForm(page, 'team/activity-entry', async () => {
      await page.locator('.sheet .tree').waitFor(patient);
    });
    await goTo(page, 'activity');
    await loadingAndError(page, 'team/activity', /api\/activity\?/);
  }
  if (isAnyWanted('team/playground')) {
    await inEveryForm(page, 'team/playground', async () => {
      await goTo(page, 'playground');
      await page.locator('.outcome').waitFor(patient);
    });
  }
  if (isAnyWanted('team/sign-in')) {
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await inEveryForm(page, 'team/sign-in', async () => {
      await page.getByLabel('Organisation').waitFor(patient);
    });
  }
  for (const hook of hooks) hook.kill();
} finally {
  await browser.close();
  await team.end();
  rmSync(pages, { recursive: true, force: true, maxRetries: 20 });
}
