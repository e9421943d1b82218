import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Reply } from '../route/route.ts';

/** No answer may be cached, framed, sniffed or run, unless its route says otherwise. */
const safeHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Straight to the socket: `Response` and its streams took longer than everything else in a small request. */
export async function respond(response: ServerResponse, reply: Reply): Promise<void> {
  if ('stream' in reply) return await sendStream(response, reply);
  const { status, json } = reply;
  const body = reply.text ?? (json === undefined ? undefined : JSON.stringify(json));
  const type = reply.text === undefined ? jsonType : undefined;
  if (body === undefined) {
    response.writeHead(status, { ...safeHeaders, ...reply.headers, ...noBody(status) }).end();
    return;
  }
  response
    .writeHead(status, {
      ...type,
      ...safeHeaders,
      ...reply.headers,
      'content-length': Buffer.byteLength(body),
    })
    .end(body);
}

const jsonType = { 'content-type': 'application/json' };

/** 204 and 304 have no length at all; for any other status a client would wait for a body. */
function noBody(status: number): Readonly<Record<string, number>> {
  return status === 204 || status === 304 ? {} : { 'content-length': 0 };
}

async function sendStream(
  response: ServerResponse,
  { status, stream, headers }: Extract<Reply, { readonly stream: unknown }>,
): Promise<void> {
  response.writeHead(status, { 'content-type': 'text/event-stream', ...safeHeaders, ...headers });
  try {
    await pipeline(Readable.from(stream, { objectMode: true }), response);
  } catch (error) {
    // The reader disconnected, which is how most streams end.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
