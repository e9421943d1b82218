import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { approvalFiles } from '../../permesso/src/approval/approval-files.ts';
import { createGate } from '../../permesso/src/gate.ts';
import { fileLog } from '../../permesso/src/record/file-log.ts';
import { hostileText } from './hostile-texts.ts';
import { buildPages, enter, newMachine, openOn, startBrowser, type Machine } from './stage.ts';

let pages: string;
let browser: Browser;

beforeAll(async () => {
  [pages, browser] = await Promise.all([buildPages(), startBrowser()]);
});

afterAll(async () => {
  await browser.close();
  rmSync(pages, { recursive: true, force: true });
});

/** `FULL=1` for all of them. */
const fuzzed = process.env['FULL'] === '1' ? 5000 : 500;

/** The public suite's calls, and texts made to break a page. */
function texts(): readonly string[] {
  const suite = fileURLToPath(new URL('../../../corpus/', import.meta.url));
  const lines = readdirSync(suite)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(suite, name), 'utf8').split('\n'))
    .filter((line) => line !== '');
  const calls = lines.map((line) => JSON.stringify((JSON.parse(line) as { call?: unknown }).call ?? line));
  const some = process.env['FULL'] === '1' ? calls : calls.filter((_, at) => at % 4 === 0);
  return [...some, ...Array.from({ length: fuzzed }, (_, at) => hostileText(at * 7))];
}

interface Guarded {
  readonly page: Page;
  /** What ran, what the content security policy stopped, and what was loaded from elsewhere. */
  readonly caught: string[];
}

async function guarded(machine: Machine): Promise<Guarded> {
  const served = await openOn(machine, pages);
  onTestFinished(served.close);
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  onTestFinished(() => context.close());
  const caught: string[] = [];
  await context.exposeFunction('report', (what: string) => void caught.push(what));
  await context.addInitScript(() => {
    const report = (what: string): void =>
      (globalThis as unknown as { report: (what: string) => void }).report(what);
    Object.assign(globalThis, { canary: (at: number) => report(`ran ${at}`), alert: () => report('alert') });
    addEventListener('securitypolicyviolation', (event) =>
      report(`csp ${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  const page = await context.newPage();
  page.on('request', (request) => {
    if (!request.url().startsWith(`http://127.0.0.1:${served.port}/`)) caught.push(`loaded ${request.url()}`);
  });
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => caught.push('dialog')));
  await page.goto(served.address);
  return { page, caught };
}

function machineWith(): Machine {
  const machine = newMachine('allow: []\n');
  onTestFinished(machine.remove);
  return machine;
}

/** Everything in a page that could act; ours are known. */
const foreign = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      document.querySelectorAll(
        'script:not([src^="/assets/"]), img, iframe, object, base, template, style, math',
      ).length,
  );

test('the canary can be heard', async () => {
  const { page, caught } = await guarded(machineWith());
  await page.evaluate(() => {
    const image = document.createElement('img');
    image.setAttribute('src', 'http://127.0.0.1:9/x');
    document.body.append(image);
  });
  await expect.poll(() => caught.some((what) => what.startsWith('csp'))).toBe(true);
  expect(await foreign(page)).toBe(1);
});

test('hostile calls in the inbox stay text', async () => {
  const machine = machineWith();
  const { page, caught } = await guarded(machine);
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

test('hostile calls in the log stay text', async () => {
  const machine = machineWith();
  const log = fileLog({ directory: join(machine.state, 'log') });
  const gate = createGate({ policy: { deny: ['Bash'] }, log });
  const all = texts();
  for (const text of all)
    await gate.authorize({ tool: 'Bash', input: { command: text }, host: text, session: text });
  log.close();
  const { page, caught } = await guarded(machine);
  await page.goto(new URL('/#activity', page.url()).href);
  const more = page.getByRole('button', { name: 'Show more' });
  const shown = async (): Promise<number> => {
    if (await more.isVisible()) await more.click();
    return page.locator('.entries > li').count();
  };
  await expect.poll(shown, { timeout: 100_000 }).toBe(all.length);
  await page.locator('.entries button').first().click();
  expect(await foreign(page)).toBe(0);
  expect(caught).toEqual([]);
});

test('hostile text in the playground, in its link and in a rule stays text', async () => {
  const machine = machineWith();
  const { page, caught } = await guarded(machine);
  for (let at = 0; at < 60; at++) {
    const text = hostileText(at * 83);
    await page.goto(
      new URL(`/#playground?${new URLSearchParams({ text, tool: 'Bash', mode: text })}`, page.url()).href,
    );
    await page.getByRole('heading', { name: 'Parts' }).waitFor();
    expect(await foreign(page)).toBe(0);
  }
  machine.write(
    'app/.permesso/policy.yaml',
    `deny:\n${Array.from({ length: 60 }, (_, at) => `  - ${JSON.stringify(`Bash(${hostileText(at * 83).replaceAll(/[\0\r\n()]/g, '')})`)}\n`).join('')}`,
  );
  await page.goto(new URL('/#rules', page.url()).href);
  await page.getByRole('heading', { name: 'Rules' }).waitFor();
  await page.waitForTimeout(500);
  expect(await foreign(page)).toBe(0);
  expect(caught).toEqual([]);
});

test('the inbox is not opened by a link from elsewhere', async () => {
  const machine = machineWith();
  const served = await openOn(machine, pages);
  onTestFinished(served.close);
  const { page } = await enter(browser, served.address);
  onTestFinished(() => page.context().close());
  const stranger = await fetch(`http://127.0.0.1:${served.port}/api/inbox`);
  expect(stranger.status).toBe(401);
  const rebound = await page.evaluate(async (port) => {
    const response = await fetch(`http://localhost:${port}/api/inbox`).catch(() => undefined);
    return response?.status ?? 'blocked';
  }, served.port);
  expect(rebound).toBe('blocked');
});
