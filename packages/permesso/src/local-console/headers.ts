/**
 * For every answer. Nothing is loaded from elsewhere, no text becomes markup or script, nobody frames the page. Calls of
 * agents are hostile text, and this page shows them.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 * import { safeHeaders } from 'permesso/team-server';
 * createServer((_request, response) => response.writeHead(200, safeHeaders).end()).listen(8080, '127.0.0.1');
 * ```
 */
export const safeHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};
