import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { client } from '../../server/test/identity-provider.ts';
import { barriers } from './barriers.ts';
import { foreign } from './canary.ts';
import { lowContrast } from './contrast.ts';
import { tabTo } from './keyboard.ts';
import { onTeamStage } from './on-team-stage.ts';
import { type Signed, type TeamStage } from './server-stage.ts';

let team: TeamStage;
let anna: Signed;
/** Who confirms what anna asks for. */
let ben: Signed;

const hostileGroup = '"><img src=x onerror=canary(9)>';

onTeamStage(async (made) => {
  ({ team } = made);
  anna = await team.person('anna', ['admin']);
  ben = await team.person('ben', ['author']);
  const { token } = await team.ask('POST /v1/scim-tokens', { name: 'directory', days: 1 });
  for (const name of ['ida', 'joe', 'kim']) {
    const user = { userName: `${name}@acme.example`, active: true };
    await team.ask('POST /scim/v2/Users', { schemas: [userSchema], ...user }, token);
  }
  const rows = await team.sql(`select id from people where email ~ '^(ida|joe)@'`);
  const members = rows.map(({ id }) => ({ value: String(id) }));
  await team.ask('POST /scim/v2/Groups', { schemas: [groupSchema], displayName: 'security', members }, token);
});

const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const patient = { timeout: 120_000 };

async function open(hash: string): Promise<void> {
  const { page } = anna;
  await page.goto(new URL(`/#/${hash}`, team.url).href);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor(patient);
}

/** As somebody else: reads what it is, and confirms it. */
async function confirm(what: string): Promise<void> {
  const { page } = ben;
  await page.goto(new URL('/#/pending', team.url).href);
  await page.reload();
  await page.getByRole('button', { name: `Confirm: ${what}` }).click(patient);
  await page
    .getByRole('alertdialog', { name: `${what}?` })
    .getByRole('button', { name: 'Confirm' })
    .click();
}

async function groupRoles(): Promise<readonly string[]> {
  const { mappings } = await team.ask('GET /v1/group-roles');
  return mappings.map(
    (each: { group: string; role: string; project: string | null }) =>
      `${each.group} ${each.role} ${each.project === null ? 'everywhere' : 'in a project'}`,
  );
}

const rolesByGroup = async (): Promise<readonly Record<string, unknown>[]> =>
  await team.sql(
    `select p.email, r.role from roles r join people p on p.id = r.person where r.source = 'scim' order by 1`,
  );

test('a group gives a role in one project: its people have it at once, are shown, and lose it when another person confirms that', async () => {
  const { page, problems } = anna;
  await open('integrations');
  const card = page.getByRole('region', { name: 'Roles by group', exact: true });
  await card.getByText('No groups yet.').waitFor(patient);
  await card.getByRole('button', { name: 'Add group' }).click();
  const sheet = page.getByRole('complementary', { name: 'New role by group' });
  await sheet.getByLabel('Group', { exact: true }).fill('security');
  await sheet.getByRole('button', { name: 'Role: viewer' }).click();
  await page.getByRole('menuitemradio', { name: 'approver' }).click();
  await sheet.getByRole('button', { name: 'Where: everywhere' }).click();
  await page.getByRole('menuitemradio', { name: 'shop' }).click();
  await sheet.getByRole('button', { name: 'Add', exact: true }).click();
  await card.getByText('2 people have it through this group').waitFor(patient);
  expect(await groupRoles()).toEqual(['security approver in a project']);
  expect(await rolesByGroup()).toEqual([
    { email: 'ida@acme.example', role: 'approver' },
    { email: 'joe@acme.example', role: 'approver' },
  ]);
  await card
    .getByRole('link', { name: '2 people have it through this group: show the people of security' })
    .click();
  await page.getByRole('button', { name: 'Open ida@acme.example' }).waitFor(patient);
  expect(await page.getByRole('button', { name: /^Open / }).count()).toBe(2);
  await page.getByRole('button', { name: 'Open ida@acme.example' }).click();
  await page.getByText('by the group security').waitFor(patient);
  await page.getByRole('button', { name: 'Group security: remove this filter' }).click();
  await page.getByRole('button', { name: 'Open kim@acme.example' }).waitFor(patient);
  await open('integrations');
  await card.getByRole('button', { name: 'Remove approver in shop of the group security' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  const change = 'Roles by group: the group security no longer gives approver in shop';
  await card.getByText(change).waitFor(patient);
  await card.getByText('Waiting for another person (author or admin)').waitFor();
  await card.getByText('removal pending').waitFor();
  expect(await card.getByRole('alert').count()).toBe(0);
  expect(await groupRoles()).toEqual(['security approver in a project']);
  await card.getByRole('link', { name: 'Open pending changes' }).click();
  await page.getByRole('button', { name: `Withdraw: ${change}` }).waitFor(patient);
  expect(await page.getByRole('button', { name: `Confirm: ${change}` }).count()).toBe(0);
  await confirm(change);
  await page.getByText('Nothing is pending').waitFor(patient);
  await open('integrations');
  await card.getByText('No groups yet.').waitFor(patient);
  expect(await rolesByGroup()).toEqual([]);
  expect(problems).toEqual([]);
});

test('what another admin changes meanwhile stays; by keyboard alone', async () => {
  const { page } = anna;
  await open('integrations');
  await page.getByText('No groups yet.').waitFor(patient);
  await team.ask('PUT /v1/group-roles', {
    mappings: [{ group: 'platform', role: 'author', project: null }],
  });
  await tabTo(page, /^Add group$/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^Group/);
  await page.keyboard.type('readers');
  await page.keyboard.press('Enter');
  await page.getByText('readers grants viewer everywhere').first().waitFor(patient);
  await page.getByText('platform grants author everywhere').waitFor(patient);
  expect(await groupRoles()).toEqual(['platform author everywhere', 'readers viewer everywhere']);
});

test('what cannot be is said: a role twice in the sheet, and nobody left as admin to the one who confirms that', async () => {
  const { page } = anna;
  await team.askAsTwo('PUT /v1/group-roles', {
    mappings: [{ group: 'security', role: 'admin', project: null }],
  });
  await open('integrations?sheet=group');
  const sheet = page.getByRole('complementary', { name: 'New role by group' });
  await sheet.getByLabel('Group', { exact: true }).fill('security');
  await sheet.getByRole('button', { name: 'Role: viewer' }).click();
  await page.getByRole('menuitemradio', { name: 'admin' }).click();
  await sheet.getByRole('button', { name: 'Add', exact: true }).click();
  await sheet.getByRole('alert').getByText('security already grants this role there.').waitFor(patient);
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await team.sql("update roles set source = 'sign-in', group_name = 'security' where role = 'admin'");
  onTestFinished(async () => {
    await team.sql("update roles set source = 'hand', group_name = null where source = 'sign-in'");
  });
  const card = page.getByRole('region', { name: 'Roles by group', exact: true });
  await card.getByRole('button', { name: 'Remove admin everywhere of the group security' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await card.getByText('removal pending').waitFor(patient);
  await confirm('Roles by group: the group security no longer gives admin everywhere');
  await ben.page.getByText('the organisation needs at least one admin').first().waitFor(patient);
  expect(await groupRoles()).toEqual(['security admin everywhere']);
});

test('another provider is set once another person confirms it; its groups claim stands in the form again, and the card says what is missing', async () => {
  const { page } = anna;
  const [provider] = await team.sql('select issuer from identity_providers');
  const issuer = String(provider?.['issuer']);
  await open('integrations');
  await page.getByText('The identity provider sends no groups at sign-in').waitFor(patient);
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  const sheet = page.getByRole('complementary', { name: 'Identity provider' });
  await sheet.getByLabel('Issuer').fill(issuer);
  const secrets = async (): Promise<void> => {
    await sheet.getByLabel('Client ID').fill(client.clientId);
    await sheet.getByLabel('Client secret').fill(client.clientSecret);
    await sheet.getByRole('button', { name: 'Check and save' }).click();
    await sheet.waitFor({ state: 'detached', ...patient });
  };
  await sheet.getByLabel('Groups claim (optional)').fill('groups');
  await sheet.getByLabel('Groups scope (optional)').fill('groups');
  await secrets();
  const change = `Change the identity provider to ${issuer}`;
  await page.getByRole('region', { name: 'Identity provider' }).getByText(change).waitFor(patient);
  expect((await team.ask('GET /v1/group-roles')).signIn).toBeNull();
  await confirm(change);
  await ben.page.getByText(`Confirmed: ${change}`).first().waitFor(patient);
  const signIn = { issuer, claim: 'groups', scope: 'groups', trusted: true };
  expect((await team.ask('GET /v1/group-roles')).signIn).toEqual(signIn);
  await open('integrations');
  await page.getByText('Read at each sign-in from the claim groups').waitFor(patient);
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  await expect.poll(() => sheet.getByLabel('Groups claim (optional)').inputValue(), patient).toBe('groups');
  await team.sql('delete from trusted_issuers');
  await open('integrations');
  await page.getByText(`permesso serve trust-issuer acme ${issuer} DOMAIN`).waitFor(patient);
});

const looks = [
  'integrations',
  'integrations?sheet=group',
  'integrations?sheet=provider',
  'pending',
  'people?group=security',
  'settings',
];

/** What would be cut off at the right, also where the page does not scroll to it. Rows of chips do. */
function beyondTheEdge(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'main .btn, main .copy-line, main .input, main .row-line, .sheet .copy-line',
      ),
    ]
      .filter((each) => each.closest('.filters') === null && each.getBoundingClientRect().right > innerWidth)
      .map((each) => each.outerHTML.slice(0, 120)),
  );
}

test.each(['light', 'dark'] as const)(
  'axe finds nothing serious, contrast is AA, nothing is wider than a phone, %s',
  async (colorScheme) => {
    const { page, caught } = anna;
    const harmless = [
      { group: hostileGroup, role: 'viewer', project: null },
      { group: 'x'.repeat(200), role: 'viewer', project: null },
    ];
    const mappings = [
      ...harmless,
      { group: 'security', role: 'approver', project: team.project },
      { group: `${hostileGroup} 2`, role: 'author', project: null },
    ];
    await team.askAsTwo('PUT /v1/group-roles', { mappings });
    await team.ask('PUT /v1/group-roles', { mappings: mappings.toSpliced(3) });
    await page.emulateMedia({ colorScheme });
    onTestFinished(() => page.emulateMedia({ colorScheme: 'light' }));
    onTestFinished(() => page.setViewportSize({ width: 1280, height: 900 }));
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      for (const hash of looks) {
        await open(hash);
        await page
          .locator(hash.startsWith('people') ? '.row-open' : '.row-line')
          .first()
          .waitFor(patient);
        expect([hash, ...(await barriers(page)), ...(await lowContrast(page))]).toEqual([hash]);
        expect(await beyondTheEdge(page)).toEqual([]);
      }
    }
    await open('integrations');
    await page.getByText(hostileGroup).first().waitFor(patient);
    expect(await foreign(page)).toBe(0);
    expect(caught).toEqual([]);
  },
);
