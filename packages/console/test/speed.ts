import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { approvalFiles } from '../../permesso/src/approval/approval-files.ts';
import { createGate } from '../../permesso/src/gate.ts';
import { memoryLog, type Entry } from '../../permesso/src/record/log.ts';
import { fileLog } from '../../permesso/src/record/file-log.ts';
import { buildPages, enter, newMachine, openOn, startBrowser, type Machine } from './stage.ts';

/**
 * How large is the first page, and how long does the page need from a key or a click to the next picture, with 1,000
 * questions and a log of a million entries? `node packages/console/test/speed.ts [entries]`, one JSON object.
 */
const entries = Number(process.argv[2] ?? 1_000_000);
const questions = 1000;

async function fillInbox({ state, project }: Machine): Promise<() => void> {
  const store = approvalFiles(join(state, 'sessions/s/approvals'));
  const gate = createGate({ policy: {} });
  const open = async (at: number): Promise<void> => {
    const call = {
      tool: 'Bash',
      input: { command: `npm install package-${at}` },
      cwd: project,
      session: 's',
    };
    const { request } = await gate.consult({ ...call, host: 'codex' });
    if (request !== undefined) store.open(request, { now: Date.now(), expiresIn: 3_600_000 });
  };
  for (let at = 0; at < questions; at++) await open(at);
  let more = questions;
  return () => void open(more++);
}

async function fillLog({ state, project }: Machine): Promise<void> {
  const seen = memoryLog();
  const gate = createGate({ policy: { allow: ['Bash(npm run:*)'] }, log: seen });
  for (let at = 0; at < 50; at++)
    await gate.authorize({ tool: 'Bash', input: { command: `npm run task-${at}` }, cwd: project });
  const samples: readonly Entry[] = seen.entries;
  const log = fileLog({ directory: join(state, 'log') });
  for (let at = 0; at < entries; at++) {
    const sample = samples[at % samples.length];
    if (sample !== undefined) log.write({ ...sample, at: Date.now() - (entries - at) * 50 });
    if (at % 32 === 0) log.flush();
  }
  log.close();
}

/** Collects what the browser itself measures: how long each input took to be seen, and what moved by itself. */
async function watch(page: Page): Promise<() => Promise<{ slowest: number; shift: number }>> {
  await page.evaluate(() => {
    const seen = { slowest: 0, shift: 0 };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.slowest = Math.max(seen.slowest, duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput) seen.shift += entry.value;
    }).observe({ type: 'layout-shift' });
  });
  return () =>
    page.evaluate(() => (globalThis as unknown as { seen: { slowest: number; shift: number } }).seen);
}

function sizeOf(directory: string): number {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + gzipSync(readFileSync(join(entry.parentPath, entry.name))).length, 0);
}

const pages = await buildPages();
const machine = newMachine('allow: []\n');
const ask = await fillInbox(machine);
await fillLog(machine);
const served = await openOn(machine, pages);
const browser = await startBrowser();
try {
  const { page } = await enter(browser, served.address);
  await page.locator('.rows li').first().waitFor();
  const inbox = await watch(page);
  await page.locator('.rows button').first().focus();
  for (let press = 0; press < 20; press++) {
    await page.keyboard.press('ArrowDown');
    if (press % 5 === 0) {
      ask();
      await page.keyboard.press('Enter');
    }
  }
  await page.waitForTimeout(1500);
  const inInbox = await inbox();
  await page.goto(new URL('/#activity', page.url()).href);
  await page.locator('.entries li').first().waitFor();
  const activity = await watch(page);
  await page.getByLabel('Find').focus();
  await page.keyboard.type('task-49 nowhere', { delay: 60 });
  await page.waitForTimeout(2000);
  await page.getByLabel('Verdict').selectOption('deny');
  await page.keyboard.press('Tab');
  await page.waitForTimeout(1000);
  const inActivity = await activity();
  process.stdout.write(
    `${JSON.stringify({
      gzipBytes: sizeOf(pages),
      questions,
      entries,
      slowestInputMs: { inbox: inInbox.slowest, activity: inActivity.slowest },
      layoutShift: { inbox: inInbox.shift, activity: inActivity.shift },
    })}\n`,
  );
} finally {
  await browser.close();
  await served.close();
  machine.remove();
  rmSync(pages, { recursive: true, force: true });
}
