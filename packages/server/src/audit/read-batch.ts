import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { gunzip, gunzipSync } from 'node:zlib';
import { type LogEntry, readLine } from '@permesso/protocol/entry';
import { Problem } from '../route/problem.ts';

/** An intact line of an agent's log: its hash matches its text. */
export interface SentEntry {
  readonly entry: LogEntry;
  /** Without the line break; always valid text. */
  readonly line: Buffer;
}

export interface SentBatch {
  readonly entries: readonly SentEntry[];
  /** Numbers of entries that were changed, and a count of lines that are not entries. */
  readonly changed: readonly number[];
  readonly foreign: number;
  /** The length of its text. */
  readonly bytes: number;
}

const inflated = promisify(gunzip);
const mostInflated = 32 * 1024 * 1024;
const mostLines = 10_000;
const lineBreak = 0x0a;

/** Lines in the agent's own bytes, exactly as in its log. */
export async function readBatch(bytes: Buffer, encoding: string | undefined): Promise<SentBatch> {
  const text = textual(await inflate(bytes, encoding));
  const entries: SentEntry[] = [];
  const changed: number[] = [];
  let foreign = 0;
  for (let start = 0; start < text.length;) {
    const found = text.indexOf(lineBreak, start);
    const end = found === -1 ? text.length : found;
    const bytesOfLine = text.subarray(start, end);
    start = end + 1;
    if (bytesOfLine.length === 0) continue;
    if (entries.length + changed.length + foreign >= mostLines)
      throw new Problem(413, `at most ${mostLines} entries at once`);
    const read = readLine(bytesOfLine);
    if (read.is === 'entry') entries.push({ entry: read.entry, line: bytesOfLine });
    else if (read.is === 'changed') changed.push(read.seq);
    else foreign += 1;
  }
  return { entries, changed, foreign, bytes: text.length };
}

/** Agents never write invalid UTF-8, and the database rejects it: such a line counts as changed. */
function textual(bytes: Buffer): Buffer {
  return isUtf8(bytes) ? bytes : Buffer.from(bytes.toString('utf8'));
}

/** Bounded: a few bytes may decompress to all available memory. */
async function inflate(bytes: Buffer, encoding: string | undefined): Promise<Buffer> {
  if (encoding === undefined || encoding === 'identity') return bytes;
  if (encoding !== 'gzip') throw new Problem(415, 'send the lines plain or as gzip');
  try {
    return (
      inflateAtOnce(bytes) ??
      (await inflated(bytes, { maxOutputLength: mostInflated, chunkSize: 256 * 1024 }))
    );
  } catch (error) {
    const isTooLong = error instanceof RangeError;
    throw new Problem(isTooLong ? 413 : 400, isTooLong ? 'decompressed body too large' : 'not valid gzip');
  }
}

const small = { compressed: 4 * 1024, inflated: 16 * 1024 };

/**
 * For a few entries, a thread and its large buffer cost ten times as much as inflating them. Undefined if the output
 * is long: no small body may block other requests.
 */
function inflateAtOnce(bytes: Buffer): Buffer | undefined {
  if (bytes.length > small.compressed) return undefined;
  try {
    return gunzipSync(bytes, { maxOutputLength: small.inflated, chunkSize: small.compressed });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
