import { expect, onTestFinished, test } from 'vitest';
import { onTeamStage } from './on-team-stage.ts';
import { askTeam, teamLife, type Signed, type TeamStage } from './server-stage.ts';
import { type Machine } from './stage.ts';

let team: TeamStage;
let anna: Signed;
let machine: Machine;

onTeamStage(async (made) => {
  ({ team, machine } = made);
  anna = await team.person('anna', ['approver', 'author', 'admin']);
});

const patient = { timeout: 120_000 };

test('says what there is to do where no agent has sent anything', async () => {
  const { page } = anna;
  await page.goto(team.url);
  await page.getByRole('heading', { name: 'No agent has sent anything yet' }).waitFor(patient);
  expect(new URL(page.url()).hash).toBe('#/overview');
  await page.getByRole('heading', { name: 'Nobody was asked in this period' }).waitFor();
});

test('is the first page: calls, what waits, who is silent and what was asked, each with its way on', async () => {
  const { page, problems } = anna;
  await teamLife(team, machine);
  const hook = askTeam(machine, 'git push --force');
  onTestFinished(hook.kill);
  await team.sql(
    `insert into agents (organisation, project, owner, name, public_key, enrolled_at)
     select organisation, project, owner, '<b>lost</b> laptop', sha256('lost'), now() - interval '9 days' from agents limit 1`,
  );
  await page.goto(new URL('/#/overview', team.url).href);
  await page.reload();
  await page.locator('.tile', { hasText: 'Calls' }).getByText('11', { exact: true }).waitFor(patient);
  const reporting = page.locator('.tile', { hasText: 'Agents reporting' });
  expect(await reporting.innerText()).toMatch(/1\s+of 2\s+1 silent\s*for 7 days/);
  const attention = page.locator('.attention li');
  await attention.filter({ hasText: '1 approval waiting' }).waitFor(patient);
  await attention.filter({ hasText: '<b>lost</b> laptop is silent' }).waitFor();
  const row = page.locator('.asked tr', { hasText: 'git push' });
  await row.getByRole('link', { name: /^Show calls/ }).waitFor();
  await page.getByRole('radio', { name: '24 hours' }).click();
  await page.getByRole('heading', { name: 'Verdicts per hour' }).waitFor();
  expect(page.url()).toContain('days=1');
  await attention.filter({ hasText: 'waiting' }).getByRole('link', { name: 'Review' }).click();
  await page.locator('article.detail').waitFor(patient);
  expect(problems).toEqual([]);
});

test('somebody with roles in projects alone is led to Approvals', async () => {
  const { page } = await team.person('bea', ['viewer']);
  onTestFinished(() => page.context().close());
  const { people } = await team.ask('GET /v1/people');
  const { id } = people.find((each: { email: string }) => each.email === 'bea@acme.example');
  await team.ask(`PUT /v1/people/${id}/roles`, { roles: [{ role: 'viewer', project: team.project }] });
  await page.goto(team.url);
  await expect.poll(() => new URL(page.url()).hash, patient).toBe('#/approvals');
  await page.goto(new URL('/#/overview', team.url).href);
  await page.getByRole('link', { name: 'Open Approvals' }).waitFor(patient);
});

test('views of a person stay in their browser', async () => {
  const { page } = anna;
  await page.goto(new URL('/#/activity?verdict=deny', team.url).href);
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByLabel('Name of the view').fill('Denied <b>');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('View Denied <b> saved').waitFor();
  await page.goto(new URL('/#/activity', team.url).href);
  await page.reload();
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('button', { name: 'Denied <b>', exact: true }).click();
  await expect.poll(() => page.url(), patient).toContain('verdict=deny');
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('button', { name: 'Remove the view Denied <b>' }).click();
  await page.getByText('No saved views yet.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  // A click outside of the list closes it.
  await page.getByText('No saved views yet.').waitFor({ state: 'hidden' });
  await page.reload();
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('button', { name: 'Denied <b>', exact: true }).waitFor();
});
