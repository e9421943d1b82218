import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BundleCache } from './bundle-cache.ts';
import { manifestHeaders } from './bundle-routes.ts';

const shape = /^\/v1\/bundles\/([\w-]{32})$/;

/**
 * The request that every agent of a fleet makes all day: whether there is anything new. Answered from memory, before
 * any other processing; the route with the same URL handles all other cases, and both give the same answers.
 */
export function answerBundle(
  request: IncomingMessage,
  response: ServerResponse,
  bundles: BundleCache,
): boolean {
  const [, channel] = shape.exec(request.url ?? '') ?? [];
  const bundle = channel === undefined || request.method !== 'GET' ? undefined : bundles.known(channel);
  if (bundle === undefined) return false;
  const headers = { ...manifestHeaders, etag: bundle.etag, 'x-content-type-options': 'nosniff' };
  if (request.headers['if-none-match'] === bundle.etag) response.writeHead(304, headers).end();
  else response.writeHead(200, headers).end(bundle.envelope);
  return true;
}
