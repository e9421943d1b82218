import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { errorCode } from '@permesso/gate/disk';
import { type Payload, isPayload } from '@permesso/gate/payloads';
import type { Skipped } from './past-call.ts';

/** A longer line holds a picture or a dump; its call is counted as skipped. */
const longestLine: number = 8 * 1024 * 1024;
const mostBytes: number = 256 * 1024 * 1024;
const chunkBytes: number = 1024 * 1024;

export interface LineOptions {
  /** Only lines with one of these words are parsed: most of a transcript is talk. */
  readonly holds: readonly string[];
  readonly skipped: Skipped;
}

/** The objects of a JSON-lines file. A broken line is counted and skipped. */
export function* jsonLines(path: string, { holds, skipped }: LineOptions): Iterable<Payload> {
  const hints = holds.map((word) => Buffer.from(word));
  for (const line of lines(path, skipped)) {
    if (!hints.some((hint) => line.includes(hint))) continue;
    const value = parsedJson(line.toString('utf8'));
    if (isPayload(value)) yield value;
    else skipped.lines += 1;
  }
}

/** A file with a single JSON object; undefined if it is not one. */
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
    // Nesting deeper than the stack is as unreadable as a missing brace.
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
    // Nothing of a line that is too long is kept, except that it exists.
    if (length > longestLine) rest = [];
    else if (tail.length > 0) rest.push(tail);
  }
  if (length > longestLine) skipped.lines += 1;
  else if (rest.length > 0) yield Buffer.concat(rest);
}

/** Plain files only: a link could lead anywhere, a pipe would hang and a device has no end. */
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
