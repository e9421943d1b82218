import type { Page } from 'playwright-core';

/** Phones, tablets, laptops, wide screens, and the edges of the layouts. */
export const widths = [390, 721, 768, 820, 900, 1024, 1440, 2560];

/**
 * Controls whose rectangle leaves the viewport at the side, where no scroll bar reaches them. What a scrolling box of its own
 * holds can be reached, and what a screen reader alone is told has no place.
 */
export function outsideViewport(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const scrolls = (element: Element): boolean => {
      for (let at = element.parentElement; at !== null; at = at.parentElement)
        if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth + 1)
          return at.getBoundingClientRect().right <= innerWidth + 1;
      return false;
    };
    return [...document.querySelectorAll('button, a, input, textarea, select, [role="radio"]')]
      .filter((element) => element.checkVisibility() && !scrolls(element))
      .flatMap((element) => {
        const { left, right, width, height } = element.getBoundingClientRect();
        const isOutside = width > 1 && height > 1 && (left < -1 || right > innerWidth + 1);
        const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
        return isOutside ? [`${name.slice(0, 40)}: ${Math.round(left)} to ${Math.round(right)}`] : [];
      });
  });
}
