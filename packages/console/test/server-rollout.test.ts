import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { barriers } from './barriers.ts';
import { tabTo, untilFocusIn } from './keyboard.ts';
import { onTeamStage } from './on-team-stage.ts';
import { approveVersion, type Signed, type TeamStage } from './server-stage.ts';

let team: TeamStage;
let anna: Signed;
let author: string;

onTeamStage(async (made) => {
  ({ team } = made);
  anna = await team.person('anna', ['author', 'admin']);
  author = await team.token('writer', ['author']);
});

const patient = { timeout: 120_000 };

type Way = 'mouse' | 'keyboard' | 'phone';

/** Does what a button says, in the way of this person. */
async function act(page: Page, way: Way, name: RegExp): Promise<void> {
  const button = page.getByRole('button', { name }).first();
  await button.waitFor(patient);
  if (way !== 'keyboard') return button.click();
  await tabTo(page, name);
  return page.keyboard.press('Enter');
}

async function openReview(page: Page, way: Way): Promise<void> {
  if (way !== 'keyboard') return page.getByRole('tab', { name: /^Review/ }).click();
  await tabTo(page, /^Changes/);
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
}

test.each([
  ['mouse', { width: 1280, height: 900 }],
  ['keyboard', { width: 1280, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const)('a looser version is reviewed and rolled out in stages: %s', async (way, size) => {
  const { page, problems } = anna;
  const path = `/v1/projects/${team.project}`;
  const before = await team.ask(`GET ${path}/rollout`);
  const text = `allow: ['Bash(${way}:*)']\ndeny: ['Bash(sudo:*)']\ntests: [{ call: Bash(sudo), expect: deny }]\n`;
  const { number } = await team.ask(`POST ${path}/policies`, { text, note: `By ${way}` }, author);
  if (before.current === null) {
    await approveVersion(team, number);
    await team.ask(`POST ${path}/rollout`, { version: number, stage: 'all' }, author);
  }
  const { number: next } = await team.ask(
    `POST ${path}/policies`,
    { text: text.replace('allow: [', "allow: ['Bash(make:*)', "), note: `Make, by ${way}` },
    author,
  );
  await page.setViewportSize(size);
  await page.goto(new URL('/#policy', team.url).href);
  await page.reload();
  await page.getByRole('heading', { name: `Version ${next}: Make, by ${way}` }).waitFor(patient);
  await openReview(page, way);
  await act(page, way, new RegExp(`^Approve version ${next}`));
  await page.getByText('anna@acme.example approved it').waitFor(patient);
  await act(page, way, /^Start in shadow/);
  await page.locator('.stepper-foot').getByText(`Version ${next} is in shadow`).waitFor(patient);
  await act(page, way, /^Roll out to 10 %/);
  await page.getByText('rolled out to 10 % of agents').waitFor(patient);
  expect(await team.ask(`GET ${path}/rollout`)).toMatchObject({ candidate: next, stage: 'share', share: 10 });
  expect(await barriers(page)).toEqual([]);
  await act(page, way, /^Roll out to 100 %/);
  const asked = page.getByRole('alertdialog');
  await asked.waitFor();
  await untilFocusIn(page, '[role=alertdialog]');
  if (way === 'keyboard') await page.keyboard.press('Enter');
  else await asked.getByRole('button', { name: 'Roll out to 100 %' }).click();
  await page.locator('.stepper-foot').getByText(`Version ${next} is active`).waitFor(patient);
  expect(await team.ask(`GET ${path}/rollout`)).toMatchObject({ current: next, candidate: null });
  // Nothing is wider than the screen.
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(problems).toEqual([]);
});

test('the active version is rolled back to the one before it', async () => {
  const { page } = anna;
  await page.setViewportSize({ width: 1280, height: 900 });
  const path = `/v1/projects/${team.project}/rollout`;
  const { current } = await team.ask(`GET ${path}`);
  await page.goto(new URL(`/#/policy?version=${current}`, team.url).href);
  await page.getByRole('button', { name: /^Roll back to version/ }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Roll back to version/ })
    .click();
  // What is looser than the active version still needs its second person.
  await expect
    .poll(async () => {
      const now = (await team.ask(`GET ${path}`)).current;
      return now !== current || (await page.getByText('needs review by a second person').count()) > 0;
    }, patient)
    .toBe(true);
});
