import type { Page } from 'playwright-core';

/** Milliseconds between pictures while a list is scrolled. */
export interface ScrolledFrames {
  readonly frames: number;
  readonly median: number;
  readonly slowest: number;
  /** Those above 50 ms. */
  readonly slow: number;
  /** How many rows went by. */
  readonly rows: number;
}

const rowHeight = 32;
const scrollMs = 4000;

/** Scrolls what the selector names down, a screen in eight pictures, and measures each picture in the page. */
export async function scrollFrames(page: Page, selector: string): Promise<ScrolledFrames> {
  const { times, rows } = await page.evaluate(scrollInPage, { selector, scrollMs, rowHeight });
  const sorted = times.toSorted((a, b) => a - b);
  return {
    frames: times.length,
    median: Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0),
    slowest: Math.round(sorted.at(-1) ?? 0),
    slow: times.filter((time) => time > 50).length,
    rows,
  };
}

interface Asked {
  readonly selector: string;
  readonly scrollMs: number;
  readonly rowHeight: number;
}

/** Runs in the page. */
function scrollInPage(asked: Asked): Promise<{ readonly times: readonly number[]; readonly rows: number }> {
  const list = document.querySelector(asked.selector);
  if (list === null) throw new Error(`there is no ${asked.selector}`);
  const times: number[] = [];
  const began = performance.now();
  return new Promise((resolve) => {
    let before: number | undefined;
    const next = (now: number): void => {
      if (before !== undefined) times.push(now - before);
      before = now;
      list.scrollTop += list.clientHeight / 8;
      if (now - began < asked.scrollMs) requestAnimationFrame(next);
      else resolve({ times, rows: Math.round(list.scrollTop / asked.rowHeight) });
    };
    requestAnimationFrame(next);
  });
}

/** A list of a million rows that hold a number and nothing else, as little work as a virtual list can be. */
export async function emptyVirtualList(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.evaluate((height) => {
    document.body.innerHTML =
      '<div id="list" style="height: 90vh; overflow: auto"><ol style="position: relative"></ol></div>';
    const list = document.querySelector<HTMLElement>('#list');
    const rows = document.querySelector<HTMLElement>('ol');
    if (list === null || rows === null) return;
    rows.style.height = `${1_000_000 * height}px`;
    const draw = (): void => {
      const first = Math.floor(list.scrollTop / height);
      const count = Math.ceil(list.clientHeight / height) + 1;
      rows.replaceChildren(
        ...Array.from({ length: count }, (_, at) => {
          const row = document.createElement('li');
          row.style.cssText = `position: absolute; top: ${(first + at) * height}px; height: ${height}px`;
          row.textContent = String(first + at);
          return row;
        }),
      );
    };
    list.addEventListener('scroll', draw, { passive: true });
    draw();
  }, rowHeight);
}

/** When the first page could be used: its heading is there and no long work follows within half a second. */
export async function timeToUse(page: Page): Promise<number> {
  await page.addInitScript(() => {
    const seen = { heading: 0, longEnd: 0 };
    Object.assign(globalThis, { seenAtStart: seen });
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) seen.longEnd = startTime + duration;
    }).observe({ type: 'longtask', buffered: true });
    const look = (): void => {
      if (document.querySelector('main h1') === null) return void requestAnimationFrame(look);
      seen.heading = performance.now();
    };
    requestAnimationFrame(look);
  });
  await page.reload();
  await page.locator('main h1').waitFor();
  await page.waitForTimeout(1500);
  const { heading, longEnd } = await page.evaluate(
    () => (globalThis as unknown as { seenAtStart: { heading: number; longEnd: number } }).seenAtStart,
  );
  return Math.round(Math.max(heading, longEnd));
}
