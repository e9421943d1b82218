import type { IncomingMessage, ServerResponse } from 'node:http';
import { safeHeaders, type Page } from 'permesso/team-server';

/** Allows the web push worker, at its one URL. */
const policy = (safeHeaders['content-security-policy'] ?? '').replace(
  "trusted-types 'none'",
  "trusted-types permesso-worker; worker-src 'self'",
);
const pageHeaders = { ...safeHeaders, 'content-security-policy': policy };

/** The console's pages, from memory: they contain no one's data, so anybody may load them. */
export function answerPage(
  request: IncomingMessage,
  response: ServerResponse,
  pages: ReadonlyMap<string, Page>,
): boolean {
  const [path = ''] = (request.url ?? '').split('?', 1);
  const page = request.method === 'GET' ? pages.get(path) : undefined;
  if (page === undefined) return false;
  response.writeHead(200, { ...pageHeaders, 'content-type': page.type }).end(page.bytes);
  return true;
}
