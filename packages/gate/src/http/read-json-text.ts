import type { IncomingMessage } from 'node:http';

/** Why a body is rejected, with the HTTP status. */
export type BodyProblem =
  | { readonly why: 'type'; readonly status: 415 }
  | { readonly why: 'length'; readonly status: 413 }
  | { readonly why: 'encoding'; readonly status: 400 };

/**
 * The text of a JSON body. Counted while it arrives: a client that never stops sending is refused after `most` bytes.
 * Strict UTF-8: two programs that replace broken bytes differently would read two messages.
 */
export async function readJsonText(
  request: IncomingMessage,
  { most }: { readonly most: number },
): Promise<{ readonly text: string } | BodyProblem> {
  const type = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') return { why: 'type', status: 415 };
  const portions: Buffer[] = [];
  let length = 0;
  for await (const portion of request as AsyncIterable<Buffer>) {
    length += portion.length;
    if (length > most) return { why: 'length', status: 413 };
    portions.push(portion);
  }
  try {
    return {
      text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(portions)),
    };
  } catch (error) {
    if (error instanceof TypeError) return { why: 'encoding', status: 400 };
    throw error;
  }
}
