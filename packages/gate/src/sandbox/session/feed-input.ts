import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A command that does not read its input closes it: that is no failure of ours. */
const closedEarly: ReadonlySet<string> = new Set([
  'EPIPE',
  'ECONNRESET',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_DESTROYED',
]);

/** Writes the text to the standard input of a command and closes it. Imports nothing of this package: it runs inside, too. */
export async function feedInput(stdin: Writable | null, text: string): Promise<void> {
  if (stdin === null) return;
  try {
    await pipeline([Buffer.from(text)], stdin);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!closedEarly.has(code)) throw error;
  }
}
