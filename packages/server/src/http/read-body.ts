import { Problem } from '../route/problem.ts';

/** Where a body comes from, and how long it says to be. */
export interface Incoming {
  readonly length: string | undefined;
  readonly pieces: AsyncIterable<Uint8Array> | null;
}

/** The whole body, or a refusal as soon as it turns out to be longer than it may be. */
export async function readBody({ length, pieces }: Incoming, mostBytes: number): Promise<Buffer> {
  const tooLarge = (): Problem => new Problem(413, `at most ${mostBytes} bytes are read here`);
  if (Number(length ?? 0) > mostBytes) throw tooLarge();
  if (pieces === null) return Buffer.alloc(0);
  const read: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.byteLength;
    if (bytes > mostBytes) throw tooLarge();
    read.push(piece);
  }
  return Buffer.concat(read);
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
    if (error instanceof SyntaxError) throw new Problem(400, 'the body is no JSON');
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
