import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { buildPages, enter, newMachine, openOn, startBrowser, startHook } from './stage.ts';

/** A first visit, from the empty page to a rule that was learnt, frame by frame: `node packages/console/test/tour.ts`. */
const target = fileURLToPath(new URL('../../../docs/console/tour/', import.meta.url));

const pages = await buildPages();
const machine = newMachine('allow:\n  - Read\n');
const served = await openOn(machine, pages);
const browser = await startBrowser();
let hook: ReturnType<typeof startHook> | undefined;
let frame = 0;

async function draw(page: Page): Promise<void> {
  await page.waitForTimeout(800);
  frame += 1;
  await page.screenshot({ path: join(target, `${frame}.png`) });
}

try {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const { page } = await enter(browser, served.address);
  await page.setViewportSize({ width: 1000, height: 700 });
  await page.locator('.empty').waitFor();
  await draw(page);
  hook = startHook(machine, 'npm run build && git push');
  await page.locator('article.detail').waitFor();
  await draw(page);
  await page.getByRole('radio', { name: 'in this project' }).check();
  await page.getByText(/Would have matched|Exactly this call/).waitFor();
  await draw(page);
  await page.getByRole('button', { name: /^Approve/ }).click();
  await hook.ended;
  await draw(page);
  await page.goto(new URL('#rules', page.url()).href);
  await draw(page);
  await page.goto(new URL('#activity', page.url()).href);
  await draw(page);
} finally {
  hook?.kill();
  await browser.close();
  await served.close();
  machine.remove();
  rmSync(pages, { recursive: true, force: true });
}
