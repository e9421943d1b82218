import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { approvalFiles } from '@permesso/gate/approval';
import { createGate } from '@permesso/gate/gate';
import { longLog, oldestWord } from './long-log.ts';
import { startStopwatch, type Measured } from './response-time.ts';
import { emptyVirtualList, scrollFrames, timeToUse } from './scroll-time.ts';
import { firstLoaded, servedSize } from './served-size.ts';
import { buildPages, enter, newMachine, openOn, startBrowser, type Machine } from './stage.ts';

/**
 * How large is the first page, and how long does a person wait from a key or a click until the answer to it is on the
 * screen, with 1,000 questions and a log of a million entries? `node packages/console/test/speed.ts [entries]`: one JSON
 * object, all times in milliseconds, and 1 where something is over its limit.
 */
const entries = Number(process.argv[2] ?? 1_000_000);
const questions = 1000;
const limits = { ms: 100, firstRowsMs: 300, frameMs: 50, useMs: 1000, gzipBytes: 180_000, layoutShift: 0 };

async function fillInbox({ state, project }: Machine): Promise<() => Promise<void>> {
  const store = approvalFiles(join(state, 'sessions/s/approvals'));
  const gate = createGate({ policy: {} });
  let next = 0;
  const open = async (): Promise<void> => {
    const input = { command: `npm install package-${next++} && git push origin main` };
    const call = { tool: 'Bash', input, cwd: project, session: 's' };
    const { request } = await gate.consult({ ...call, host: 'codex' });
    if (request !== undefined) store.open(request, { now: Date.now(), expiresIn: 3_600_000 });
  };
  for (let at = 0; at < questions; at++) await open();
  return open;
}

/** Through the list, into questions and about the answer, while others come in. */
async function useInbox(page: Page, ask: () => Promise<void>): Promise<Measured> {
  await page.goto(new URL('#/approvals', page.url()).href);
  await page.locator('.rows li').first().waitFor();
  const { time, result } = await startStopwatch(page);
  await page.locator('.rows button').first().focus();
  for (let press = 0; press < 40; press++) {
    await time('next row', 'the next row has the focus', () => page.keyboard.press('ArrowDown'));
    if (press % 4 !== 0) continue;
    await ask();
    await time('open a question', 'another question is open', () => page.keyboard.press('Enter'));
    await page.waitForTimeout(press % 8 === 0 ? 400 : 0);
  }
  await page.getByLabel('Message to the agent if denied (optional)').focus();
  for (const letter of 'Use pnpm instead.') {
    if (letter === ' ') await ask();
    await time('type a word', 'the letter stands there', () => page.keyboard.press(letter));
  }
  const scope = page.getByRole('radio', { name: 'Session' });
  await time('allow for longer', 'the rule is shown', () => scope.click());
  await page.waitForTimeout(1500);
  return result();
}

/** From the click that leads to the page until its first rows are there, each time from another page. */
async function openActivity(page: Page): Promise<readonly number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < 5; turn++) {
    await page.goto(new URL('#/agents', page.url()).href);
    await page.locator('main h1').waitFor();
    if (turn === 0) await page.reload();
    await page.locator('main h1').waitFor();
    const { time, result } = await startStopwatch(page);
    const link = page.getByRole('link', { name: 'Activity' }).first();
    await time('open', 'the first rows are shown', () => link.click());
    times.push(...((await result()).answers.get('open') ?? []));
  }
  return times.map(Math.round);
}

/** Searches for what is often, rare and nowhere, filters, goes on and looks at one. */
async function useActivity(page: Page): Promise<Measured & { readonly searches: object }> {
  await page.goto(new URL('#/activity', page.url()).href);
  await page.locator('.entries li').first().waitFor();
  const { time, result } = await startStopwatch(page);
  const found = 'entries were found';
  const find = page.getByLabel('Find');
  const searches: Record<string, number> = {};
  for (const words of ['git push', 'task-49', oldestWord, 'nowhere at all']) {
    await find.focus();
    for (const letter of words) await time('type a word', found, () => page.keyboard.press(letter));
    const began = performance.now();
    await page.getByText('searching…').waitFor({ state: 'detached', timeout: 120_000 });
    searches[words] = Math.round(performance.now() - began);
    await page.keyboard.press('Control+A');
    await time('forget the word', found, () => page.keyboard.press('Delete'));
  }
  for (const verdict of ['deny', 'ask', 'ask'])
    await time('choose a verdict', found, () =>
      page.getByRole('button', { name: new RegExp(`^${verdict} `) }).click(),
    );
  const scroller = page.locator('.activity > .page');
  for (let press = 0; press < 5; press++)
    await time('scroll on', 'there are more entries', () =>
      scroller.hover().then(() => page.mouse.wheel(0, 1e5)),
    );
  await time('open an entry', 'the entry is open', () => page.locator('.entries button').first().click());
  await page.waitForTimeout(4000);
  return { ...(await result()), searches };
}

/** Of what the first page has loaded, without fonts. */
async function firstPageSize(page: Page, directory: string): Promise<number> {
  await page.goto(new URL('#/overview', page.url()).href);
  await page.reload();
  await page.locator('h1').waitFor();
  return servedSize(directory, await firstLoaded(page));
}

function summary({ answers, slowestEvent, layoutShift, moved }: Measured): object {
  const times = [...answers].map(([what, all]) => {
    const sorted = all.toSorted((a, b) => a - b);
    const median = Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0);
    return [what, { times: all.length, median, slowest: Math.round(sorted.at(-1) ?? 0) }];
  });
  return { ...Object.fromEntries(times), slowestEvent, layoutShift, moved };
}

const pages = await buildPages();
const log = await longLog(entries);
const machine = newMachine('allow: []\n');
mkdirSync(machine.state, { recursive: true });
symlinkSync(log, join(machine.state, 'log'));
const ask = await fillInbox(machine);
const served = await openOn(machine, pages);
const browser = await startBrowser();
try {
  const loadBefore = loadavg()[0];
  const { page } = await enter(browser, served.address);
  const inbox = await useInbox(page, ask);
  const activity = await useActivity(page);
  const firstRows = await openActivity(page);
  await page.waitForTimeout(2000);
  const scrolled = await scrollFrames(page, '.activity > .page');
  const blank = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await emptyVirtualList(blank);
  const emptyList = await scrollFrames(blank, '#list');
  await blank.close();
  const gzipBytes = await firstPageSize(page, pages);
  const usableAfter = await timeToUse(page);
  const slowest = Math.max(...[inbox, activity].flatMap(({ answers }) => [...answers.values()].flat()));
  const shift = inbox.layoutShift + activity.layoutShift;
  const isWithin =
    slowest <= limits.ms &&
    Math.max(...firstRows) <= limits.firstRowsMs &&
    scrolled.slowest <= Math.max(limits.frameMs, emptyList.slowest) &&
    usableAfter <= limits.useMs &&
    gzipBytes <= limits.gzipBytes &&
    shift <= limits.layoutShift;
  process.stdout.write(
    `${JSON.stringify(
      {
        gzipBytes,
        usableAfter,
        firstRows,
        scrolled,
        emptyList,
        questions,
        entries,
        inbox: summary(inbox),
        activity: { ...summary(activity), wholeLog: activity.searches },
        load: { before: loadBefore, after: loadavg()[0] },
        isWithin,
      },
      undefined,
      2,
    )}\n`,
  );
  process.exitCode = isWithin ? 0 : 1;
} finally {
  await browser.close();
  await served.close();
  machine.remove();
  rmSync(pages, { recursive: true, force: true, maxRetries: 20 });
}
