import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { tabTo, untilFocusIn } from './keyboard.ts';
import { onTeamStage } from './on-team-stage.ts';
import { approveVersion, askTeam, sendAsAgent, type Signed, type TeamStage } from './server-stage.ts';
import { type Machine } from './stage.ts';

let team: TeamStage;
let anna: Signed;
let machine: Machine;

onTeamStage(async (made) => {
  ({ team, machine } = made);
  anna = await team.person('anna', ['author', 'admin']);
});

const patient = { timeout: 120_000 };

async function open(page: Page, name: string): Promise<void> {
  await page.goto(new URL(`/#${name}`, page.url()).href);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** What a hook on the machine answers about one command. */
async function decided(command: string): Promise<string> {
  const hook = askTeam(machine, command, { deadline: 5 });
  onTestFinished(hook.kill);
  return await hook.ended;
}

const blocked = '"permissionDecision":"deny"';

const first = `deny: ['Bash(make:*)']
tests: [{ call: Bash(make), expect: deny }]
`;

test('a version is written, published and obeyed, by keyboard alone', async () => {
  const { page, problems } = anna;
  await tabTo(page, /^Policy/);
  await page.keyboard.press('Enter');
  await page.getByText('There is no version yet').waitFor();
  await tabTo(page, /^Add a version/);
  await page.keyboard.press('Enter');
  await page.getByRole('complementary', { name: 'Add a version' }).waitFor();
  await tabTo(page, /Policy, as YAML/);
  // The text to begin with comes after the form has opened: it must not come between the two keys.
  await expect.poll(() => page.getByLabel('Policy, as YAML').inputValue(), patient).not.toBe('');
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(first);
  await tabTo(page, /What it is for/);
  await page.keyboard.type('No make');
  await tabTo(page, /^Add this version/);
  await page.keyboard.press('Enter');
  await page.getByText('Version 1 was added').waitFor(patient);
  await tabTo(page, /^Roll out to 100 %/);
  await page.keyboard.press('Enter');
  await page.getByText('Version 1 becomes active on every agent').waitFor();
  await untilFocusIn(page, '[role=alertdialog]');
  // Away with Escape: nothing happens by a stray key.
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  expect((await team.ask(`GET /v1/projects/${team.project}/rollout`)).current).toBeNull();
  await untilFocusIn(page, 'button', /^Roll out to 100 %/);
  await page.keyboard.press('Enter');
  await page.getByText('Version 1 becomes active on every agent').waitFor();
  await untilFocusIn(page, '[role=alertdialog]');
  await page.keyboard.press('Enter');
  await page.getByText('Version 1 is active on every agent in the project.').waitFor(patient);
  await team.sync(machine);
  expect(await decided('make all')).toContain('Bash(make:*)');
  expect(problems).toEqual([]);
});

test('a version says what it makes looser and stricter, and goes its way in stages', async () => {
  const { page } = anna;
  await open(page, 'policy');
  const author = await team.token('writer', ['author']);
  const text = `allow: ['Bash(npm test:*)']
deny: ['Bash(make:*)', 'Bash(sudo:*)']
tests: [{ call: Bash(make), expect: deny }]
`;
  const path = `/v1/projects/${team.project}`;
  await team.ask(`POST ${path}/policies`, { text, note: 'Tests pass, sudo does not' }, author);
  await page.getByRole('heading', { name: 'Version 2: Tests pass, sudo does not' }).waitFor(patient);
  await page.getByText('by writer@acme.example').waitFor();
  const changes = (await page.locator('.changes').allInnerTexts()).join('\n');
  expect(changes).toMatch(/stricter\s+deny\s+Bash\(sudo:\*\)/);
  expect(changes).toMatch(/looser\s+allow\s+Bash\(npm test:\*\)/);
  expect(changes).toMatch(/looser/);
  await page.getByRole('tab', { name: /^Review/ }).click();
  await page.getByText('Needs review by a second person: it makes the policy looser.').waitFor();
  // In shadow it is obeyed by nobody; to roll it out there is no button yet, and the server takes it from nobody.
  expect(await page.getByRole('button', { name: /Roll out/ }).count()).toBe(0);
  await expect(team.ask(`POST ${path}/rollout`, { version: 2, stage: 'all' }, author)).rejects.toThrow(
    /409 .*needs review by a second person/,
  );
  await page.getByRole('button', { name: 'Start in shadow' }).click();
  await page.locator('.stepper-foot').getByText('Version 2 is in shadow').waitFor(patient);
  const count = (version: number, obeyed: boolean, decisions: number, denials: number): Promise<unknown> =>
    team.sql(
      `insert into policy_counts (organisation, project, agent, version, obeyed, sequence, decisions, denials)
       select organisation, project, id, $1, $2, 1, $3, $4 from agents where project = $5
       on conflict (organisation, project, version, agent, obeyed)
       do update set decisions = excluded.decisions, denials = excluded.denials`,
      [version, obeyed, decisions, denials, team.project],
    );
  await count(1, true, 1000, 20);
  await count(2, false, 1000, 21);
  await page.getByRole('cell', { name: '2.1 %' }).waitFor(patient);
  // As it is counted, without a reload.
  await count(2, false, 1000, 25);
  await page.getByRole('cell', { name: '2.5 %' }).waitFor(patient);
  await page.getByText('Needs review by a second person before it can be enforced').waitFor();
  expect(await page.getByRole('button', { name: /Roll out/ }).count()).toBe(0);
  await page.getByLabel('Comment (optional)').fill('Agreed on Monday');
  await page.getByRole('button', { name: 'Approve version 2' }).click();
  await page.getByText('anna@acme.example approved it: Agreed on Monday').waitFor(patient);
  await page.getByLabel('Share of the agents, in %').fill('40');
  await page.getByRole('button', { name: 'Roll out to 40 %' }).click();
  await page.getByText('rolled out to 40 % of agents').waitFor(patient);
  await page.getByRole('button', { name: 'Roll back' }).click();
  await page.getByText('Version 2 was rolled back.').waitFor(patient);
  await page.getByText('Version 1 is active on every agent in the project.').waitFor(patient);
});

test('the author of a looser version is told that somebody else must review it', async () => {
  const { page } = anna;
  const path = `/v1/projects/${team.project}/policies`;
  await open(page, 'policy');
  await page.getByRole('button', { name: 'Add a version' }).click();
  await page.getByLabel('Policy, as YAML').fill(`allow: [Edit]\n${first}`);
  await page.getByLabel('What it is for').fill('Edits pass');
  await page.getByRole('button', { name: 'Add this version' }).click();
  await page.getByText(/^Version \d+ was added/).waitFor(patient);
  await page.getByRole('button', { name: 'Close', exact: true }).first().click();
  await page.getByRole('tab', { name: /^Review/ }).click();
  await page
    .getByText('You wrote it, so another author or an admin of the project must review it.')
    .waitFor(patient);
  expect(await page.getByRole('button', { name: /Roll out|(?:Approve|Reject) version/ }).count()).toBe(0);
  // Somebody else approves it, and the page of its author says so without a reload.
  const { versions } = await team.ask(`GET ${path}`);
  await approveVersion(team, versions[0].number);
  await page.getByRole('button', { name: 'Roll out to 100 %' }).waitFor(patient);
});

test('review is turned off by two people', async () => {
  const { page } = anna;
  await open(page, 'policy?sheet=brakes');
  await page.getByRole('button', { name: 'Turn review off' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn review off' }).click();
  await page
    .getByText('anna@acme.example asked to turn review off. A second person must confirm it.')
    .waitFor(patient);
  expect(await page.getByRole('button', { name: /Confirm/ }).count()).toBe(0);
  expect((await team.ask('GET /v1/policy-review')).required).toBe(true);
  await page.getByRole('button', { name: 'Keep review on' }).click();
  await page.getByRole('button', { name: 'Turn review off' }).waitFor(patient);
});

test('a version under which denials jump stops by itself, and the page says so without a reload', async () => {
  const { page } = anna;
  await open(page, 'policy');
  await page.getByRole('button', { name: /sudo does not/ }).click();
  await page.getByRole('button', { name: 'Start in shadow' }).click();
  await page.locator('.stepper-foot').getByText('Version 2 is in shadow').waitFor(patient);
  const counts = [
    { version: 1, obeyed: true, decisions: 500, denials: 5 },
    { version: 2, obeyed: false, decisions: 500, denials: 200 },
  ];
  expect(await sendAsAgent(machine, '/v1/agent/counts', { sequence: 1_000_000, counts })).toBe(204);
  await page.getByText('The server stopped version 2').waitFor(patient);
  expect(await team.ask(`GET /v1/projects/${team.project}/rollout`)).toMatchObject({
    current: 1,
    candidate: null,
  });
});

test('a version that fails its tests shows which, and has no way to be published', async () => {
  const { page } = anna;
  await open(page, 'policy');
  const text = `deny: ['Bash(make:*)']
tests: [{ call: Bash(make), expect: allow }]
`;
  await page.getByRole('button', { name: 'Add a version' }).click();
  await page.getByLabel('Policy, as YAML').fill(text);
  await page.getByLabel('What it is for').fill('Wrong');
  await page.getByRole('button', { name: 'Add this version' }).click();
  await page.getByText('cannot be published: 1 of 1 tests fail').first().waitFor(patient);
  await page.getByText('Bash(make) is deny, and should be allow').waitFor(patient);
  expect(await page.getByRole('button', { name: /Roll out|Start in shadow/ }).count()).toBe(0);
  await page.getByLabel('Policy, as YAML').fill("deny: ['Bash(']");
  await page.getByRole('button', { name: 'Add this version' }).click();
  await expect
    .poll(() => page.locator('.policy-problem').innerText(), patient)
    .toMatch(/the policy has errors\s+team policy:1:\d+: error/);
});

test.each([
  ['project shop', 'project'],
  ['agent build machine', 'agent'],
  ['all of acme', 'organisation'],
])('%s is frozen and unfrozen by keyboard alone, and its agents obey', async (name, what) => {
  const { page } = anna;
  await open(page, 'policy');
  await tabTo(page, /^Review and freeze/);
  await page.keyboard.press('Enter');
  if (what === 'agent') await page.getByText('agent build machine').waitFor(patient);
  await tabTo(page, new RegExp(`^Freeze ${name}`));
  await page.keyboard.press('Enter');
  // The field for the reason opens with the focus in it.
  await page.keyboard.type('An incident');
  await tabTo(page, new RegExp(`^Freeze ${name}`));
  await page.keyboard.press('Enter');
  await page.getByText('frozen: An incident').first().waitFor(patient);
  await team.sync(machine);
  const said = await decided('ls');
  expect(said).toContain(blocked);
  expect(said).toContain('An incident');
  await tabTo(page, new RegExp(`^Unfreeze ${name}`));
  await page.keyboard.press('Enter');
  await page.getByText('No longer frozen').first().waitFor(patient);
  await team.sync(machine);
  expect(await decided('ls')).not.toContain(blocked);
});

test('freezing without a reason does nothing', async () => {
  const { page } = anna;
  await open(page, 'policy?sheet=brakes');
  const freeze = page.getByRole('button', { name: 'Freeze project shop' });
  await freeze.click();
  await page.getByLabel('Why project shop is frozen').waitFor();
  await freeze.click();
  await page.getByText('Enter a reason.').waitFor();
  expect((await team.ask('GET /v1/projects')).projects[0].frozen).toBeNull();
});

test('a viewer finds no button, and the server takes nothing from them', async () => {
  const { page } = await team.person('vera', ['viewer']);
  onTestFinished(() => page.context().close());
  await open(page, 'policy?sheet=brakes');
  await page.getByText('To add or publish a version you need the role author').waitFor(patient);
  await page.getByText('You need the role admin to freeze.').waitFor();
  const acts = page.getByRole('button', { name: /^(?:Roll|Freeze|Unfreeze|Start|Add|Approve|Turn)/ });
  expect(await acts.count()).toBe(0);
  await page
    .getByRole('button', { name: /^Version \d+/ })
    .first()
    .waitFor();
  await open(page, 'policy?sheet=new');
  await page
    .getByRole('button', { name: /^Version \d+/ })
    .first()
    .waitFor();
  expect(await page.getByLabel('Policy, as YAML').count()).toBe(0);
  const statuses = await page.evaluate(async (project) => {
    const { csrf } = (await (await fetch('./v1/session')).json()) as { csrf: string };
    const say = async (method: string, path: string, body: object): Promise<number> => {
      const headers = { 'content-type': 'application/json', 'permesso-csrf': csrf };
      return (await fetch(path, { method, headers, body: JSON.stringify(body) })).status;
    };
    return [
      await say('POST', `./v1/projects/${project}/rollout`, { version: 1, stage: 'all' }),
      await say('POST', `./v1/projects/${project}/policies`, { text: 'deny: [Bash]', note: 'x' }),
      await say('PUT', './v1/freeze', { what: 'organisation', reason: 'x' }),
    ];
  }, team.project);
  expect(statuses).toEqual([403, 403, 403]);
});

test('rules and playground show the published policy of the project', async () => {
  const { page } = anna;
  await open(page, 'rules');
  await page.getByText('Version 1 is active').waitFor(patient);
  await page.getByText('Bash(make:*)').waitFor();
  expect(await page.getByRole('button', { name: /Remove/ }).count()).toBe(0);
  await open(page, 'playground');
  await page.getByRole('textbox', { name: 'Command' }).fill('make all');
  await page.locator('.outcome .deny').waitFor(patient);
});

test("another program's rules begin a version, with what is lost; the version in force is written for it", async () => {
  const { page, problems } = anna;
  const before = problems.length;
  await open(page, 'policy');
  await page.getByRole('button', { name: 'Add a version' }).click();
  await page.getByRole('button', { name: /^Start from the rules of another program/ }).click();
  await page
    .getByLabel("The other program's configuration")
    .fill('{ "permissions": { "allow": ["Bash(npm run test:*)"], "deny": ["Read(./secrets/**)"] } }');
  await page.getByRole('button', { name: 'Import this text' }).click();
  await page.getByText(/could (?:not )?be translated/).waitFor(patient);
  await page.getByRole('button', { name: 'Insert them into this version' }).click();
  const written = page.getByLabel('Policy, as YAML');
  await expect.poll(() => written.inputValue(), patient).toContain('Bash(npm run test:*)');
  await page.getByLabel('What it is for').fill('From another program');
  await page.getByRole('button', { name: 'Add this version' }).click();
  // It says nothing about its tests, so nobody obeys it.
  await page.getByText(/was added, and cannot be published: it has no tests/).waitFor(patient);
  await team.ask(
    `POST /v1/projects/${team.project}/policies`,
    { text: first, note: 'once more' },
    await team.token('second', ['author']),
  );
  await open(page, 'rules');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('button', { name: 'Export our rules' }).click();
  await expect
    .poll(() => page.getByLabel("The other program's configuration").inputValue(), patient)
    .toContain('"permissions"');
  expect(problems.slice(before)).toEqual([]);
});
