import type { IncomingMessage, ServerResponse } from 'node:http';
import { safeHeaders, type Page } from 'permesso/team-server';

/** The console's pages, from memory: they hold nothing of anybody, so that everybody may load them. */
export function answerPage(
  request: IncomingMessage,
  response: ServerResponse,
  pages: ReadonlyMap<string, Page>,
): boolean {
  const [path = ''] = (request.url ?? '').split('?', 1);
  const page = request.method === 'GET' ? pages.get(path) : undefined;
  if (page === undefined) return false;
  response.writeHead(200, { ...safeHeaders, 'content-type': page.type }).end(page.bytes);
  return true;
}
