import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { barriers } from './barriers.ts';
import { foreign } from './canary.ts';
import { lowContrast } from './contrast.ts';
import { tabTo, untilFocusIn } from './keyboard.ts';
import { onTeamStage } from './on-team-stage.ts';
import { type Signed, type TeamStage } from './server-stage.ts';

let team: TeamStage;
let anna: Signed;

const hostileName = '"><img src=x onerror=canary(7)>';

onTeamStage(async (made) => {
  ({ team } = made);
  anna = await team.person('anna', ['admin']);
  await team.sql(
    `insert into people (organisation, issuer, subject, email, name)
     select id, 'local', 'hostile', $1 || '@acme.example', $1 from organisations`,
    [hostileName],
  );
});

const patient = { timeout: 120_000 };
const adminPages = ['people', 'integrations', 'audit', 'settings'];

async function open(page: Page, hash: string): Promise<void> {
  await page.goto(new URL(`/#/${hash}`, team.url).href);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor(patient);
}

async function rolesOf(email: string): Promise<readonly string[]> {
  const rows = await team.sql(
    `select r.role || case when r.project is null then '' else ' in a project' end as role
     from roles r join people p on p.id = r.person where p.email = $1 order by 1`,
    [email],
  );
  return rows.map(({ role }) => String(role));
}

test('somebody who signed in for the first time is given a role; to undo that waits for another person; by mouse', async () => {
  const { page, problems } = anna;
  const nora = await team.person('nora', ['viewer']);
  onTestFinished(() => nora.page.context().close());
  await page.goto(team.url);
  await page.getByRole('link', { name: 'People' }).first().click(patient);
  await page.getByLabel('Find a person').fill('nora');
  await page.getByRole('button', { name: 'Open nora@acme.example' }).click(patient);
  const sheet = page.getByRole('complementary', { name: 'nora@acme.example' });
  await sheet.getByRole('button', { name: 'Role: viewer' }).click();
  await page.getByRole('menuitemradio', { name: 'approver' }).click();
  await sheet.getByRole('button', { name: 'Where: everywhere' }).click();
  await page.getByRole('menuitemradio', { name: 'shop' }).click();
  await sheet.getByRole('button', { name: 'Grant' }).click();
  await sheet.getByRole('button', { name: 'Remove approver in shop' }).waitFor(patient);
  expect(await rolesOf('nora@acme.example')).toEqual(['approver in a project', 'viewer']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await sheet.getByText('Take approver in shop from nora@acme.example').waitFor(patient);
  await sheet.getByText('removal pending').waitFor();
  expect(await rolesOf('nora@acme.example')).toEqual(['approver in a project', 'viewer']);
  expect(problems).toEqual([]);
});

test('a person is disabled after a word was typed, which ends their session, and enabled again', async () => {
  const { page } = anna;
  const leo = await team.person('leo', ['viewer']);
  onTestFinished(() => leo.page.context().close());
  await open(page, 'people?find=leo');
  await page.getByRole('button', { name: 'Open leo@acme.example' }).click(patient);
  await page.getByRole('button', { name: 'Disable…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Disable leo@acme.example?' });
  const confirm = dialog.getByRole('button', { name: 'Disable this person' });
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByRole('textbox').fill('disable');
  await confirm.click();
  await page.getByRole('button', { name: 'Enable' }).waitFor(patient);
  await expect.poll(() => leo.page.getByLabel('Organisation').isVisible(), patient).toBe(true);
  await page.getByRole('button', { name: 'Enable' }).click();
  await page.getByRole('button', { name: 'Disable…' }).waitFor(patient);
});

test('an enrolment token is made, shown once, and revoked, by keyboard alone', async () => {
  const { page } = anna;
  await open(page, 'settings');
  await tabTo(page, /^New token$/);
  await page.keyboard.press('Enter');
  await page.getByRole('complementary', { name: 'New enrolment token' }).waitFor();
  await tabTo(page, /^Owner of the machines/);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('root@acme.example');
  await tabTo(page, /^How many machines/);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  const token = page.locator('.secret-text').first();
  await token.waitFor(patient);
  const text = await token.innerText();
  expect(text).toMatch(/^pme_/);
  await page.reload();
  await page.getByText('3 uses left').waitFor(patient);
  expect(await page.getByText(text).count()).toBe(0);
  await tabTo(page, /^Revoke the enrolment of root@acme.example in shop$/);
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog', { name: 'Revoke this enrolment token?' }).waitFor();
  await untilFocusIn(page, '[role=alertdialog]');
  await page.keyboard.press('Enter');
  await page.getByText('The enrolment token was revoked').waitFor(patient);
  const [row] = await team.sql(
    'select count(*)::int as left from enrolments where revoked_at is null and uses_left = 3',
  );
  expect(row?.['left']).toBe(0);
});

test('a form that is sent twice at once makes one token', async () => {
  const { page } = anna;
  await open(page, 'settings');
  await page.getByRole('button', { name: 'New token' }).click(patient);
  const sheet = page.getByRole('complementary', { name: 'New enrolment token' });
  await sheet.getByLabel('Owner of the machines').fill('root@acme.example');
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/v1/enrolments')) sent += 1;
  });
  await sheet.locator('form').evaluate((form: HTMLFormElement) => {
    form.requestSubmit();
    form.requestSubmit();
  });
  await sheet.locator('.secret-text').first().waitFor(patient);
  expect(sent).toBe(1);
});

test('a token of one’s own is made, works, and is revoked, at 390 px', async () => {
  const { page } = anna;
  await page.setViewportSize({ width: 390, height: 844 });
  onTestFinished(() => page.setViewportSize({ width: 1280, height: 900 }));
  await open(page, 'people?find=anna');
  await page.getByRole('button', { name: 'Open anna@acme.example' }).click(patient);
  await page.getByLabel('New token for').fill('nightly export');
  await page.getByRole('button', { name: 'Create token' }).click();
  const shown = page.locator('.secret-text').first();
  await shown.waitFor(patient);
  const token = await shown.innerText();
  expect((await team.ask('GET /v1/me', undefined, token)).email).toBe('anna@acme.example');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole('button', { name: 'Revoke the token nightly export' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('The token nightly export was revoked').waitFor(patient);
  await expect(team.ask('GET /v1/me', undefined, token)).rejects.toThrow('401');
});

test('a webhook is added with its secret shown once, a forbidden address is refused, and it is removed', async () => {
  const { page } = anna;
  await open(page, 'integrations');
  await page.getByRole('button', { name: 'Add target' }).click();
  const sheet = page.getByRole('complementary', { name: 'New notification target' });
  await sheet.getByLabel('Address', { exact: true }).fill('https://169.254.169.254/latest');
  await sheet.getByRole('button', { name: 'Add target' }).click();
  await sheet.getByRole('alert').getByText('this address cannot be used').waitFor(patient);
  await sheet.getByLabel('Address', { exact: true }).fill('https://hooks.acme.example/permesso?key=hidden');
  await sheet.getByRole('button', { name: 'Add target' }).click();
  await sheet.getByText('Signing secret.').waitFor(patient);
  await sheet.getByRole('button', { name: 'Close' }).first().click();
  const card = page.getByRole('region', { name: 'Notifications' });
  await card.getByText('hooks.acme.example').waitFor(patient);
  expect(await page.locator('main').innerText()).not.toContain('hidden');
  await card.getByRole('button', { name: 'Remove hooks.acme.example' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await card.getByText('No notifications are sent outside this console.').waitFor(patient);
});

test('a project and an approval rule are added; Audit finds both acts, and exports entries', async () => {
  const { page } = anna;
  await open(page, 'settings');
  await page.getByLabel('New project').fill('payments');
  await page.getByRole('button', { name: 'Add project' }).click();
  await page.getByRole('region', { name: 'Projects' }).getByText('payments').waitFor(patient);
  await page.getByRole('button', { name: 'Add rule' }).click();
  await page.getByLabel('Rule of the policy').fill('Bash(npm publish:*)');
  await page.locator('.sheet-foot').getByRole('button', { name: 'Add rule' }).click();
  await page.getByText('2 people must agree within 60 min').waitFor(patient);
  await open(page, 'audit?find=payments');
  await page.getByRole('row', { name: /Project added.*anna@acme.example/ }).waitFor(patient);
  await page.getByLabel('Person, act or text').fill('npm publish');
  await page.getByRole('row', { name: /Approval rule added/ }).waitFor(patient);
  await page.getByRole('tab', { name: 'Export' }).click();
  const href = await page.getByRole('link', { name: 'Download' }).getAttribute('href');
  const answered = await page.context().request.get(new URL(href ?? '', team.url).href);
  expect([answered.status(), answered.headers()['content-disposition']]).toEqual([
    200,
    'attachment; filename="entries.jsonl"',
  ]);
});

test('a reader sees none of these pages, and the pages ask the server nothing', async () => {
  const { page } = await team.person('vera', ['viewer', 'approver', 'author']);
  onTestFinished(() => page.context().close());
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  for (const name of adminPages) {
    await open(page, name);
    await page.getByText('This page is for administrators.').waitFor(patient);
    expect(await page.locator('main').getByRole('button').count()).toBe(0);
  }
  const links = await page.getByRole('navigation').getByRole('link').allInnerTexts();
  expect(links.filter((link) => /People|Integrations|Audit|Settings/.test(link))).toEqual([]);
  expect(
    asked.filter((path) =>
      /^\/v1\/(?:people|hooks|streams|acts|enrolments|deliveries|group-roles)/.test(path),
    ),
  ).toEqual([]);
});

test('an administrator of one project sees its people and settings, and changes no roles', async () => {
  const { page } = await team.person('paul', ['viewer']);
  onTestFinished(() => page.context().close());
  const { people } = await team.ask('GET /v1/people');
  const { id } = people.find((each: { email: string }) => each.email === 'paul@acme.example');
  await team.ask(`PUT /v1/people/${id}/roles`, { roles: [{ role: 'admin', project: team.project }] });
  await open(page, 'people');
  await page.getByRole('button', { name: 'Open paul@acme.example' }).click(patient);
  await page.getByRole('complementary', { name: 'paul@acme.example' }).waitFor(patient);
  expect(await page.getByRole('button', { name: /^(?:Grant$|Remove |Disable…)/ }).count()).toBe(0);
  await open(page, 'integrations');
  await page.getByText('This page is for administrators.').waitFor(patient);
  await open(page, 'settings');
  await page.getByRole('button', { name: 'New token' }).waitFor(patient);
  expect(await page.getByRole('button', { name: /^Add (project|rule)/ }).count()).toBe(0);
  expect(await page.getByRole('radio').count()).toBe(0);
});

const looks = [
  'people',
  'people?sheet=add',
  'integrations',
  'integrations?sheet=target',
  'integrations?sheet=stream',
  'integrations?sheet=provider',
  'audit',
  'audit?tab=findings',
  'audit?tab=export',
  'settings',
  'settings?sheet=enrol',
  'settings?sheet=rule',
];

test.each(['light', 'dark'] as const)(
  'axe finds nothing serious, contrast is AA, %s',
  async (colorScheme) => {
    const { page, caught } = anna;
    await page.emulateMedia({ colorScheme });
    onTestFinished(() => page.emulateMedia({ colorScheme: 'light' }));
    const found: Record<string, readonly string[]> = {};
    for (const name of looks) {
      await open(page, name);
      await page.waitForLoadState('networkidle').catch(() => undefined);
      found[name] = [...(await barriers(page)), ...(await lowContrast(page))];
    }
    await open(page, 'people?find=onerror');
    await page.locator('.row-open').click(patient);
    await page.locator('.sheet').getByText('API tokens').waitFor(patient);
    found['person'] = [...(await barriers(page)), ...(await lowContrast(page))];
    expect(found).toEqual(Object.fromEntries([...looks, 'person'].map((name) => [name, []])));
    // Their name is markup.
    expect(await page.locator('.sheet-head h2').innerText()).toContain(hostileName);
    expect(await foreign(page)).toBe(0);
    expect(caught).toEqual([]);
  },
);
