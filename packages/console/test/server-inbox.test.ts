import type { Page } from 'playwright-core';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { onTeamStage } from './on-team-stage.ts';
import { askTeam, type Signed, type TeamStage } from './server-stage.ts';
import { type Hook, type Machine } from './stage.ts';

let team: TeamStage;
let anna: Signed;
let bert: Signed;
let machine: Machine;

onTeamStage(async (made) => {
  ({ team, machine } = made);
  anna = await team.person('anna', ['approver']);
  bert = await team.person('bert', ['approver']);
});

/** What a test has left behind, when it failed. */
afterEach(async () => {
  await team.sql(
    "update approvals set state = 'cancelled', due_at = null, changed = pg_current_xact_id() where state = 'pending'",
  );
  await Promise.all([waiting(anna.page, 0), waiting(bert.page, 0)]);
});

function hookFor(command: string, options: { deadline?: number; session?: string } = {}): Hook {
  const hook = askTeam(machine, command, options);
  onTestFinished(hook.kill);
  return hook;
}

/** Machines are busy. */
const patient = { timeout: 120_000 };
const blocked = '"permissionDecision":"deny"';

async function waiting(page: Page, count: number): Promise<void> {
  await page.waitForFunction(
    (wanted) => document.querySelectorAll('.rows li').length === wanted,
    count,
    // By the clock: a page behind another draws no frames.
    { ...patient, polling: 100 },
  );
}

async function allow(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^Approve/ });
  await expect.poll(() => button.isEnabled(), patient).toBe(true);
  await button.click();
}

/** Asks and is answered one way or the other: what the page itself would send, without waiting for anything. */
function sayDirectly(page: Page, verdict: 'allow' | 'deny'): Promise<number> {
  return page.evaluate(async (said) => {
    const json = async (path: string) => (await (await fetch(path)).json()) as Record<string, never>;
    const { csrf = '' } = await json('./v1/session');
    const { approvals } = (await json('./v1/approvals')) as { approvals?: { id: string; digest: string }[] };
    const [newest] = approvals ?? [];
    const response = await fetch(`./v1/approvals/${newest?.id}/answer`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'permesso-csrf': csrf },
      body: JSON.stringify({ digest: newest?.digest, verdict: said }),
    });
    return response.status;
  }, verdict);
}

test('an agent asks the team, somebody clicks, and the agent gets the answer', async () => {
  const hook = hookFor('npm install left-pad');
  await waiting(anna.page, 1);
  await anna.page
    .getByRole('heading', {
      name: 'Codex CLI on build machine wants to install left-pad from the npm registry',
    })
    .waitFor();
  await anna.page.locator('.facts').getByText('codex').waitFor();
  await allow(anna.page);
  expect(await hook.ended).toBe('');
  await Promise.all([waiting(anna.page, 0), waiting(bert.page, 0)]);
  expect(anna.problems).toEqual([]);
});

test('a no carries its words to the agent', async () => {
  const hook = hookFor('npm install is-odd');
  await waiting(bert.page, 1);
  await bert.page.getByLabel('Message to the agent if denied (optional)').fill('Use pnpm, please.');
  await bert.page.getByRole('button', { name: 'Deny', exact: true }).click();
  const said = await hook.ended;
  expect(said).toContain(blocked);
  expect(said).toContain('Use pnpm, please.');
  await waiting(anna.page, 0);
});

test('a changed call is decided again, asked about again, and runs as it was written', async () => {
  const hook = hookFor('npm install lodash');
  await waiting(anna.page, 1);
  await anna.page.getByRole('button', { name: /^Edit the call before it runs/ }).click();
  await anna.page.getByRole('textbox', { name: 'The command' }).fill('npm install lodash --ignore-scripts');
  await allow(anna.page);
  // Nobody has seen what the engine says about what was written.
  await bert.page.locator('.rows li', { hasText: '--ignore-scripts' }).getByRole('button').click(patient);
  await allow(bert.page);
  const said = await hook.ended;
  expect(said).toContain('npm install lodash --ignore-scripts');
  expect(said).not.toContain(blocked);
});

test('of two people who answer at once one wins, and the other is told', async () => {
  const hook = hookFor('npm install two');
  await Promise.all([waiting(anna.page, 1), waiting(bert.page, 1)]);
  const answers = await Promise.all([sayDirectly(anna.page, 'allow'), sayDirectly(bert.page, 'deny')]);
  expect([...answers].toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect((await hook.ended) === '').toBe(answers[0] === 200);
});

test('a click that comes too late says so', async () => {
  const hook = hookFor('npm install late');
  await Promise.all([waiting(anna.page, 1), waiting(bert.page, 1)]);
  await expect
    .poll(() => bert.page.getByRole('button', { name: /^Approve/ }).isEnabled(), patient)
    .toBe(true);
  // What the click sends is held until somebody else has answered.
  await bert.page.route('**/answer', async (route) => {
    await sayDirectly(anna.page, 'deny');
    await route.continue();
  });
  await bert.page.getByRole('button', { name: /^Approve/ }).click();
  expect(await hook.ended).toContain(blocked);
  await bert.page.unrouteAll({ behavior: 'wait' });
  await expect
    .poll(() => team.sql('select verdict, counted from votes order by at desc limit 2'), patient)
    .toEqual([
      { verdict: 'allow', counted: false },
      { verdict: 'deny', counted: true },
    ]);
});

test('a question is there after a reload, and the page can still answer', async () => {
  const hook = hookFor('npm install reload');
  await waiting(anna.page, 1);
  await anna.page.reload();
  await waiting(anna.page, 1);
  await allow(anna.page);
  expect(await hook.ended).toBe('');
});

test('a question whose time is over goes away, and an answer to it does not count', async () => {
  const hook = hookFor('npm install expired');
  await waiting(anna.page, 1);
  await team.sql("update approvals set expires_at = now(), due_at = now() where state = 'pending'");
  expect(await hook.ended).toContain(blocked);
  await waiting(anna.page, 0);
  expect(await sayDirectly(anna.page, 'allow')).toBe(409);
});

test('the server is killed and started again between question and answer', async () => {
  const hook = hookFor('npm install through-a-crash', { deadline: 120 });
  await waiting(anna.page, 1);
  await team.kill();
  await anna.page.getByText('disconnected, retrying').waitFor(patient);
  // The page keeps what it knows, and says what went wrong.
  await anna.page.getByRole('button', { name: 'Deny', exact: true }).click();
  await expect.poll(() => anna.page.locator('.answer-problem').textContent(), patient).not.toBe('');
  await team.restart();
  await anna.page.getByText('live', { exact: true }).waitFor(patient);
  await waiting(anna.page, 1);
  await allow(anna.page);
  expect(await hook.ended).toBe('');
  await waiting(bert.page, 0);
});

test('a notification target that an admin added waits until its person confirms it', async () => {
  const { page, problems } = anna;
  const before = problems.length;
  const { people } = await team.ask('GET /v1/people');
  const { id: person } = people.find((each: { email: string }) => each.email === 'anna@acme.example');
  const target = { kind: 'webhook', project: null, person, address: 'https://hooks.example.com/secret-path' };
  const { id } = await team.ask('POST /v1/hooks', target);
  await bert.page.reload();
  await page.reload();
  await page.getByText('Webhook to hooks.example.com').waitFor(patient);
  expect(await page.getByText('secret-path').count()).toBe(0);
  expect(await bert.page.getByText('hooks.example.com').count()).toBe(0);
  await page.getByRole('button', { name: 'Confirm hooks.example.com' }).click();
  await page.getByText('Webhook to hooks.example.com').waitFor({ state: 'detached', ...patient });
  const { hooks } = await team.ask('GET /v1/hooks');
  expect(hooks).toMatchObject([{ id, confirmedAt: expect.stringMatching(/^\d{4}-/) }]);
  await team.ask(`DELETE /v1/hooks/${id}`);
  expect(problems.slice(before)).toEqual([]);
});
