import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { approvalFiles } from '@permesso/gate/approval';
import { createGate } from '@permesso/gate/gate';
import { fileLog } from '@permesso/gate/log';
import { foreign, listenFor } from './canary.ts';
import { hostileText } from './hostile-texts.ts';
import { onStage } from './on-stage.ts';
import { busyMachine, goIn, openOn, type Machine } from './stage.ts';

const stage = onStage();

/** `FULL=1` for all of them, which takes most of an hour. */
const isFull = process.env['FULL'] === '1';
const fuzzed = isFull ? 5000 : 500;
const typed = isFull ? 5000 : 50;
const patiently = { timeout: isFull ? 5_400_000 : 900_000 };
/** So many rules in one policy. */
const ruled = 50;

/** The public suite's calls, and texts made to break a page. */
function texts(): readonly string[] {
  const suite = fileURLToPath(new URL('../../../corpus/', import.meta.url));
  const lines = readdirSync(suite)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(suite, name), 'utf8').split('\n'))
    .filter((line) => line !== '');
  const calls = lines.map((line) => JSON.stringify((JSON.parse(line) as { call?: unknown }).call ?? line));
  const some = isFull ? calls : calls.filter((_, at) => at % 4 === 0);
  // The same call twice is one question.
  return [...new Set([...some, ...Array.from({ length: fuzzed }, (_, at) => hostileText(at * 7))])];
}

interface Guarded {
  readonly page: Page;
  /** What ran, what the content security policy stopped, and what was loaded from elsewhere. */
  readonly caught: string[];
}

async function guarded(machine: Machine): Promise<Guarded> {
  const served = await openOn(machine, stage.pages());
  onTestFinished(served.close);
  const context = await stage.browser().newContext({ viewport: { width: 1280, height: 900 } });
  context.setDefaultTimeout(busyMachine);
  onTestFinished(() => context.close());
  const caught = await listenFor(context, (url) => url.startsWith(`http://127.0.0.1:${served.port}/`));
  const page = await context.newPage();
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => caught.push('dialog')));
  await goIn(page, served.address);
  return { page, caught };
}

function machineWith(): Machine {
  return stage.machine('allow: []\n');
}

test('the canary can be received', async () => {
  const { page, caught } = await guarded(machineWith());
  await page.evaluate(() => {
    const image = document.createElement('img');
    image.setAttribute('src', 'http://127.0.0.1:9/x');
    document.body.append(image);
  });
  await expect.poll(() => caught.some((what) => what.startsWith('csp'))).toBe(true);
  expect(await foreign(page)).toBe(1);
});

test('hostile calls in the inbox stay text', patiently, async () => {
  const machine = machineWith();
  const { page, caught } = await guarded(machine);
  await page.goto(new URL('#/approvals', page.url()).href);
  const store = approvalFiles(join(machine.state, 'sessions/s/approvals'));
  const gate = createGate({ policy: {} });
  const all = texts();
  const together = 190;
  for (let from = 0; from < all.length; from += together) {
    const some = all.slice(from, from + together);
    const opened = [];
    for (const text of some) {
      const { request } = await gate.consult({
        tool: text.slice(0, 300),
        input: { command: text, [text]: text },
        cwd: `/${text.replaceAll('\0', '')}`,
        host: text,
        agent: { name: text },
        session: 's',
      });
      if (request !== undefined) opened.push(store.open(request, { now: Date.now(), expiresIn: 60_000 }));
    }
    expect(opened.length).toBe(some.length);
    await page.waitForFunction(
      (count) => document.querySelectorAll('.rows li').length === count,
      some.length,
    );
    expect(await foreign(page)).toBe(0);
    for (const { id } of opened) store.change(id, { type: 'cancel', at: Date.now(), why: 'seen' });
    await page.waitForFunction(() => document.querySelectorAll('.rows li').length === 0);
  }
  expect(caught).toEqual([]);
});

test('hostile calls that were asked stay text on the first page', async () => {
  const machine = machineWith();
  const log = fileLog({ directory: join(machine.state, 'log') });
  const gate = createGate({ policy: {}, log });
  for (const text of texts().filter((_, at) => at % 10 === 0))
    await gate.authorize({ tool: text.slice(0, 300), input: { command: text }, host: text, session: text });
  log.close();
  const { page, caught } = await guarded(machine);
  await page.locator('.asked-n').first().waitFor();
  expect(await foreign(page)).toBe(0);
  expect(caught).toEqual([]);
});

test('hostile calls in the log stay text', patiently, async () => {
  const machine = machineWith();
  const log = fileLog({ directory: join(machine.state, 'log') });
  const gate = createGate({ policy: { deny: ['Bash'] }, log });
  const all = texts();
  for (const text of all)
    await gate.authorize({ tool: 'Bash', input: { command: text }, host: text, session: text });
  log.close();
  const { page, caught } = await guarded(machine);
  await page.goto(new URL('#activity', page.url()).href);
  const list = page.locator('.entries');
  const scroller = page.locator('.activity > .page');
  /** Screen by screen, so that every one of them was drawn. */
  const seen = async (): Promise<number> => {
    await scroller.evaluate((scrolled) => scrolled.scrollBy(0, scrolled.clientHeight));
    const [loaded, last] = await Promise.all([
      list.getAttribute('data-entries'),
      page.locator('.entries > li').last().getAttribute('aria-posinset'),
    ]);
    return loaded === last ? Number(last) : 0;
  };
  await expect.poll(seen, { timeout: patiently.timeout - 100_000, interval: 20 }).toBe(all.length);
  await page.locator('.entries button').first().click();
  await page.locator('.sheet .tree').waitFor();
  await page.getByRole('button', { name: 'Raw JSON' }).click();
  expect(await foreign(page)).toBe(0);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitemradio').first().waitFor();
  expect(await foreign(page)).toBe(0);
  expect(caught).toEqual([]);
});

test('hostile text in the playground and in its link stays text', patiently, async () => {
  const { page, caught } = await guarded(machineWith());
  for (let at = 0; at < typed; at++) {
    const text = hostileText(at * 83);
    await page.goto(
      new URL(`#playground?${new URLSearchParams({ text, tool: 'Bash', mode: text })}`, page.url()).href,
    );
    await page.getByRole('heading', { name: 'Parts' }).waitFor();
    expect(await foreign(page)).toBe(0);
  }
  expect(caught).toEqual([]);
});

test('hostile text in rules and profiles stays text', patiently, async () => {
  const machine = machineWith();
  const { page, caught } = await guarded(machine);
  for (let first = 0; first < typed; first += ruled) {
    const lines = Array.from({ length: ruled }, (_, at) =>
      hostileText((first + at) * 83).replaceAll(/[\0\r\n\u2028]/g, ''),
    );
    const rules = lines.map((text, at) => ({
      rule: `Bash(do-${at})`,
      message: text,
      guidance: text,
      why: text,
    }));
    machine.write('app/.permesso/policy.yaml', JSON.stringify({ deny: rules, tools: { hidden: lines } }));
    machine.write(
      '.config/permesso/profiles/hostile.yaml',
      `${lines.map((text) => `# ${text}`).join('\n')}\ndeny: [Bash]\n`,
    );
    await page.goto(new URL('#/rules', page.url()).href);
    await page.reload();
    await page.getByRole('heading', { name: 'Rules', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Profiles', exact: true }).click();
    await page.getByRole('button', { name: 'Compare hostile' }).click();
    await page.getByRole('button', { name: /^Write / }).waitFor();
    expect(await page.locator('.profiles').textContent()).toContain('canary(');
    expect(await page.locator('tbody tr').count()).toBe(ruled);
    expect(await foreign(page)).toBe(0);
    // A policy that cannot be read is shown by what is wrong with it.
    machine.write('app/.permesso/policy.yaml', JSON.stringify({ deny: lines.map((text) => `Bash(${text}`) }));
    await page.reload();
    await page.locator('p.problem').first().waitFor();
    expect(await foreign(page)).toBe(0);
  }
  expect(caught).toEqual([]);
});
