import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Approver } from '@permesso/protocol/approval';
import { createPolicyGate } from '@permesso/gate/gate';
import { type Log, fileLog } from '@permesso/gate/log';
import { tabTo } from './keyboard.ts';
import { onStage, patient } from './on-stage.ts';
import type { Machine } from './stage.ts';

const stage = onStage();

const commands = [
  'npm run build',
  'sudo ls',
  'git push origin a',
  'git push origin b',
  'make test',
  'npm run lint',
];

interface Lived {
  readonly commands?: readonly string[];
  /** Milliseconds before now. */
  readonly ago?: number;
}

async function live(machine: Machine, { commands: some = commands, ago = 0 }: Lived = {}): Promise<void> {
  const log = fileLog({ directory: join(machine.state, 'log') });
  const at = Date.now() - ago;
  const stamped: Log = { write: (entry) => log.write(ago === 0 ? entry : { ...entry, at }) };
  const approver: Approver = ({ call }) =>
    Promise.resolve({
      verdict: call.input['command'] === 'make test' ? 'deny' : 'allow',
      by: 'ada',
      comment: 'Not now.',
    });
  const gate = createPolicyGate({
    home: machine.home,
    env: {},
    cwd: machine.project,
    log: stamped,
    approver,
  });
  for (const command of some)
    await gate.authorize({
      tool: 'Bash',
      input: { command },
      cwd: machine.project,
      session: 's',
      host: command.startsWith('npm') ? 'codex' : 'claude-code',
    });
  log.close();
}

interface History {
  readonly before?: (machine: Machine) => Promise<void>;
  readonly after?: (machine: Machine) => void;
}

async function open({ before, after }: History = {}) {
  const machine = stage.machine('allow: [Bash(npm run:*)]\nask: [Bash(git push:*)]\ndeny: [Bash(sudo:*)]\n');
  await before?.(machine);
  await live(machine);
  after?.(machine);
  const opened = await stage.open(machine);
  await opened.goTo('activity');
  return { ...opened, machine };
}

const rows = (page: Page) => page.locator('.entries > li');
const shown = (page: Page) => () => rows(page).count();

/** From the menu behind the button `Filter`. */
async function filter(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitemradio', { name, exact: true }).click();
  await page.getByRole('menu').waitFor({ state: 'detached' });
}

test('numbers, what was asked most, and what happened, the newest first', async () => {
  const { page, problems } = await open();
  const number = (name: string) =>
    page.locator('.log-line dl div').filter({ hasText: name }).locator('dd').textContent();
  await expect.poll(() => number('calls'), patient).toBe('6');
  expect(await Promise.all(['asked', 'denied', 'approved'].map(number))).toEqual(['3', '1', '67 %']);
  await expect.poll(shown(page), patient).toBe(6);
  expect(await rows(page).first().textContent()).toContain('npm run lint');
  await expect
    .poll(() => page.locator('.legend button').allTextContents(), patient)
    .toEqual(['deny 1', 'ask 3', 'allow 2']);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitemradio', { name: /git push.*2 times, 2 approved, 0 denied/ }).click();
  await expect.poll(shown(page), patient).toBe(2);
  expect(problems).toEqual([]);
});

test('each call says what became of it: approved, denied, by rule', async () => {
  const { page } = await open();
  await expect.poll(shown(page), patient).toBe(6);
  expect(await page.locator('.entry-row .response').allTextContents()).toEqual([
    '– ',
    expect.stringMatching(/^denied/),
    expect.stringMatching(/^approved/),
    expect.stringMatching(/^approved/),
    'by rule ',
    '– ',
  ]);
});

test('entries are filtered by verdict, by kind and by time, and searched', async () => {
  const { page } = await open();
  await expect.poll(shown(page), patient).toBe(6);
  await filter(page, 'All entries');
  await expect.poll(shown(page), patient).toBe(9);
  await filter(page, /^deny/);
  await expect.poll(shown(page), patient).toBe(2);
  await filter(page, 'Answers');
  await expect.poll(shown(page), patient).toBe(1);
  await page.getByRole('button', { name: 'Remove the filter Verdict deny' }).click();
  await expect.poll(shown(page), patient).toBe(3);
  await filter(page, 'All entries');
  await page.getByRole('button', { name: 'Range: 30 days' }).click();
  await page.getByRole('menuitemradio', { name: '1 hour' }).click();
  await expect.poll(shown(page), patient).toBe(9);
  await page.getByLabel('Find').fill('PUSH origin');
  await expect.poll(shown(page), patient).toBe(4);
  await page.getByLabel('Find').fill('nothing like that');
  await page.getByText('No log entry matches these filters.').waitFor();
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await filter(page, /^Codex/);
  await expect.poll(shown(page), patient).toBe(2);
  // Back and reload keep it.
  await page.reload();
  await expect.poll(shown(page), patient).toBe(2);
});

test('what comes in while somebody reads is offered, and moves nothing by itself', async () => {
  const { page, machine } = await open();
  await expect.poll(() => page.locator('.log-line dl div').last().textContent(), patient).toBe('entries9');
  await page.getByRole('button', { name: /^deny/ }).click();
  await expect.poll(shown(page), patient).toBe(1);
  await live(machine, { commands: ['sudo reboot', 'npm run more'] });
  await page.getByRole('button', { name: 'Show 1 new entry' }).click();
  await expect.poll(shown(page), patient).toBe(2);
  expect(await rows(page).first().textContent()).toContain('sudo reboot');
});

test('an intact log is said to be intact', async () => {
  const { page } = await open();
  await expect
    .poll(() => page.locator('.integrity p').textContent(), patient)
    .toMatch(/intact, 9 entries, verified at \d\d:\d\d/);
});

test('a log in which somebody changed a line says so, and where', async () => {
  const { page } = await open({
    after: ({ state }) => {
      const file = join(state, 'log/log.jsonl');
      writeFileSync(file, readFileSync(file, 'utf8').replace('sudo ls', 'sudo rm'));
    },
  });
  await expect
    .poll(() => page.locator('.integrity').textContent(), patient)
    .toMatch(/not intact, verified at .*log\.jsonl, line \d/);
});

test('an entry explains itself: the receipt, what followed, the raw line and the verdict of today', async () => {
  const { page, problems, machine } = await open();
  await rows(page).filter({ hasText: 'git push origin b' }).getByRole('button').click();
  const sheet = page.getByRole('complementary', { name: 'Entry' });
  await sheet.getByText('approved by ada').waitFor();
  await expect.poll(() => sheet.locator('.tree').textContent(), patient).toMatch(/Bash\(git push:\*\).*user/);
  await expect
    .poll(() => sheet.locator('.timeline').textContent(), patient)
    .toMatch(/Asked.*Approved.*by ada/);
  await expect.poll(() => sheet.locator('.replay').textContent(), patient).toMatch(/ask.*unchanged/);
  await sheet.getByRole('button', { name: 'Raw JSON' }).click();
  await sheet.getByText('"type": "decision"').waitFor();
  machine.write('.config/permesso/policy.yaml', 'deny: [Bash(git push:*)]\n');
  await sheet.getByRole('button', { name: 'Replay' }).click();
  await expect.poll(() => sheet.locator('.replay').textContent(), patient).toMatch(/deny.*changed/);
  await rows(page).filter({ hasText: 'make test' }).getByRole('button').click();
  await sheet.getByText('denied by ada').waitFor();
  await sheet.getByText('“Not now.”').waitFor();
  await rows(page).filter({ hasText: 'git push origin b' }).getByRole('button').click();
  await sheet.getByText('approved by ada').waitFor();
  // The address opens the same entry, also where the list does not hold it.
  const address = new URL(page.url());
  await page.goto(`${address.href}&words=nothing-like-it`);
  await page.reload();
  await page.getByText('Nothing matches').waitFor();
  await expect.poll(() => sheet.locator('.cmd').textContent(), patient).toContain('git push origin b');
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
});

const hour = 3_600_000;

/** Calls of now, and of ten days ago. */
function openWithPast() {
  return open({
    before: (machine) =>
      live(machine, { commands: ['npm run old', 'sudo old', 'npm run older'], ago: 240 * hour }),
  });
}

const slider = (page: Page, name: 'From' | 'To') => page.getByRole('slider', { name, exact: true });

test('a time range is brushed with the mouse, moved by its handle and taken away', async () => {
  const { page } = await openWithPast();
  await expect.poll(shown(page), patient).toBe(9);
  const plot = page.locator('.brushable');
  const box = await plot.boundingBox();
  if (box === null) throw new Error('there is no chart');
  const at = (part: number) => [box.x + box.width * part, box.y + box.height / 2] as const;
  await page.mouse.move(...at(0.5));
  await page.mouse.down();
  await page.mouse.move(...at(0.8), { steps: 5 });
  await page.mouse.up();
  await expect.poll(shown(page), patient).toBe(3);
  expect(await rows(page).first().textContent()).toContain('npm run older');
  await expect.poll(() => page.locator('.result-bar b').textContent(), patient).toBe('3 calls');
  const handle = await slider(page, 'To').boundingBox();
  if (handle === null) throw new Error('there is no handle');
  await page.mouse.move(handle.x + 4, handle.y + 10);
  await page.mouse.down();
  await page.mouse.move(...at(0.999), { steps: 5 });
  await page.mouse.up();
  await expect.poll(shown(page), patient).toBe(9);
  await page.getByRole('button', { name: /^Remove the filter Time/ }).click();
  await page.getByRole('button', { name: /^Remove the filter Time/ }).waitFor({ state: 'detached' });
  await expect.poll(shown(page), patient).toBe(9);
});

test('a time range is chosen by keyboard alone', async () => {
  const { page } = await openWithPast();
  await expect.poll(shown(page), patient).toBe(9);
  await tabTo(page, /^From$/);
  // 30 days are 120 bars: to the last two.
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(shown(page), patient).toBe(6);
  await page.keyboard.press('Home');
  await expect.poll(shown(page), patient).toBe(9);
  await tabTo(page, /^To$/);
  for (let press = 0; press < 2; press++) await page.keyboard.press('PageDown');
  await expect.poll(shown(page), patient).toBe(3);
  expect(await slider(page, 'To').getAttribute('aria-valuetext')).toMatch(/^\d+ \w+ \d\d:\d\d$/);
  await page.keyboard.press('End');
  await expect.poll(shown(page), patient).toBe(9);
});

test('on a phone a range is brushed, an entry fills the screen, and nothing is wider than it', async () => {
  const { page } = await openWithPast();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(shown(page), patient).toBe(9);
  const box = await page.locator('.brushable').boundingBox();
  if (box === null) throw new Error('there is no chart');
  await page.mouse.move(box.x + box.width * 0.5, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.8, box.y + 40, { steps: 5 });
  await page.mouse.up();
  await expect.poll(shown(page), patient).toBe(3);
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await wide()).toBe(390);
  await rows(page).first().getByRole('button').click();
  const sheet = page.getByRole('complementary', { name: 'Entry' });
  await sheet.waitFor();
  expect(await sheet.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
  expect(await wide()).toBe(390);
  await sheet.getByRole('button', { name: 'Back' }).click();
  await sheet.waitFor({ state: 'detached' });
});

test('a view is saved, shown again after others, and removed with undo', async () => {
  const { page, machine } = await open();
  await filter(page, /^deny/);
  await expect.poll(shown(page), patient).toBe(1);
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByLabel('Name of the view').fill('What was denied');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'What was denied', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect.poll(shown(page), patient).toBe(6);
  await page.reload();
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('button', { name: 'What was denied', exact: true }).click();
  await expect.poll(shown(page), patient).toBe(1);
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('button', { name: 'Remove the view What was denied' }).click();
  await page.getByText('No saved views yet.').waitFor();
  const kept = () => readFileSync(join(machine.state, 'console-views.json'), 'utf8');
  expect(kept()).toBe('{"views":[]}');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(kept, patient).toContain('What was denied');
});

test('exactly what is filtered is exported, as the log has it', async () => {
  const { page, machine } = await open();
  await filter(page, /^Claude Code/);
  await expect.poll(shown(page), patient).toBe(4);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export 4 calls' }).click(),
  ]);
  const lines = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\n');
  const log = readFileSync(join(machine.state, 'log/log.jsonl'), 'utf8').trimEnd().split('\n');
  const expected = log.filter((line) => line.includes('"type":"decision"') && line.includes('claude-code'));
  expect(lines).toEqual(expected.toReversed());
});

test('of a long list only what is on the screen is drawn, and more comes before its end', async () => {
  const many = Array.from({ length: 400 }, (_, at) => `npm run task-${at}`);
  const { page } = await open({ before: (machine) => live(machine, { commands: many }) });
  const list = page.locator('.entries');
  const loaded = async () => Number(await list.getAttribute('data-entries'));
  await expect.poll(loaded, patient).toBeGreaterThanOrEqual(100);
  expect(await shown(page)()).toBeLessThan(60);
  await expect
    .poll(async () => {
      await page.locator('.activity > .page').evaluate((scrolled) => scrolled.scrollTo(0, 1e6));
      return loaded();
    }, patient)
    .toBe(406);
  await expect.poll(() => rows(page).last().textContent(), patient).toContain('npm run task-0');
  expect(await shown(page)()).toBeLessThan(60);
});
