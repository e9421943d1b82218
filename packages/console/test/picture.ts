import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { smallPng } from './small-png.ts';

const target = fileURLToPath(new URL('../../../docs/console/', import.meta.url));
const wanted = (process.argv[2] ?? '').split(',');

export const desktop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

/** Whether a picture was asked for: by a part of its name, or several between commas. */
function isWanted(name: string): boolean {
  return wanted.some((each) => name.includes(each));
}

/** Whether any of those whose names begin so may have been. */
export function isAnyWanted(start: string): boolean {
  return wanted.some((each) => each.startsWith(start) || start.includes(each));
}

/** Draws the page as it is now to `docs/console/NAME.png`, if that was asked for. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (!isWanted(name)) return;
  await page.evaluate(() => document.fonts.ready);
  const file = join(target, `${name}.png`);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, smallPng(await page.screenshot()));
}

export async function goTo(page: Page, hash: string): Promise<void> {
  await page.goto(new URL(`#/${hash}`, page.url()).href);
}

/** In light, dark and on a phone; `ready` is what must be there. */
export async function inEveryForm(page: Page, name: string, ready: () => Promise<void>): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await ready();
    await shoot(page, `${name}-${scheme}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(phone);
  await ready();
  await shoot(page, `${name}-phone`);
  await page.setViewportSize(desktop);
}

/** What a page looks like while the server says nothing, and when it refuses. */
export async function loadingAndError(page: Page, name: string, asked: RegExp): Promise<void> {
  const never = Promise.withResolvers<void>();
  await page.route(asked, () => never.promise);
  await page.reload();
  await page.locator('.bones').first().waitFor();
  await shoot(page, `${name}-loading`);
  await page.unroute(asked);
  await page.route(asked, (route) => route.fulfill({ status: 500, body: 'no' }));
  await page.reload();
  await page.getByRole('button', { name: 'Retry' }).first().waitFor();
  await shoot(page, `${name}-error`);
  await page.unroute(asked);
  await page.reload();
}
