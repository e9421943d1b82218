import type { IncomingMessage } from 'node:http';
import { Problem } from '../route/problem.ts';

/** The whole body; refused as soon as it exceeds the limit. */
export async function readBody(request: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const tooLarge = (): Problem => new Problem(413, `the body may have at most ${mostBytes} bytes`);
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw tooLarge();
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const read: Buffer[] = [];
  let bytes = 0;
  // Uses events: an iterator takes several ticks for a body that is already there.
  request.on('data', (piece: Buffer) => {
    bytes += piece.length;
    // A body that is too long gets an error response instead of a closed connection, because the client is still
    // sending; the rest is discarded.
    if (bytes > mostBytes) reject(tooLarge());
    else read.push(piece);
  });
  request.on('end', () =>
    resolve(read.length === 1 && read[0] !== undefined ? read[0] : Buffer.concat(read)),
  );
  const cut = (): void => reject(new Problem(400, 'the body ended early'));
  request.on('error', cut);
  request.on('close', () => {
    if (!request.complete) cut();
  });
  return await promise;
}

const deepest = 48;

/** Untrusted JSON: limited in depth, and without characters that the database cannot store. */
export function readJson(bytes: Buffer): unknown {
  const text = bytes.toString('utf8');
  if (isDeeper(text, deepest)) throw new Problem(400, `the JSON is nested deeper than ${deepest} levels`);
  if (text.includes('\\u0000')) throw new Problem(400, 'the JSON holds a null character');
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new Problem(400, 'the body is not JSON');
    throw error;
  }
}

/** Checked before parsing, so that later code can recurse through the value safely. */
function isDeeper(text: string, most: number): boolean {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inText) {
      if (code === 0x5c) at++;
      else if (code === 0x22) inText = false;
    } else if (code === 0x22) inText = true;
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > most) return true;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return false;
}
