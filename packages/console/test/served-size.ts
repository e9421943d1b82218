import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { readPages } from '../../permesso/src/local-console/pages.ts';

/** What the scripts and styles behind these addresses weigh, compressed as they travel. Large ones lie packed on disk. */
export function servedSize(directory: string, addresses: readonly string[]): number {
  const served = readPages(directory);
  return addresses
    .flatMap((address) => /\/assets\/[^?]*\.(?:js|css)$/.exec(address)?.[0] ?? [])
    .map((path) => {
      const page = served.get(path);
      if (page === undefined) throw new Error(`${path} was loaded and is not served`);
      return gzipSync(page.bytes).length;
    })
    .reduce((sum, size) => sum + size, 0);
}

/** The addresses that the page has loaded for itself: not what it fetched for other pages once it stood. */
export async function firstLoaded(page: Page): Promise<readonly string[]> {
  const loaded = await page.evaluate(() => {
    const end = performance.getEntriesByName('preload-pages')[0]?.startTime ?? Number.POSITIVE_INFINITY;
    return performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime < end)
      .map(({ name }) => name);
  });
  return [...new Set(loaded)];
}
