import type { Page } from 'playwright-core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { MachineReport } from '@permesso/protocol/machine';
import { machineReport, reportedHost } from '../../server/test/machine-report.ts';
import { barriers } from './barriers.ts';
import { foreign } from './canary.ts';
import { lowContrast } from './contrast.ts';
import { tabTo } from './keyboard.ts';
import { onTeamStage } from './on-team-stage.ts';
import { sendAsAgent, type Signed, type TeamStage } from './server-stage.ts';

let team: TeamStage;
let anna: Signed;

const hostileName = '<img src=x onerror=canary(1)> laptop';

onTeamStage(async (made) => {
  ({ team } = made);
  anna = await team.person('anna', ['admin']);
});

async function joins(name: string, changes: Partial<MachineReport> = {}): Promise<void> {
  const machine = await team.machine(name);
  expect(await sendAsAgent(machine, '/v1/agent/report', machineReport(changes))).toBe(204);
}

beforeAll(async () => {
  await joins('lnx-proven');
  await joins('mbp-open', {
    hosts: [reportedHost({ hook: 'missing' }), reportedHost({ name: 'codex', version: '0.58.0' })],
  });
  await joins('lnx-thaw');
  await joins(hostileName, { enforcement: 'observe' });
});

const patient = { timeout: 120_000 };

async function openMachines(page: Page, rest = ''): Promise<void> {
  await page.goto(new URL(`/#/machines${rest}`, team.url).href);
  await page.reload();
  await page.locator('.machines-table').waitFor(patient);
}

const names = (page: Page): Promise<readonly string[]> => page.locator('.row-open').allInnerTexts();

test('an administrator finds the unprotected machine, sees why, and where the fix is, by mouse', async () => {
  const { page, problems } = anna;
  await page.goto(team.url);
  await page.getByRole('link', { name: 'Machines' }).first().click(patient);
  await page.getByText('2 of 5 proven').waitFor(patient);
  expect((await names(page)).slice(0, 2).toSorted()).toEqual([hostileName, 'mbp-open']);
  await page.getByRole('button', { name: 'Unprotected 2' }).click();
  await expect.poll(() => page.locator('.machines-table tbody tr').count(), patient).toBe(2);
  await page.getByLabel('Find a machine').fill('open');
  await expect.poll(() => names(page), patient).toEqual(['mbp-open']);
  await page.locator('.machines-table tbody tr').click();
  const sheet = page.getByRole('complementary', { name: 'mbp-open' });
  await sheet.getByText('Calls are not stopped on this machine.').waitFor(patient);
  await sheet.getByText('Without protection: Claude Code.').waitFor();
  await sheet.getByText('No hook: calls are not checked').waitFor();
  for (const fact of ['Policy held', 'Mode', 'Sandbox', 'Log head', 'Last seen', 'Clock'])
    await sheet.getByText(fact, { exact: true }).waitFor();
  await sheet.getByText('root@acme.example').waitFor();
  // The address says all of it: a reload shows the same.
  await page.reload();
  await sheet.getByText('Without protection: Claude Code.').waitFor(patient);
  expect(await names(page)).toEqual(['mbp-open']);
  expect(problems).toEqual([]);
});

test('a machine is frozen, unfrozen and revoked, by keyboard alone', async () => {
  const { page } = anna;
  await openMachines(page);
  await tabTo(page, /^Open lnx-thaw$/);
  await page.keyboard.press('Enter');
  await page.getByRole('complementary', { name: 'lnx-thaw' }).getByText('First report').waitFor(patient);
  // From the row on: the first of this name behind it is the machine's own.
  await tabTo(page, /^Freeze$/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Freeze lnx-thaw?' }).waitFor();
  await page.keyboard.type('stolen');
  await page.keyboard.press('Tab');
  await page.keyboard.type('lnx-thaw');
  await page.keyboard.press('Enter');
  await page.getByText('Frozen: stolen').waitFor(patient);
  const [frozen] = await team.sql("select frozen from agents where name = 'lnx-thaw'");
  expect(frozen?.['frozen']).toBe('stolen');
  await tabTo(page, /^Unfreeze$/);
  await page.keyboard.press('Enter');
  await page.getByText('Frozen: stolen').waitFor({ state: 'hidden', ...patient });
  await tabTo(page, /^Revoke…$/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Revoke lnx-thaw?' }).waitFor();
  await page.keyboard.type('lnx-thaw');
  await page.keyboard.press('Enter');
  await page.getByText('Its key no longer works').waitFor(patient);
  const [revoked] = await team.sql("select revoked_at from agents where name = 'lnx-thaw'");
  expect(revoked?.['revoked_at']).not.toBeNull();
});

test('at 390 px the detail is a screen of its own, and nothing is wider than the screen', async () => {
  const { page } = anna;
  await page.setViewportSize({ width: 390, height: 844 });
  onTestFinished(() => page.setViewportSize({ width: 1280, height: 900 }));
  await openMachines(page, '?state=unprotected');
  await page.getByRole('button', { name: 'Open mbp-open' }).click();
  const sheet = page.getByRole('complementary', { name: 'mbp-open' });
  await sheet.getByText('Without protection: Claude Code.').waitFor(patient);
  expect(await sheet.boundingBox()).toMatchObject({ x: 0, width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await sheet.getByRole('button', { name: 'Back' }).click();
  await sheet.waitFor({ state: 'detached' });
});

test.each(['light', 'dark'] as const)(
  'axe finds nothing serious, contrast is AA, %s',
  async (colorScheme) => {
    const { page } = anna;
    await page.emulateMedia({ colorScheme });
    onTestFinished(() => page.emulateMedia({ colorScheme: 'light' }));
    await openMachines(page);
    expect([await barriers(page), await lowContrast(page)]).toEqual([[], []]);
    await page.getByRole('button', { name: 'Open mbp-open' }).click();
    await page.getByText('Agents and protection').waitFor(patient);
    expect([await barriers(page), await lowContrast(page)]).toEqual([[], []]);
  },
);

test('a name that is markup stays text, in the list and in its sheet', async () => {
  const { page, caught } = anna;
  await openMachines(page);
  await page.getByRole('button', { name: `Open ${hostileName}` }).click();
  await page.getByText('Its policy says enforce: false.').waitFor(patient);
  expect(await page.locator('.sheet-head h2').innerText()).toBe(hostileName);
  await page.getByRole('button', { name: 'Revoke…' }).click();
  await page.getByRole('dialog', { name: `Revoke ${hostileName}?` }).waitFor();
  expect(await foreign(page)).toBe(0);
  await page.keyboard.press('Escape');
  expect(caught).toEqual([]);
});

test('a reader sees machines without owners, and may not act', async () => {
  const { page } = await team.person('vera', ['viewer']);
  onTestFinished(() => page.context().close());
  await openMachines(page);
  expect(await page.getByText('root@acme.example').count()).toBe(0);
  await page.getByRole('button', { name: 'Open mbp-open' }).click();
  await page.getByText('Agents and protection').waitFor(patient);
  const foot = page.locator('.sheet-foot');
  expect(await foot.getByRole('button').count()).toBe(0);
  expect(await page.getByText('root@acme.example').count()).toBe(0);
});
