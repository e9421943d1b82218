import type { Page } from 'playwright-core';

/** Presses Tab until something with this name has the focus. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let press = 0; press < 80; press++) {
    await page.keyboard.press('Tab');
    const text = await page.evaluate(() => {
      const at = document.activeElement;
      // Nothing has the focus: the text of the whole page is nobody's name.
      if (at === null || at === document.body) return '';
      const isField =
        at instanceof HTMLInputElement ||
        at instanceof HTMLTextAreaElement ||
        at instanceof HTMLSelectElement;
      return at.getAttribute('aria-label') ?? (isField ? at.labels?.[0]?.textContent : at.textContent) ?? '';
    });
    if (name.test(text.trim())) return;
  }
  throw new Error(`nothing called ${name} can be reached by Tab`);
}

/** What shows a text has the focus a moment later: a key that is pressed in between goes elsewhere. */
export async function untilFocusIn(page: Page, selector: string, name = /./): Promise<void> {
  await page.waitForFunction(
    ([within, wanted]) => {
      const at = document.activeElement?.closest(within);
      return at !== null && at !== undefined && new RegExp(wanted).test(at.textContent.trim());
    },
    [selector, name.source] as const,
  );
}
