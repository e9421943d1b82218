import type { IncomingMessage } from 'node:http';
import { Problem } from '../route/problem.ts';

/** The whole body, or a refusal as soon as it turns out to be longer than it may be. */
export async function readBody(request: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const tooLarge = (): Problem => new Problem(413, `the body may have at most ${mostBytes} bytes`);
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw tooLarge();
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const read: Buffer[] = [];
  let bytes = 0;
  // By events: an iterator takes several turns for a body that is there already.
  request.on('data', (piece: Buffer) => {
    bytes += piece.length;
    // What is too long is refused by an answer, not by closing the connection on a client that still sends: the rest is dropped.
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

/** JSON from a stranger: not deeper than any honest one, and without what the database cannot hold. */
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

/** Counted before parsing: whatever walks through the value later may do so without fear for its stack. */
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
