import type { Browser, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { barriers } from './barriers.ts';
import { onTeamStage } from './on-team-stage.ts';
import { askTeam, type Signed, type TeamStage } from './server-stage.ts';
import { type Hook, type Machine } from './stage.ts';

let browser: Browser;
let team: TeamStage;
let anna: Signed;
let bert: Signed;
let machine: Machine;

onTeamStage(async (made) => {
  ({ browser, team, machine } = made);
  const author = await team.token('author', ['author']);
  const path = `/v1/projects/${team.project}`;
  const text = `ask: ['Bash(npm publish:*)']\ntests: [{ call: Bash(npm publish), expect: ask }]\n`;
  await team.ask(`POST ${path}/policies`, { text, note: 'first' }, author);
  await team.ask(`POST ${path}/rollout`, { version: 1, stage: 'all' }, author);
  await team.sync(machine);
  anna = await team.person('anna', ['approver']);
  bert = await team.person('bert', ['approver']);
});

const patient = { timeout: 120_000 };

function hookFor(command: string): Hook {
  const hook = askTeam(machine, command);
  onTestFinished(hook.kill);
  return hook;
}

async function waiting(page: Page, count: number): Promise<void> {
  await page.waitForFunction(
    (wanted) => document.querySelectorAll('.rows li').length === wanted,
    count,
    // By the clock: a page behind another draws no frames.
    { ...patient, polling: 100 },
  );
}

test('two must agree: the first is counted where everybody sees it, and the second decides', async () => {
  const rule = {
    project: null,
    rule: 'Bash(npm publish:*)',
    quorum: 2,
    answerMinutes: 5,
    escalateMinutes: null,
  };
  const { id } = await team.ask('POST /v1/approval-rules', rule);
  const hook = hookFor('npm publish --access public');
  await Promise.all([waiting(anna.page, 1), waiting(bert.page, 1)]);
  await anna.page.locator('.quorum').getByText('0 of 2').waitFor(patient);
  const allow = (page: Page) => page.getByRole('button', { name: /^Approve/ });
  // To publish cannot be undone.
  const approve = async (page: Page): Promise<void> => {
    await expect.poll(() => allow(page).isEnabled(), patient).toBe(true);
    await allow(page).click();
    await page.getByText('Approve once more to confirm').waitFor(patient);
    await allow(page).click();
  };
  await approve(anna.page);
  await anna.page.getByText('Recorded. Others must agree too.').waitFor(patient);
  await anna.page.getByText('You approved this. Other approvers still have to agree.').waitFor(patient);
  await bert.page.locator('.quorum').getByText('1 of 2').waitFor(patient);
  await bert.page.locator('.quorum').getByText('anna@acme.example approved').waitFor(patient);
  await approve(bert.page);
  expect(await hook.ended).toBe('');
  await Promise.all([waiting(anna.page, 0), waiting(bert.page, 0)]);
  // To remove it by the route takes two people.
  await team.sql('delete from approval_rules where id = $1', [id]);
});

test('the owner of the agent sees why somebody else must answer', async () => {
  const hook = hookFor('npm publish --tag own');
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(new URL('/#/approvals', team.url).href);
  await page.getByRole('button', { name: /^Without an identity provider/ }).click();
  await page.getByLabel('API token').fill(team.adminToken);
  await page.getByRole('button', { name: 'Use the token' }).click();
  await page.getByText('You own the agent that asks, so somebody else must answer.').waitFor(patient);
  expect(await page.getByRole('button', { name: /^(?:Approve|Deny)/ }).count()).toBe(0);
  await waiting(anna.page, 1);
  await anna.page.getByRole('button', { name: 'Deny', exact: true }).click();
  expect(await hook.ended).toContain('"permissionDecision":"deny"');
});

test('a rule is proposed with a yes, voted for by another, obeyed by agents, and taken back', async () => {
  const hook = hookFor('npm publish --dry-run');
  await waiting(anna.page, 1);
  await anna.page.getByText('Or propose it for the whole team').click();
  const propose = anna.page.getByRole('button', { name: 'Allow once and propose this' });
  await expect.poll(() => propose.isEnabled(), patient).toBe(true);
  expect(await barriers(anna.page)).toEqual([]);
  await propose.click();
  expect(await hook.ended).toBe('');
  await anna.page.getByText('You have voted.').waitFor(patient);
  await bert.page.getByRole('heading', { name: 'Proposed for the team' }).waitFor(patient);
  await bert.page.getByText('1 of 2 agree').waitFor(patient);
  expect(await barriers(bert.page)).toEqual([]);
  await bert.page.getByRole('button', { name: /^Agree to/ }).click();
  await bert.page.getByText('You agree.').waitFor(patient);
  await team.sync(machine);
  // Nobody is asked any more.
  expect(await hookFor('npm publish --dry-run').ended).toBe('');
  await bert.page.goto(new URL('/#rules', team.url).href);
  await bert.page.getByRole('button', { name: /^Revoke/ }).click();
  await bert.page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await bert.page.getByText('Revoked.').waitFor(patient);
  await team.sync(machine);
  const asked = hookFor('npm publish --dry-run');
  await waiting(anna.page, 1);
  await anna.page.getByRole('button', { name: 'Deny', exact: true }).click();
  expect(await asked.ended).toContain('"permissionDecision":"deny"');
});

test('a link in a message leads to the question, and says when it is over', async () => {
  await waiting(anna.page, 0);
  hookFor('npm publish --tag one');
  hookFor('npm publish --tag two');
  await waiting(anna.page, 2);
  for (const tag of ['one', 'two']) {
    const like = [`%--tag ${tag}%`];
    const [found] = await team.sql(
      "select id from approvals where state = 'pending' and request::text like $1",
      like,
    );
    await anna.page.goto(new URL(`/#inbox?question=${String(found?.['id'])}`, team.url).href);
    await expect.poll(() => anna.page.locator('.whole').innerText(), patient).toContain(`--tag ${tag}`);
  }
  await anna.page.goto(new URL(`/#inbox?question=${team.project}`, team.url).href);
  await expect.poll(() => anna.page.getByText('Request no longer pending').isVisible(), patient).toBe(true);
});
