import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

/** The built site, as `npm run tools -- site:build` leaves it. */
export const builtSite: string = join(import.meta.dirname, '../dist');

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/**
 * Serves it on loopback under a content security policy that lets the page load from this origin alone; inline scripts and styles are what
 * VitePress writes into its pages.
 */
export async function serveSite(): Promise<{ readonly origin: string; readonly close: () => void }> {
  if (!existsSync(join(builtSite, 'index.html')))
    throw new Error('there is no built site: run npm run tools -- site:build');
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://site').pathname));
    const named = join(builtSite, path.endsWith('/') ? `${path}index.html` : path);
    const file = existsSync(named) && statSync(named).isFile() ? named : undefined;
    response.writeHead(file === undefined ? 404 : 200, {
      'content-type': types[extname(file ?? '.html')] ?? 'application/octet-stream',
      'content-security-policy':
        "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:",
    });
    if (file === undefined) response.end('not found');
    else createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => void server.close() };
}
