import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { onTeamStage } from './on-team-stage.ts';
import { type Signed, type TeamStage } from './server-stage.ts';

let team: TeamStage;
let anna: Signed;
/** Who may confirm what loosens approvals, and nothing else. */
let cleo: Signed;

onTeamStage(async (made) => {
  ({ team } = made);
  anna = await team.person('anna', ['admin']);
  cleo = await team.person('cleo', ['approver', 'viewer']);
});

const patient = { timeout: 120_000 };

async function open({ page }: Signed, hash: string): Promise<Page> {
  await page.goto(new URL(`/#/${hash}`, team.url).href);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor(patient);
  return page;
}

async function idOf(email: string): Promise<string> {
  const [row] = await team.sql('select id from people where email = $1', [email]);
  return String(row?.['id']);
}

const rolesOfCleo = async (): Promise<unknown> =>
  (
    await team.sql(
      "select role from roles r join people p on p.id = r.person where p.email ~ '^cleo' order by 1",
    )
  ).map(({ role }) => role);

test('an approval rule is removed by two: pending where it was asked for, in the overview of others, and confirmed by an approver', async () => {
  const rule = {
    project: null,
    rule: 'Bash(npm publish:*)',
    quorum: 2,
    answerMinutes: 60,
    escalateMinutes: null,
  };
  await team.ask('POST /v1/approval-rules', rule);
  const page = await open(anna, 'settings');
  const card = page.getByRole('region', { name: 'Approval rules' });
  await card.getByRole('button', { name: 'Remove the approval rule Bash(npm publish:*)' }).click(patient);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No change yet: another person must confirm it.').first().waitFor(patient);
  await card.getByText('Waiting for another person (approver, author or admin)').waitFor(patient);
  await card.getByText('removal pending').waitFor();
  expect((await team.ask('GET /v1/approval-rules')).rules).toHaveLength(1);
  const other = await open(cleo, 'overview');
  await other.getByText('1 change pending').waitFor(patient);
  await other.getByRole('navigation').getByRole('link', { name: 'Pending changes' }).first().click();
  await other.getByText('requested by anna@acme.example').waitFor(patient);
  const change = 'Remove the approval rule Bash(npm publish:*) everywhere';
  await other.getByRole('button', { name: `Confirm: ${change}` }).click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
  await other.getByText('Nothing is pending').waitFor(patient);
  expect((await team.ask('GET /v1/approval-rules')).rules).toEqual([]);
  await open(anna, 'settings');
  await card.getByText('None. One approver answers each request.').waitFor(patient);
  expect([anna.problems, cleo.problems]).toEqual([[], []]);
});

test('roles that are taken one after the other wait together; what is given meanwhile stays; one person refuses', async () => {
  const path = `/v1/people/${await idOf('cleo@acme.example')}/roles`;
  const held = ['approver', 'author', 'viewer'].map((role) => ({ role, project: null }));
  await team.ask(`PUT ${path}`, { roles: held });
  const page = await open(anna, `people?person=${await idOf('cleo@acme.example')}`);
  const sheet = page.getByRole('complementary', { name: 'cleo@acme.example' });
  await sheet.getByRole('button', { name: 'Remove author everywhere' }).click(patient);
  await sheet.getByText('Take author everywhere from cleo@acme.example').waitFor(patient);
  await sheet.getByRole('button', { name: 'Remove approver everywhere' }).click();
  const change = 'Take approver everywhere and author everywhere from cleo@acme.example';
  await sheet.getByText(change).waitFor(patient);
  expect(await sheet.getByText('removal pending').count()).toBe(2);
  await sheet.getByRole('button', { name: 'Role: viewer' }).click();
  await page.getByRole('menuitemradio', { name: 'admin' }).click();
  await sheet.getByRole('button', { name: 'Grant' }).click();
  await sheet.getByRole('button', { name: 'Remove admin everywhere' }).waitFor(patient);
  expect(await rolesOfCleo()).toEqual(['admin', 'approver', 'author', 'viewer']);
  const [act] = (await team.ask('GET /v1/pending-acts')).acts;
  await team.ask(`POST /v1/pending-acts/${act.id}/confirm`);
  expect(await rolesOfCleo()).toEqual(['admin', 'viewer']);
  await open(anna, 'people?find=cleo');
  await page.getByRole('button', { name: 'Open cleo@acme.example' }).click(patient);
  await sheet.getByRole('button', { name: 'Remove admin everywhere' }).click(patient);
  const other = await open(cleo, 'pending');
  await other
    .getByRole('button', { name: 'Refuse: Take admin everywhere from cleo@acme.example' })
    .click(patient);
  await other.getByText('Nothing is pending').waitFor(patient);
  expect(await rolesOfCleo()).toEqual(['admin', 'viewer']);
});

test('readers see no pending changes, and the page asks the server nothing', async () => {
  const vera = await team.person('vera', ['viewer']);
  const asked: string[] = [];
  vera.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const page = await open(vera, 'pending');
  await page.getByText('This page is for approvers, authors and admins').waitFor(patient);
  expect(await page.getByRole('navigation').getByRole('link', { name: 'Pending changes' }).count()).toBe(0);
  expect(asked.filter((path) => path.includes('pending-acts'))).toEqual([]);
});
