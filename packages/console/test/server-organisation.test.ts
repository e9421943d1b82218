import type { Page } from 'playwright-core';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { fakeSlack } from '../../server/test/fake-slack.ts';
import { barriers } from './barriers.ts';
import { lowContrast } from './contrast.ts';
import { onTeamStage } from './on-team-stage.ts';
import { approveVersion, askTeam, type Signed, type TeamStage } from './server-stage.ts';
import type { Machine } from './stage.ts';

/** What an admin keeps for the whole organisation: its Slack app, and its baseline. */

let team: TeamStage;
let machine: Machine;
let anna: Signed;
const slack = await fakeSlack();
afterAll(() => slack.close());

onTeamStage(
  async (made) => {
    ({ team, machine } = made);
    anna = await team.person('anna', ['admin']);
  },
  { slackApi: slack.api },
);

const patient = { timeout: 120_000 };

async function open(page: Page, hash: string): Promise<void> {
  await page.goto(new URL(`/#/${hash}`, team.url).href);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor(patient);
}

test('a Slack app is set after Slack was asked, shows nothing of its secrets, and is forgotten', async () => {
  const { page, caught } = anna;
  await open(page, 'integrations');
  const card = page.getByRole('region', { name: 'Slack app' });
  await card.getByText('Without it, Slack messages only link here.').waitFor(patient);
  await card.getByRole('button', { name: 'Set up app' }).click();
  const sheet = page.getByRole('complementary', { name: 'Slack app' });
  await sheet.getByLabel('Bot token').fill('xoxb-of-nobody');
  await sheet.getByLabel('Signing secret').fill(slack.signingSecret);
  await sheet.getByRole('button', { name: 'Save' }).click();
  await sheet.getByRole('alert').waitFor(patient);
  expect((await team.ask('GET /v1/slack')).workspace).toBeNull();
  await sheet.getByLabel('Bot token').fill(slack.botToken);
  await sheet.getByRole('button', { name: 'Save' }).click();
  await sheet.getByText('In the app, turn on Interactivity with this request URL').waitFor(patient);
  const { requestUrl } = (await team.ask('GET /v1/slack')).workspace;
  await sheet.getByText(requestUrl).waitFor(patient);
  // The name that Slack tells is a text of others.
  await card.getByText('Acme <Corp>').waitFor(patient);
  expect([...(await barriers(page)), ...(await lowContrast(page))]).toEqual([]);
  await open(page, 'integrations');
  await card.getByText('Acme <Corp>').waitFor(patient);
  const shown = await page.content();
  expect([shown.includes(slack.botToken), shown.includes(slack.signingSecret)]).toEqual([false, false]);
  await card.getByRole('button', { name: 'Remove Slack app' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await card.getByText('Without it, Slack messages only link here.').waitFor(patient);
  expect((await team.ask('GET /v1/slack')).workspace).toBeNull();
  expect(caught).toEqual([]);
});

test('Policy switches to the baseline of the organisation, where an admin adds a version that machines obey', async () => {
  const { page } = anna;
  await open(page, 'policy');
  const whose = page.getByRole('radiogroup', { name: 'Whose policy' });
  await whose.getByRole('radio', { name: 'Organisation' }).click();
  await expect.poll(() => page.url(), patient).toContain('of=baseline');
  await page.getByRole('button', { name: 'Add a version' }).first().click(patient);
  const sheet = page.getByRole('complementary', { name: 'Add a version' });
  await expect.poll(() => sheet.getByLabel('Policy, as YAML').inputValue(), patient).not.toBe('');
  await sheet
    .getByLabel('Policy, as YAML')
    .fill("deny: ['Bash(make:*)']\ntests: [{ call: Bash(make), expect: deny }]\n");
  await sheet.getByLabel('What it is for').fill('No make anywhere');
  await sheet.getByRole('button', { name: 'Add this version' }).click();
  await page.getByText('Version 1 was added').waitFor(patient);
  expect([...(await barriers(page)), ...(await lowContrast(page))]).toEqual([]);
  const { id } = await team.ask('GET /v1/baseline');
  const { review } = await team.ask(`GET /v1/projects/${id}/policies/1`);
  if (review?.state === 'needed') await approveVersion({ ...team, project: id }, 1);
  await team.ask(`POST /v1/projects/${id}/rollout`, { version: 1, stage: 'all' });
  await team.sync(machine);
  const hook = askTeam(machine, 'make all', { deadline: 5 });
  onTestFinished(hook.kill);
  expect(await hook.ended).toContain('"permissionDecision":"deny"');
  // The project has none of it.
  await open(page, 'policy?of=baseline');
  await page.getByText('No make anywhere').first().waitFor(patient);
  await whose.getByRole('radio', { name: 'Project' }).click();
  await page.getByText('There is no version yet').waitFor(patient);
});

test('somebody of one project reads the baseline in force, and cannot change it', async () => {
  const vera = await team.person('vera', ['viewer']);
  onTestFinished(() => vera.page.context().close());
  const { people } = await team.ask('GET /v1/people');
  const found = people.find(({ email }: { email: string }) => email === 'vera@acme.example');
  await team.ask(`PUT /v1/people/${found.id}/roles`, { roles: [{ role: 'viewer', project: team.project }] });
  await open(vera.page, 'policy?of=baseline');
  await vera.page.getByRole('heading', { name: 'Baseline' }).waitFor(patient);
  await vera.page.getByText('Bash(make:*)').waitFor(patient);
  expect(await vera.page.getByRole('button', { name: 'Add a version' }).count()).toBe(0);
  expect(await barriers(vera.page)).toEqual([]);
});
