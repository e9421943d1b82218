import type { Browser, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { barriers } from './barriers.ts';
import { lowContrast } from './contrast.ts';
import { tabTo } from './keyboard.ts';
import { onTeamStage } from './on-team-stage.ts';
import { outsideViewport, widths } from './outside-viewport.ts';
import { askTeam, teamLife, type Signed, type TeamStage } from './server-stage.ts';
import { type Machine } from './stage.ts';

let browser: Browser;
let team: TeamStage;
let anna: Signed;
let machine: Machine;

onTeamStage(async (made) => {
  ({ browser, team, machine } = made);
  anna = await team.person('anna', ['approver', 'author', 'admin']);
});

const patient = { timeout: 120_000 };
const names = [
  'overview',
  'inbox',
  'rules',
  'rules?sheet=exchange',
  'playground',
  'activity',
  'policy',
  'policy?tab=text',
  'policy?tab=tests',
  'policy?tab=review',
  'policy?sheet=new',
  'policy?sheet=brakes',
];
const none = Object.fromEntries(names.map((name) => [name, []]));

async function foundOnAll(page: Page): Promise<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {};
  for (const name of names) {
    await page.goto(new URL(`/#${name}`, page.url()).href);
    await page.locator('h1').first().waitFor();
    await page.waitForTimeout(800);
    if (name === 'activity' && (await page.locator('.entry-row').count()) > 0) {
      await page.locator('.entry-row').first().click();
      await page.locator('.sheet .tree').waitFor();
    }
    // From the last on: each that is opened is not one of them any more.
    const folds = await page.locator('main .disclosure[aria-expanded="false"]').all();
    for (const fold of folds.toReversed()) await fold.click();
    await page.waitForTimeout(300);
    found[name] = [...(await barriers(page)), ...(await lowContrast(page))];
  }
  return found;
}

test('axe finds nothing serious where nobody is signed in, contrast is AA', async () => {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(team.url);
  await page.getByLabel('Organisation').waitFor();
  await page.getByRole('button', { name: /^Without an identity provider/ }).click();
  expect([await barriers(page), await lowContrast(page)]).toEqual([[], []]);
});

test('axe finds nothing serious on pages that are still empty, contrast is AA', async () => {
  expect(await foundOnAll(anna.page)).toEqual(none);
});

test.each(['light', 'dark'] as const)(
  'axe finds nothing serious on pages with a life, contrast is AA, %s',
  async (colorScheme) => {
    if (colorScheme === 'light') await teamLife(team, machine);
    const hook = askTeam(machine, 'git push --force && rm -rf build');
    onTestFinished(hook.kill);
    await anna.page.emulateMedia({ colorScheme });
    await anna.page.goto(new URL('/#/approvals', team.url).href);
    await anna.page.locator('article.detail').waitFor(patient);
    expect(await foundOnAll(anna.page)).toEqual(none);
    expect(anna.problems).toEqual([]);
  },
);

test('no control leaves the viewport, whatever its width', patient, async () => {
  const { page } = anna;
  const outside: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const name of [...names, 'people', 'machines', 'integrations', 'audit', 'settings']) {
      await page.goto(new URL(`/#${name}`, page.url()).href);
      await page.locator('main h1').first().waitFor({ state: 'attached' });
      for (const control of await outsideViewport(page)) outside.push(`${name} at ${width}: ${control}`);
    }
  }
  expect(outside).toEqual([]);
});

test('a question is read to its end and allowed by keyboard alone', async () => {
  await team.sql(
    "update approvals set state = 'cancelled', due_at = null, changed = pg_current_xact_id() where state = 'pending'",
  );
  const { page } = anna;
  await page.goto(new URL('/#inbox', team.url).href);
  await page.waitForFunction(() => document.querySelectorAll('.rows li').length === 0);
  const hook = askTeam(machine, Array.from({ length: 120 }, (_, at) => `touch file-${at}`).join('\n'));
  onTestFinished(hook.kill);
  await page.locator('article.detail').waitFor(patient);
  await tabTo(page, /The whole call/);
  await page.keyboard.press('End');
  await expect.poll(() => page.getByRole('button', { name: /^Approve/ }).isEnabled(), patient).toBe(true);
  await tabTo(page, /^Approve/);
  await page.keyboard.press('Enter');
  expect(await hook.ended).toBe('');
});

test('signing in with a token and out again, by keyboard alone', async () => {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(team.url);
  await page.getByLabel('Organisation').waitFor();
  await tabTo(page, /^Without an identity provider/);
  await page.keyboard.press('Enter');
  await tabTo(page, /API token/);
  await page.keyboard.type(`pmt_${'x'.repeat(43)}`);
  await page.keyboard.press('Enter');
  await page.getByText('the token is wrong').waitFor(patient);
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(team.adminToken);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Account: root@acme.example at acme' }).waitFor(patient);
  const [cookie] = await context.cookies();
  expect(cookie).toMatchObject({ name: 'permesso-session', httpOnly: true, sameSite: 'Strict' });
  // Neither the token nor the session is anywhere that a script could look.
  const kept = await page.evaluate(() =>
    JSON.stringify([document.cookie, Object.entries(localStorage), Object.entries(sessionStorage)]),
  );
  expect(kept).not.toMatch(/pm[tsc]_/);
  await page.reload();
  await page.getByRole('button', { name: 'Account: root@acme.example at acme' }).waitFor(patient);
  await tabTo(page, /Account: /);
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.getByLabel('Organisation').waitFor(patient);
  expect(await context.cookies()).toEqual([]);
});

test('an organisation without a provider is told so, on the page', async () => {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(team.url);
  await page.getByLabel('Organisation').fill('nobody');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.getByRole('alert').innerText(), patient)
    .toBe('this organisation has no identity provider');
});

test('a person who is signed out elsewhere sees it without a reload', async () => {
  const { page } = await team.person('leaver', ['viewer']);
  onTestFinished(() => page.context().close());
  await team.sql(
    "delete from sessions where person = (select id from people where email = 'leaver@acme.example')",
  );
  await expect.poll(() => page.getByLabel('Organisation').isVisible(), patient).toBe(true);
});
