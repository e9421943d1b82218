import type { Page } from 'playwright-core';
import { goTo, inEveryForm, isAnyWanted, loadingAndError, shoot } from './picture.ts';
import type { TeamStage } from './server-stage.ts';

const patient = { timeout: 120_000 };

/** Machines and the pages for administrators. */
export async function drawAdministration(team: TeamStage, page: Page): Promise<void> {
  if (isAnyWanted('team/machines')) await drawMachines(team, page);
  await addIntegrations(team);
  // A project was added meanwhile, whose name comes first: the pages after these are about the other one.
  await page.evaluate((project) => sessionStorage.setItem('permesso-project', project), team.project);
  await page.reload();
  if (isAnyWanted('team/people')) await drawPeople(page);
  if (isAnyWanted('team/integrations')) {
    await inEveryForm(page, 'team/integrations', async () => {
      await goTo(page, 'integrations');
      await page.getByText('siem.acme.example').first().waitFor(patient);
    });
    await goTo(page, 'integrations?sheet=stream');
    await page.getByLabel('Address (https)').waitFor(patient);
    await shoot(page, 'team/integrations-stream-light');
    await goTo(page, 'integrations?sheet=target');
    await page.getByLabel('Address').waitFor(patient);
    await shoot(page, 'team/integrations-target-light');
    await inEveryForm(page, 'team/integrations-groups', async () => {
      await goTo(page, 'integrations');
      await page.getByText('3 people have it through this group').scrollIntoViewIfNeeded(patient);
    });
  }
  if (isAnyWanted('team/notifications')) await drawNotifications(team, page);
  if (isAnyWanted('team/account')) await drawAccount(page);
  if (isAnyWanted('team/audit'))
    await inEveryForm(page, 'team/audit', async () => {
      await goTo(page, 'audit');
      await page.locator('.acts-table').waitFor(patient);
    });
  if (isAnyWanted('team/settings')) {
    await inEveryForm(page, 'team/settings', async () => {
      await goTo(page, 'settings');
      await page.getByText('2 people must agree').waitFor(patient);
    });
    await goTo(page, 'settings?sheet=enrol');
    await page.getByLabel('Owner of the machines').waitFor(patient);
    await shoot(page, 'team/settings-enrol-light');
  }
}

async function drawAccount(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await goTo(page, 'account');
  await page.getByLabel('New passkey').fill('Laptop', patient);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('not used yet').waitFor(patient);
  await inEveryForm(page, 'team/account', async () => {
    await goTo(page, 'account');
    await page.getByText('not used yet').waitFor(patient);
    await page.getByText('was added').waitFor({ state: 'detached', ...patient });
  });
}

async function drawNotifications(team: TeamStage, page: Page): Promise<void> {
  // The browser of the pictures says no to notifications.
  await page.addInitScript(() => Object.assign(globalThis, { Notification: { permission: 'default' } }));
  await page.reload();
  const { people } = await team.ask('GET /v1/people');
  const anna = people.find((each: { email: string }) => each.email === 'anna@acme.example');
  await team.ask('POST /v1/hooks', { kind: 'mail', project: null, person: anna?.id });
  await team.sql(
    `update people set quiet = '{"windows": [{"days": [1, 2, 3, 4, 5], "from": "18:00", "to": "08:00"},
       {"days": [6, 7], "from": "00:00", "to": "00:00"}], "zone": "Europe/Berlin", "letsEscalated": true}' where id = $1`,
    [anna?.id],
  );
  await page.reload();
  await inEveryForm(page, 'team/notifications', async () => {
    await goTo(page, 'notifications');
    await page.getByText('Mon to Fri, 18:00 to 08:00').waitFor(patient);
    await page.getByRole('button', { name: 'Turn on' }).waitFor(patient);
  });
  await goTo(page, 'notifications?sheet=quiet');
  await page.getByLabel('Time zone').waitFor(patient);
  await shoot(page, 'team/notifications-quiet-light');
}

async function drawMachines(team: TeamStage, page: Page): Promise<void> {
  await inEveryForm(page, 'team/machines', async () => {
    await goTo(page, 'machines');
    await page.locator('.machines-table').waitFor(patient);
  });
  const [first] = await team.sql(`select id from agents where name = 'mbp-dmitri' limit 1`);
  await inEveryForm(page, 'team/machines-one', async () => {
    await goTo(page, `machines?machine=${String(first?.['id'])}`);
    await page.getByText('Agents and protection').waitFor(patient);
  });
  await goTo(page, 'machines?find=nothing');
  await page.getByText('No machine matches').waitFor(patient);
  await shoot(page, 'team/machines-no-match');
  await goTo(page, 'machines');
  await loadingAndError(page, 'team/machines', /v1\/machines\?/);
}

async function drawPeople(page: Page): Promise<void> {
  await inEveryForm(page, 'team/people', async () => {
    await goTo(page, 'people');
    await page.locator('.people-table').waitFor(patient);
  });
  await inEveryForm(page, 'team/people-one', async () => {
    await goTo(page, 'people?find=anna');
    await page.getByRole('button', { name: 'Open anna@acme.example' }).click(patient);
    await page.getByText('Expires after').waitFor(patient);
  });
}

/** A while of an administrator's work, by the routes. */
async function addIntegrations(team: TeamStage): Promise<void> {
  const { people } = await team.ask('GET /v1/people');
  const roles = ['viewer', 'approver', 'author', 'admin'] as const;
  for (const [at, { id, email }] of (people as { id: string; email: string }[]).entries()) {
    if (/^(?:anna|root|ben)@/.test(email) || at % 7 === 6) continue;
    const role = roles[at % 3] ?? 'viewer';
    const project = at % 2 === 0 ? null : team.project;
    await team.ask(`PUT /v1/people/${id}/roles`, {
      roles: [{ role, project }, ...(at % 4 === 0 ? [{ role: 'viewer', project: null }] : [])],
    });
  }
  const leaver = people.find((each: { email: string }) => each.email === 'karim@acme.example');
  await addGroups(team, people);
  if (leaver !== undefined) await team.ask(`POST /v1/people/${leaver.id}/disable`);
  const hana = people.find((each: { email: string }) => each.email === 'hana@acme.example');
  await team.ask('POST /v1/hooks', {
    kind: 'slack',
    project: null,
    address: 'https://hooks.slack.example/services/T0/B0',
  });
  await team.ask('POST /v1/hooks', {
    kind: 'webhook',
    project: team.project,
    address: 'https://ops.acme.example/permesso',
    onlyEscalated: true,
  });
  await team.ask('POST /v1/hooks', { kind: 'mail', project: null, person: hana?.id });
  await team.ask('POST /v1/streams', {
    target: { kind: 'splunk', url: 'https://siem.acme.example:8088', token: 'x' },
  });
  await team.ask('POST /v1/streams', {
    target: {
      kind: 's3',
      url: 'https://storage.acme.example',
      bucket: 'permesso-record',
      region: 'eu-1',
      accessKey: 'x',
      secretKey: 'x',
    },
  });
  await team.ask('POST /v1/approval-rules', {
    project: null,
    rule: 'Bash(npx prisma migrate:*)',
    quorum: 2,
    answerMinutes: 60,
    escalateMinutes: 20,
  });
  await team.ask('POST /v1/approval-rules', {
    project: team.project,
    rule: 'Bash(git push --force:*)',
    quorum: 3,
    answerMinutes: 30,
    escalateMinutes: null,
  });
  await team.ask('POST /v1/projects', { name: 'payments' });
  await team.ask('POST /v1/enrolments', {
    project: team.project,
    owner: hana?.id,
    uses: 25,
    minutes: 10_080,
  });
}

/** Groups of a directory that give roles. */
async function addGroups(team: TeamStage, people: readonly { readonly id: string }[]): Promise<void> {
  const { token } = await team.ask('POST /v1/scim-tokens', { name: 'directory', days: 1 });
  const sizes = { security: 3, 'shop-leads': 2 };
  for (const [displayName, size] of Object.entries(sizes)) {
    const members = people.slice(-size).map(({ id }) => ({ value: id }));
    const schemas = ['urn:ietf:params:scim:schemas:core:2.0:Group'];
    await team.ask('POST /scim/v2/Groups', { schemas, displayName, members }, token);
  }
  await team.ask('PUT /v1/group-roles', {
    mappings: [
      { group: 'security', role: 'approver', project: null },
      { group: 'shop-leads', role: 'author', project: team.project },
      { group: 'platform', role: 'admin', project: null },
    ],
  });
}
