import type { CDPSession, Page } from 'playwright-core';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { barriers } from './barriers.ts';
import { lowContrast } from './contrast.ts';
import { onTeamStage } from './on-team-stage.ts';
import { askTeam, type Signed, type TeamStage } from './server-stage.ts';
import type { Hook, Machine } from './stage.ts';

let team: TeamStage;
let machine: Machine;
let anna: Signed;
let bert: Signed;
let root: Signed;
let hers: Authenticator;

onTeamStage(
  async (made) => {
    ({ team, machine } = made);
    const author = await team.token('author', ['author']);
    const path = `/v1/projects/${team.project}`;
    const text = `ask: ['Bash(git push:*)']\ntests: [{ call: Bash(git push), expect: ask }]\n`;
    await team.ask(`POST ${path}/policies`, { text, note: 'first' }, author);
    await team.ask(`POST ${path}/rollout`, { version: 1, stage: 'all' }, author);
    await team.sync(machine);
    anna = await team.person('anna', ['approver']);
    bert = await team.person('bert', ['approver']);
    root = await team.person('rita', ['admin']);
    hers = await authenticatorFor(anna.page);
  },
  { host: 'localhost' },
);

beforeEach(async () => {
  await team.sql('delete from passkeys');
  await team.sql("update organisations set passkeys = 'when-registered'");
  await team.sql('update sessions set created_at = now()');
  for (const { page } of [anna, bert, root]) await open(page, 'approvals');
});

const patient = { timeout: 120_000 };

interface Authenticator {
  readonly cdp: CDPSession;
  readonly authenticatorId: string;
}

/** A device with passkeys, whose person is there and puts the finger on it. */
async function authenticatorFor(page: Page): Promise<Authenticator> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

async function open(page: Page, hash: string): Promise<void> {
  await page.goto(new URL(`/#/${hash}`, team.url).href);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor(patient);
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByLabel('New passkey').fill(name);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
}

async function register(page: Page, name: string): Promise<void> {
  await open(page, 'account');
  await addPasskey(page, name);
  await page.getByText(`The passkey ${name} was added`).waitFor(patient);
}

async function setVerified(how: { readonly isUserVerified: boolean }): Promise<void> {
  const { cdp, authenticatorId } = hers;
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, ...how });
}

function ask(command: string): Hook {
  const hook = askTeam(machine, command);
  onTestFinished(hook.kill);
  return hook;
}

async function approve(page: Page, command: string): Promise<void> {
  await page.locator('.whole').getByText(command).waitFor(patient);
  const button = page.getByRole('button', { name: /^Approve/ });
  await expect.poll(() => button.isEnabled(), patient).toBe(true);
  await button.click();
  // What cannot be undone is confirmed by a second press.
  if (command.includes('--force')) {
    await page.getByText('Approve once more to confirm').waitFor(patient);
    await button.click();
  }
}

const deny = (page: Page): Promise<void> => page.getByRole('button', { name: 'Deny', exact: true }).click();

async function passkeysOf(email: string): Promise<readonly string[]> {
  const rows = await team.sql(
    'select k.name from passkeys k join people p on p.id = k.person where p.email = $1 order by k.created_at',
    [email],
  );
  return rows.map(({ name }) => String(name));
}

test('a person registers a passkey from the account menu, and allows a forced push with it', async () => {
  const { page, problems } = anna;
  const before = problems.length;
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Your account' }).click();
  await page.getByText('No passkeys yet.').waitFor(patient);
  await addPasskey(page, 'Phone');
  await page.getByText('The passkey Phone was added').waitFor(patient);
  await page.getByText(/not used yet/).waitFor(patient);
  expect([...(await barriers(page)), ...(await lowContrast(page))]).toEqual([]);
  await open(page, 'approvals');
  const hook = ask('git push --force origin main');
  await approve(page, 'git push --force origin main');
  expect(await hook.ended).toBe('');
  const votes = await team.sql(
    'select v.verdict, k.name from votes v join passkeys k on k.id = v.passkey order by v.at desc limit 1',
  );
  expect(votes).toEqual([{ verdict: 'allow', name: 'Phone' }]);
  await open(page, 'account');
  await page.getByText(/last used/).waitFor(patient);
  // The server's 403 that says that it takes a passkey.
  expect(problems.slice(before).filter((text) => !text.includes('403'))).toEqual([]);
  expect(anna.caught).toEqual([]);
});

test('somebody at the page who is not the person of the passkey allows nothing, and may deny', async () => {
  const { page } = anna;
  await register(page, 'Phone');
  await open(page, 'approvals');
  await setVerified({ isUserVerified: false });
  onTestFinished(async () => {
    await setVerified({ isUserVerified: true });
  });
  const hook = ask('git push --force origin release');
  await approve(page, 'git push --force origin release');
  await page.getByText('No passkey was used, so nothing changed.').waitFor(patient);
  const [found] = await team.sql('select state from approvals order by asked_at desc limit 1');
  expect(found).toEqual({ state: 'pending' });
  await deny(page);
  expect(await hook.ended).toContain('"permissionDecision":"deny"');
});

test('a push that can be undone takes no passkey', async () => {
  await register(anna.page, 'Phone');
  await open(anna.page, 'approvals');
  const hook = ask('git push origin topic');
  await approve(anna.page, 'git push origin topic');
  expect(await hook.ended).toBe('');
  expect(await team.sql('select last_used_at from passkeys')).toEqual([{ last_used_at: null }]);
});

test('a passkey is renamed and removed; the same device gives no second one', async () => {
  const { page } = anna;
  await register(page, 'Phone');
  await addPasskey(page, 'Phone again');
  await page.getByText('This device already has one of your passkeys.').waitFor(patient);
  await page.getByRole('button', { name: 'Rename the passkey Phone' }).click();
  const sheet = page.getByRole('complementary', { name: 'Rename a passkey' });
  await sheet.getByLabel('Name', { exact: true }).fill('Old phone');
  expect(await barriers(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The passkey is now called Old phone').waitFor(patient);
  expect(await passkeysOf('anna@acme.example')).toEqual(['Old phone']);
  await page.getByRole('button', { name: 'Remove the passkey Old phone' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('The passkey Old phone was removed').waitFor(patient);
  expect(await passkeysOf('anna@acme.example')).toEqual([]);
});

test('a sign-in of half an hour ago registers none, and the page leads to a new one', async () => {
  const { page } = await team.person('carl', ['approver']);
  onTestFinished(() => page.context().close());
  await authenticatorFor(page);
  await team.sql("update sessions set created_at = now() - interval '30 minutes'");
  await open(page, 'account');
  await addPasskey(page, 'Phone');
  await page.getByText(/sign in again to register a passkey/).waitFor(patient);
  expect(await passkeysOf('carl@acme.example')).toEqual([]);
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await page.getByLabel('Organisation').waitFor(patient);
});

test('an admin requires passkeys of everybody, and ends it with their own', async () => {
  const { page } = root;
  await authenticatorFor(page);
  await open(page, 'settings');
  await page.getByRole('button', { name: 'Require passkeys' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Require passkeys' }).click();
  await page.getByText('Everyone must use a passkey.').waitFor(patient);
  expect([...(await barriers(page)), ...(await lowContrast(page))]).toEqual([]);
  const hook = ask('git push --force origin stable');
  await approve(bert.page, 'git push --force origin stable');
  await bert.page.getByText(/you have no passkey; register one first/).waitFor(patient);
  expect([...(await barriers(bert.page)), ...(await lowContrast(bert.page))]).toEqual([]);
  await bert.page.getByRole('alert').getByRole('link', { name: 'Add a passkey' }).click();
  await bert.page.getByRole('heading', { name: 'Your account' }).waitFor(patient);
  await bert.page.getByLabel('New passkey').waitFor(patient);
  await bert.page.goBack();
  await bert.page.locator('.whole').getByText('git push --force origin stable').waitFor(patient);
  await deny(bert.page);
  expect(await hook.ended).toContain('"permissionDecision":"deny"');
  const relax = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Stop requiring' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stop requiring' }).click();
  };
  await relax();
  await page.getByText(/you have no passkey; register one first/).waitFor(patient);
  await register(page, 'Laptop');
  await open(page, 'settings');
  await relax();
  await page.getByText('Passkeys are no longer required').waitFor(patient);
  expect(await team.sql('select passkeys from organisations')).toEqual([{ passkeys: 'when-registered' }]);
});

test('an admin removes the lost passkey of somebody', async () => {
  await register(anna.page, 'Phone');
  const { page } = root;
  await open(page, 'people?find=anna');
  await page.getByRole('button', { name: 'Open anna@acme.example' }).click(patient);
  await page.getByRole('button', { name: 'Remove the passkey Phone' }).click(patient);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('The passkey Phone was removed').waitFor(patient);
  expect(await passkeysOf('anna@acme.example')).toEqual([]);
});

test('a grant for the team is proposed with a passkey', async () => {
  const { page } = anna;
  await register(page, 'Phone');
  await open(page, 'approvals');
  const hook = ask('git push --dry-run');
  await page.getByText('Or propose it for the whole team').click(patient);
  const propose = page.getByRole('button', { name: 'Allow once and propose this' });
  await expect.poll(() => propose.isEnabled(), patient).toBe(true);
  await propose.click();
  expect(await hook.ended).toBe('');
  const votes = await team.sql(
    'select v.verdict, k.name from team_grant_votes v join passkeys k on k.id = v.passkey',
  );
  expect(votes).toEqual([{ verdict: 'allow', name: 'Phone' }]);
});
