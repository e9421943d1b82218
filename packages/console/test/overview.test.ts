import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createPolicyGate } from '@permesso/gate/gate';
import { fileLog } from '@permesso/gate/log';
import { onStage, patient } from './on-stage.ts';
import { firstLoaded, servedSize } from './served-size.ts';
import type { Machine } from './stage.ts';

const stage = onStage();
const denied = '"permissionDecision":"deny"';

/** A machine whose agents have asked for the same thing three times. */
async function asked(): Promise<Machine> {
  const machine = stage.machine('allow: [Read]\ndeny: [Bash(sudo:*)]\n');
  const log = fileLog({ directory: join(machine.state, 'log') });
  const gate = createPolicyGate({ home: machine.home, env: {}, cwd: machine.project, log });
  for (const command of ['npm ci', 'npm ci', 'npm ci', 'sudo reboot', 'ls'])
    await gate.authorize({ tool: 'Bash', input: { command }, cwd: machine.project, session: 's' });
  log.close();
  return machine;
}

const localRules = (machine: Machine): string => {
  const file = join(machine.project, '.permesso/policy.local.yaml');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

test('the rule that ends a prompt is added with one click, and taken back with another', async () => {
  const machine = await asked();
  const { page, problems, goTo } = await stage.open(machine);
  await goTo('overview');
  await page.locator('.tile', { hasText: 'Calls' }).getByText('5').waitFor();
  const row = page.locator('.asked tr', { hasText: 'npm ci' });
  await row.getByRole('button', { name: 'Add rule' }).click();
  await row.getByText('Added').waitFor();
  expect(localRules(machine)).toContain('Bash(npm ci');
  expect(await stage.hook(machine, 'npm ci').ended).toBe('');
  await row.getByRole('button', { name: 'Undo' }).click();
  await row.getByRole('button', { name: 'Add rule' }).waitFor();
  expect(localRules(machine)).not.toContain('npm ci');
  expect(problems).toEqual([]);
});

test('freeze needs its word, denies every call, says so on every page, and is ended there', async () => {
  const machine = await asked();
  const { page, goTo } = await stage.open(machine);
  await page.getByRole('button', { name: 'Freeze' }).click();
  const act = page.getByRole('button', { name: 'Freeze this machine' });
  await page.getByLabel(/^Reason/).fill('looking into it');
  await page.getByLabel(/^Type/).fill('freez');
  expect(await act.isDisabled()).toBe(true);
  await page.getByLabel(/^Type/).fill('freeze');
  await act.click();
  await page.getByText('this machine is frozen').waitFor();
  const said = await stage.hook(machine, 'ls').ended;
  expect(said).toContain(denied);
  expect(said).toContain('looking into it');
  await goTo('rules');
  await page.getByText('this machine is frozen').waitFor();
  await page.getByRole('button', { name: 'Unfreeze' }).click();
  await page.getByText('this machine is frozen').waitFor({ state: 'detached' });
  expect(await stage.hook(machine, 'ls').ended).toBe('');
});

test('the palette leads to a page and tries a command, by keyboard alone', async () => {
  const { page } = await stage.open(await asked());
  await page.locator('.search').waitFor();
  const field = page.getByPlaceholder('Search or try a command');
  await page.keyboard.press('Control+k');
  await field.waitFor();
  await page.keyboard.type('agents');
  const agents = page.getByRole('option', { name: 'Agents', exact: true });
  await agents.waitFor();
  const selected = page.locator('[role=option][aria-selected=true]');
  for (let press = 0; press < 3 && (await agents.getAttribute('aria-selected')) !== 'true'; press++) {
    const before = await selected.textContent();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => selected.textContent(), patient).not.toBe(before);
  }
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Agents', exact: true }).waitFor();
  await page.keyboard.press('Control+k');
  await field.waitFor();
  await page.keyboard.type('sudo reboot');
  await page.keyboard.press('Enter');
  await page.locator('.outcome .deny').waitFor();
  expect(await page.getByRole('textbox', { name: 'Command' }).inputValue()).toBe('sudo reboot');
});

test('a request is answered by keyboard: moved to, read, and its key pressed twice', async () => {
  const machine = await asked();
  const { page } = await stage.open(machine);
  const hooks = [
    stage.hook(machine, 'npm install one', { session: 'a' }),
    stage.hook(machine, 'npm install two', { session: 'b' }),
  ];
  await page.waitForFunction(() => document.querySelectorAll('.rows li').length === 2);
  await page.keyboard.press('j');
  await page.waitForURL(/request=/);
  await expect.poll(() => page.getByRole('button', { name: /^Approve/ }).isEnabled(), patient).toBe(true);
  await page.keyboard.press('d');
  await page.getByText('Press D again to deny').waitFor();
  await page.keyboard.press('d');
  await page.waitForFunction(() => document.querySelectorAll('.rows li').length === 1);
  expect(await Promise.race(hooks.map(({ ended }) => ended))).toContain(denied);
});

test('on a phone a request is a screen of its own whose buttons never leave it', async () => {
  const machine = await asked();
  const { page } = await stage.open(machine);
  await page.setViewportSize({ width: 390, height: 844 });
  const hook = stage.hook(machine, 'npm install left-pad && rm -rf build');
  await page.locator('.req').click();
  const approve = page.getByRole('button', { name: /^Approve/ });
  await expect.poll(() => approve.isEnabled(), patient).toBe(true);
  const box = await approve.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await approve.click();
  expect(await hook.ended).toBe('');
  await page.getByText('Nothing is waiting').waitFor();
});

test('the filter and the open request stand in the address: reload and back keep them', async () => {
  const machine = await asked();
  const { page } = await stage.open(machine);
  stage.hook(machine, 'npm install one', { session: 'a' });
  stage.hook(machine, 'make two', { session: 'b' });
  await page.waitForFunction(() => document.querySelectorAll('.rows li').length === 2);
  await page.getByLabel('Filter by command, agent, project').fill('make');
  await page.waitForFunction(() => document.querySelectorAll('.rows li').length === 1);
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll('.rows li').length === 1);
  expect(await page.getByLabel('Filter by command, agent, project').inputValue()).toBe('make');
});

test('an address that was sent before leads to the same page', async () => {
  const { page } = await stage.open(await asked());
  await page.goto(new URL('#playground?tool=Bash&text=sudo+ls', page.url()).href);
  await page.locator('.outcome .deny').waitFor();
  await page.goto(new URL('#inbox?question=gone', page.url()).href);
  await page.getByText('Request no longer pending').waitFor();
  expect(new URL(page.url()).hash).toBe('#/approvals?request=gone');
});

test('the first page asks nobody else, and weighs at most 180 kB without fonts', async () => {
  const machine = await asked();
  const { page } = await stage.open(machine);
  const loaded: string[] = [];
  await page.goto(new URL('#/overview', page.url()).href);
  await page.locator('.asked tbody tr').first().waitFor();
  page.on('request', (request) => loaded.push(request.url()));
  await page.reload();
  await page.locator('.asked tbody tr').first().waitFor();
  const { origin } = new URL(page.url());
  expect(loaded.filter((url) => new URL(url).origin !== origin)).toEqual([]);
  const bytes = servedSize(stage.pages(), await firstLoaded(page));
  process.stdout.write(`first page: ${bytes} bytes gzip\n`);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(180_000);
});
