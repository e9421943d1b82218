import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { errorCode } from '@permesso/gate/disk';
import { type Payload, isPayload } from '@permesso/gate/payloads';
import type { Skipped } from './past-call.ts';

/** A longer line holds a picture or a dump; its call is counted as skipped. */
const longestLine: number = 8 * 1024 * 1024;
const mostBytes: number = 256 * 1024 * 1024;
const chunkBytes: number = 1024 * 1024;

export interface LineOptions {
  /** Only lines with one of these words are parsedJson: most of a transcript is talk. */
  readonly holds: readonly string[];
  readonly skipped: Skipped;
}

/** The objects of a file of JSON lines. A broken line is counted, and the next one is read. */
export function* jsonLines(path: string, { holds, skipped }: LineOptions): Iterable<Payload> {
  const hints = holds.map((word) => Buffer.from(word));
  for (const line of lines(path, skipped)) {
    if (!hints.some((hint) => line.includes(hint))) continue;
    const value = parsedJson(line.toString('utf8'));
    if (isPayload(value)) yield value;
    else skipped.lines += 1;
  }
}

/** A file that is one JSON object; nothing where it is not. */
export function jsonFile(path: string, skipped: Skipped): Payload | undefined {
  const chunks = [...chunksOf(path, skipped)];
  const value = chunks.length === 0 ? undefined : parsedJson(Buffer.concat(chunks).toString('utf8'));
  if (isPayload(value)) return value;
  if (chunks.length > 0) skipped.files += 1;
  return undefined;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Nested deeper than the stack is as unreadable as a missing brace.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function* lines(path: string, skipped: Skipped): Iterable<Buffer> {
  let rest: Buffer[] = [];
  let length = 0;
  for (const chunk of chunksOf(path, skipped)) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      const piece = chunk.subarray(start, end);
      start = end + 1;
      if (length + piece.length > longestLine) skipped.lines += 1;
      else yield rest.length === 0 ? piece : Buffer.concat([...rest, piece]);
      rest = [];
      length = 0;
    }
    const tail = chunk.subarray(start);
    length += tail.length;
    // Of a line that is too long nothing is kept, only that it is.
    if (length > longestLine) rest = [];
    else if (tail.length > 0) rest.push(tail);
  }
  if (length > longestLine) skipped.lines += 1;
  else if (rest.length > 0) yield Buffer.concat(rest);
}

/** Only of a plain file: a link could lead anywhere, a pipe would hang and a device has no end. */
function* chunksOf(path: string, skipped: Skipped): Iterable<Buffer> {
  const file = opened(path);
  if (file === undefined) {
    skipped.files += 1;
    return;
  }
  try {
    const { size } = fstatSync(file);
    if (size > mostBytes) skipped.files += 1;
    for (let at = 0; at < Math.min(size, mostBytes);) {
      const chunk = Buffer.allocUnsafe(chunkBytes);
      const count = readSync(file, chunk, 0, chunkBytes, at);
      if (count === 0) return;
      at += count;
      yield chunk.subarray(0, count);
    }
  } finally {
    closeSync(file);
  }
}

function opened(path: string): number | undefined {
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    if (fstatSync(file).isFile()) return file;
    closeSync(file);
    return undefined;
  } catch (error) {
    if (errorCode(error).startsWith('E')) return undefined;
    throw error;
  }
}
