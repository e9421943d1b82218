import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { extname, join, relative, sep } from 'node:path';
import type { Page } from './serve.ts';

const types: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.woff2', 'font/woff2'],
]);

/**
 * Read once and served from memory: no request ever becomes a path.
 *
 * @example
 * ```ts
 * import { pagesDirectory, readPages } from 'permesso/team-server';
 * for (const [path, { type, bytes }] of readPages(pagesDirectory)) console.log(path, type, bytes.length);
 * ```
 */
export function readPages(directory: string): ReadonlyMap<string, Page> {
  const pages = new Map<string, Page>();
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    // Large files are compressed to keep the package small.
    const isPacked = entry.name.endsWith('.gz');
    const name = isPacked ? entry.name.slice(0, -'.gz'.length) : entry.name;
    const type = types.get(extname(name));
    if (type === undefined) continue;
    const bytes = readFileSync(join(entry.parentPath, entry.name));
    const address = relative(directory, join(entry.parentPath, name)).split(sep).join('/');
    pages.set(`/${address}`, { type, bytes: isPacked ? gunzipSync(bytes) : bytes });
  }
  const first = pages.get('/index.html');
  if (first !== undefined) pages.set('/', first);
  return pages;
}
