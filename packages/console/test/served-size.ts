import { gzipSync } from 'node:zlib';
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
