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
